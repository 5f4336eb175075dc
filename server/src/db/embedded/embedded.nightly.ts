import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { temporaryFolder } from '#testing/folder.ts';
import { type Embedded, startEmbedded } from './embedded.ts';
import { dataFolder } from './files.ts';
import { isAlive, claim } from './locks.ts';

// one cluster for the whole file: creating one takes a second
const shared = temporaryFolder();
const folders = [shared];
let running: Embedded | undefined;
let other: ChildProcess | undefined;

function folder(): string {
  const made = temporaryFolder();
  folders.push(made);
  return made;
}
const start = async (dataDir = shared) => (running = await startEmbedded({ dataDir, unsafeFast: true }));

async function query(cluster: Embedded, text: string): Promise<unknown[]> {
  const client = new pg.Client(cluster.url('postgres'));
  await client.connect();
  const { rows } = await client.query<Record<string, unknown>>(text);
  await client.end();
  return rows;
}

/** Another Node process that starts the cluster and keeps it running; resolves to the database's pid. */
async function elsewhere(dataDir = shared): Promise<number> {
  const module = JSON.stringify(path.join(import.meta.dirname, 'embedded.ts'));
  const code = `const { startEmbedded } = await import(${module});
    const cluster = await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, unsafeFast: true });
    console.log('pid ' + cluster.pid); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  other = child;
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (more: string) => {
      text += more;
      const pid = /pid (\d+)/.exec(text)?.[1];
      if (pid) resolve(Number(pid));
    });
    child.once('exit', () => reject(new Error(`ended: ${text}`)));
  });
}

async function kill(child: ChildProcess | undefined) {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
}

beforeEach(() => {
  running = undefined;
  other = undefined;
});
afterEach(async () => {
  vi.restoreAllMocks();
  await kill(other);
  await running?.stop();
});
afterAll(() => {
  for (const each of folders) fs.rmSync(each, { recursive: true, force: true });
});

describe('the embedded database', () => {
  test('is version 18, in UTF-8 and UTC, and keeps its data', async () => {
    await query(await start(), 'create table kept as select 1 as one');
    await running?.stop();
    const again = await start();
    expect(again.adopted).toBe(false);
    expect(await query(again, 'select one from kept')).toEqual([{ one: 1 }]);
    const facts = `select current_setting('server_version_num')::int / 10000 as version,
      current_setting('server_encoding') as encoding, current_setting('timezone') as zone`;
    expect(await query(again, facts)).toEqual([{ version: 18, encoding: 'UTF8', zone: 'UTC' }]);
  });

  test('left running by a killed server is adopted, and stopped later', async () => {
    const pid = await elsewhere();
    await kill(other);
    const adopted = await start();
    expect(adopted).toMatchObject({ adopted: true, pid });
    expect(await query(adopted, 'select 1 as one')).toEqual([{ one: 1 }]);
    await adopted.stop();
    expect(fs.existsSync(path.join(shared, 'pg18/postmaster.pid'))).toBe(false);
  });

  test('refuses a second server', async () => {
    await elsewhere();
    await expect(start()).rejects.toThrow(`Another server (process ${other?.pid}) uses the data folder`);
  });

  test('refuses a second server in the same process', async () => {
    await start();
    await expect(startEmbedded({ dataDir: shared, unsafeFast: true })).rejects.toThrow('Another server');
  });

  test('is not stopped by a refused second server', async () => {
    const cluster = await start();
    await expect(startEmbedded({ dataDir: shared, unsafeFast: true })).rejects.toThrow();
    expect(await query(cluster, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('is created again when its creation was killed', async () => {
    const dataDir = folder();
    fs.mkdirSync(path.join(dataDir, 'pg18.new'));
    fs.writeFileSync(path.join(dataDir, 'pg18.new/PG_VERSION'), '18\n');
    expect(await query(await start(dataDir), 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('starts although a lock names a reused process id', async () => {
    const stale = `${process.pid}\n${path.join(shared, 'pg18')}\n`;
    fs.writeFileSync(path.join(shared, 'pg18/postmaster.pid'), stale);
    fs.writeFileSync(path.join(shared, 'owner'), `${process.pid} of-an-earlier-boot:1`);
    expect((await start()).adopted).toBe(false);
  });

  test('is restarted when it was killed', async () => {
    running = await startEmbedded({ dataDir: folder(), settings: { fsync: 'off' } });
    const { pid } = running;
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => running && query(running, 'select 1 as one'), { timeout: 15_000 }).toEqual([{ one: 1 }]);
    await running.stop();
    expect(isAlive(pid)).toBe(false);
  });

  test('works with a path too long for a socket', async () => {
    const deep = path.join(folder(), 'a'.repeat(100));
    expect(await query(await start(deep), 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});

describe('the data folder', () => {
  test('that is a file is refused', () => {
    const file = path.join(folder(), 'file');
    fs.writeFileSync(file, '');
    expect(() => dataFolder(file, undefined)).toThrow(`The data folder ${file} cannot be used`);
  });

  test('that cannot be created is refused', () => {
    expect(() => dataFolder(`${process.execPath}/data`, undefined)).toThrow('cannot be used');
    if (process.platform === 'linux')
      expect(() => dataFolder('/proc/nowhere/data', undefined)).toThrow('cannot be used');
  });

  test('below a folder closed to the database’s user is refused', () => {
    const closed = path.join(folder(), 'closed');
    fs.mkdirSync(closed, { mode: 0o700 });
    expect(() => dataFolder(path.join(closed, 'data'), { uid: 65_534, gid: 65_534 })).toThrow(
      `is below ${closed}, which the database’s user cannot enter (uid 65534`,
    );
  });

  test('is free again after its release', () => {
    const dataDir = folder();
    claim(dataDir)();
    claim(dataDir)();
    expect(fs.readdirSync(dataDir)).toEqual([]);
  });

  test('is refused to the second of two servers that find a stale claim', () => {
    const dataDir = folder();
    const owner = path.join(dataDir, 'owner');
    const first = `${process.ppid} `;
    fs.writeFileSync(owner, '999999999 of-an-earlier-boot:1');
    // the first one replaces it while the second checks whether its process is alive
    vi.spyOn(process, 'kill').mockImplementationOnce(() => {
      fs.writeFileSync(owner, first);
      throw Object.assign(new Error('no such process'), { code: 'ESRCH' });
    });
    expect(() => claim(dataDir)).toThrow(`Another server (process ${process.ppid}) uses the data folder`);
    expect(fs.readFileSync(owner, 'utf8')).toBe(first);
    expect(fs.readdirSync(dataDir)).toEqual(['owner']);
  });

  test('stays with another process that claimed it in the meantime', () => {
    const dataDir = folder();
    const release = claim(dataDir);
    fs.writeFileSync(path.join(dataDir, 'owner'), `${process.ppid} `);
    release();
    expect(fs.readFileSync(path.join(dataDir, 'owner'), 'utf8')).toBe(`${process.ppid} `);
  });
});
