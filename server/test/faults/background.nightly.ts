// The database is killed repeatedly while jobs run: the process survives, and so do its jobs.
import fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '#db/connect.ts';
import { type Embedded, startEmbedded } from '#db/embedded/embedded.ts';
import { temporaryFolder } from '#testing/folder.ts';
import { seedTestWorld } from '#testing/people.ts';
import { type ServerProcess, startProcess } from '#testing/server.ts';

/** Half of the faults kill the postmaster, half the connections of the jobs. */
const kills = Number(process.env.KEYWARD_TEST_KILLS ?? 2);

const folder = temporaryFolder();
const data = temporaryFolder();
let cluster: Embedded | undefined;
let server: ServerProcess | undefined;

/** PostgreSQL does not start in the same folder until the last killed process is gone. */
async function start(): Promise<string> {
  for (let left = 100; ; left--) {
    try {
      cluster = await startEmbedded({ dataDir: folder, unsafeFast: true });
      return cluster.url('postgres');
    } catch (error) {
      if (left === 0) throw error;
      await sleep(50);
    }
  }
}
async function killPostmaster() {
  process.kill(cluster?.pid ?? 0, 'SIGKILL');
  await cluster?.stop();
  await start();
}

const url = await start();
const database = await openDatabase({ dataDir: '', databaseUrl: url, unsafeFast: true });
await seedTestWorld(database);
await database.close();
afterAll(async () => {
  server?.child.kill('SIGKILL');
  await cluster?.stop();
  for (const each of [folder, data]) fs.rmSync(each, { recursive: true, force: true });
});

async function connect(): Promise<pg.Client> {
  const client = new pg.Client(url);
  client.on('error', () => {}); // it is killed with the others
  await client.connect();
  return client;
}
const queue = async (client: pg.Client, name: string, pause = '0') => {
  const text = 'select id from graphile_worker.add_job($1, run_at => now() + $2::interval)';
  return (await client.query<{ id: string }>(text, [name, pause])).rows[0]?.id ?? '';
};
/** The runner that has locked a job. */
async function holderOf(client: pg.Client, job: string): Promise<string> {
  const text = 'select locked_by from graphile_worker._private_jobs where id = $1';
  return (await client.query<{ locked_by: string | null }>(text, [job])).rows[0]?.locked_by ?? '';
}
async function isWaiting(client: pg.Client, query: string) {
  const text = `select from pg_stat_activity
    where wait_event_type = 'Lock' and application_name like 'keyward%' and query like $1`;
  return (await client.query(text, [query])).rowCount !== 0;
}
const end = (client: pg.Client, query: string) =>
  client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and query like $1',
    [query],
  );

test(
  `the process and its jobs survive ${kills} kills of the database`,
  { timeout: 60_000 + kills * 60_000 },
  async () => {
    server = await startProcess(url, data, { LOG_LEVEL: 'error' });
    const { child, output: said, get } = server;
    const queued: string[] = [];
    let runner = '';
    for (let n = 0; n < kills; n++) {
      // a job is running, and the result that the queue has to store waits too
      const [watch, sessions, jobs] = await Promise.all([connect(), connect(), connect()]);
      await sessions.query('begin; lock table session in access exclusive mode');
      queued.push(await queue(watch, 'ended-sessions'));
      await expect.poll(() => isWaiting(watch, 'delete from "session"%')).toBe(true);
      runner = await holderOf(watch, queued.at(-1) ?? '');
      await jobs.query('begin; lock table graphile_worker._private_jobs in exclusive mode');
      const fails = async () => {
        // the job goes on to the next tenant, and fails after the last one
        await end(watch, 'delete from "session"%');
        return isWaiting(watch, '%last_error%');
      };
      await expect.poll(fails).toBe(true);
      if (n % 2) await end(watch, '%last_error%');
      else await killPostmaster();
      await Promise.allSettled([watch, sessions, jobs].map((client) => client.end()));

      const after = await connect();
      const fresh = await queue(after, 'party-totals');
      const left = async () =>
        (await after.query('select from graphile_worker._private_jobs where id = $1', [fresh])).rowCount;
      // the pauses between retries grow, and test machines are busy
      await expect
        .poll(left, { timeout: 60_000 })
        .toBe(0)
        .catch(async (cause: unknown) => {
          const { rows } = await after.query('select * from graphile_worker._private_jobs');
          throw new Error(`After kill ${n} the queue holds ${JSON.stringify(rows)}\n${said()}`, { cause });
        });
      await after.end();
      expect(child.exitCode, said()).toBeNull();
      await expect.poll(async () => (await get('/readyz'))?.status).toBe(200);
    }
    const client = await connect();
    const left = async () => {
      // the delays between retries are over; a job locked by a dead process is still pending
      await client.query(
        'update graphile_worker._private_jobs set run_at = now() where id = any($1) and locked_at is null',
        [queued],
      );
      return (await client.query('select from graphile_worker._private_jobs where id = any($1)', [queued])).rowCount;
    };
    await expect.poll(left, { timeout: 30_000 }).toBe(0);

    // an earlier runner that stopped late has taken one more job
    const late = await queue(client, 'party-totals', '1 hour');
    await client.query(
      'update graphile_worker._private_jobs set run_at = now(), locked_at = now(), locked_by = $2 where id = $1',
      [late, runner],
    );
    queued.push(late);
    await expect.poll(left, { timeout: 30_000 }).toBe(0);
    await client.end();
    const failures = Number(
      /^keyward_background_failures_total\{part="jobs"\} (\d+)/m.exec((await get('/metrics'))?.text ?? '')?.[1],
    );
    expect(failures).toBeGreaterThanOrEqual(kills);
    child.kill('SIGINT');
    expect(await server.ended, said()).toEqual([0, null]);
  },
);
