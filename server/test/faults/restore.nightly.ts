// The commands of docs/operator.md, 'Backup and restore', verbatim: dumps a running portal and restores it to a new cluster.
import { auth } from '@keyward/contract/auth';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { demoPassword } from '#core/auth/demo.ts';
import { openDatabase, openPools } from '#db/connect.ts';
import { temporaryFolder } from '#testing/folder.ts';
import { installedCluster, installedPrograms } from '#testing/installed.ts';
import { seedTestWorld } from '#testing/people.ts';
import { startProcess } from '#testing/server.ts';
import { stateOf } from '#testing/state.ts';

const manual = fs.readFileSync(path.resolve(import.meta.dirname, '../../../docs/operator.md'), 'utf8');
const [, section = ''] = /^## Backup and restore$(.*?)^## /ms.exec(manual) ?? [];
const commands = [...section.matchAll(/^```\n(.*?)^```$/gms)].flatMap(([, block = '']) => block.trim().split('\n'));

const folder = temporaryFolder();
const ending: (() => unknown)[] = [() => fs.rmSync(folder, { recursive: true, force: true })];
afterAll(async () => {
  for (const end of ending.toReversed()) await end();
}, 60_000);

const KEYWARD_SECRET = 'the-same-key-before-and-after-1234';
async function serve(url: string) {
  const server = await startProcess(url, folder, { KEYWARD_SECRET, KEYWARD_DEMO: '0' });
  ending.push(() => server.child.kill('SIGKILL'));
  const signedIn = await fetch(`http://localhost:${server.port}${auth.login.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ username: 'admin', password: demoPassword }),
  });
  expect((await server.get('/readyz'))?.status).toBe(200);
  return signedIn.status;
}
async function contentOf(url: string) {
  const pools = openPools(url, 1);
  try {
    return await stateOf({ system: pools.system });
  } finally {
    await pools.close();
  }
}

test('a dump of a running portal restores completely to a new cluster, and a server starts on it', async () => {
  const [before, after] = [await installedCluster(), await installedCluster()];
  ending.push(before.stop, after.stop);
  // README.md: the owner of an empty database, who may create roles
  before.sql(`create role keyward login createrole password 'of-this-test-alone'`);
  before.sql('create database keyward owner keyward');
  after.sql(`create role keyward login createrole createdb password 'of-this-test-alone'`);
  const [url, restored] = [before.url('keyward', 'keyward'), after.url('keyward', 'keyward')];
  const first = await openDatabase({ dataDir: '', databaseUrl: url, unsafeFast: true });
  await seedTestWorld(first);
  await first.close();
  expect(await serve(url)).toBe(200);
  const dumped = await contentOf(before.url('postgres', 'keyward'));

  expect(commands).toHaveLength(4);
  expect(commands.at(-1)).toContain('npm start');
  const env = {
    PATH: `${installedPrograms()}:${process.env.PATH}`,
    ADMIN_URL: before.url('postgres', 'keyward'),
    NEW_CLUSTER_URL: after.url('keyward', 'postgres'),
    NEW_DATABASE_URL: restored,
  };
  for (const command of commands.slice(0, -1)) execFileSync('sh', ['-c', command], { cwd: folder, env });
  expect(await contentOf(after.url('postgres', 'keyward'))).toEqual(dumped);
  expect(await serve(restored)).toBe(200);
}, 180_000);
