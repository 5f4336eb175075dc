// Our connections behind a real pooler in transaction mode; only `npm run test:nightly` has one.
import { devices } from '@keyward/contract/devices';
import pg from 'pg';
import { expect, test } from 'vitest';
import { openDatabase } from '#db/connect.ts';
import { poolerFor } from '#testing/pooler-access.ts';
import { Caller, openPortal } from '#testing/portal.ts';

const portal = await openPortal();
const { appUrl, url } = portal.database;
const { through, open } = poolerFor(portal);

test('the pooler shares connections in transaction mode', async () => {
  const pool = open(12);
  const pids = async (): Promise<number[]> => {
    const work = Array.from({ length: 12 }, () => pool.query<{ pid: number }>('select pg_backend_pid() as pid'));
    return (await Promise.all(work)).map(({ rows: [row] }) => row?.pid ?? 0);
  };
  const seen = [...(await pids()), ...(await pids())];
  expect(pool.totalCount).toBe(12);
  expect(new Set(seen).size).toBeLessThanOrEqual(6);
  const one = await pool.connect();
  const turns: unknown[] = [];
  for (let i = 0; i < 6; i++) turns.push(...(await one.query('select pg_backend_pid() as pid')).rows);
  expect(new Set(turns.map((row) => JSON.stringify(row))).size).toBeGreaterThan(1);
  one.release();
  await pool.end();
});

test('named statements fail behind the pooler', async () => {
  const clients = Array.from({ length: 12 }, () => new pg.Client(through(appUrl)));
  await Promise.all(clients.map((client) => client.connect()));
  const runNamed = (client: pg.Client) => client.query({ name: 'k1', text: 'select 1' });
  await runNamed(clients[0] as pg.Client); // there are twelve
  const answers = await Promise.allSettled(clients.map(runNamed));
  expect(answers.flatMap((a) => (a.status === 'rejected' ? [String(a.reason)] : []))).toContain(
    'error: prepared statement "k1" already exists',
  );
  await Promise.all(clients.map((client) => client.end()));
});

test('a DATABASE_URL through the pooler is refused', async () => {
  await expect(openDatabase({ dataDir: '', databaseUrl: through(url), unsafeFast: true })).rejects.toThrow(
    'DATABASE_URL points to a pooler in transaction mode',
  );
});

test('a request that waits too long for a connection gets a 503', async () => {
  const holding = open(6);
  const held = await Promise.all([1, 2, 3, 4, 5, 6].map(() => holding.connect()));
  for (const client of held) await client.query('begin');
  const ready = async () => (await new Caller(portal.app, 'localhost', {}).raw('GET', '/readyz')).status;
  await expect.poll(ready, { timeout: 10_000 }).toBe(503); // the background check detects it
  const list = await portal.as.admin.request(devices.list, {});
  expect([list.status, list.headers['retry-after']]).toEqual([503, '1']);
  for (const client of held) await client.query('rollback');
  for (const client of held) client.release();
  await holding.end();
  await expect.poll(ready, { timeout: 10_000 }).toBe(200);
  await portal.as.admin.call(devices.list, {});
}, 30_000);
