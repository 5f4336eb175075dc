import { activity } from '@keyward/contract/activity';
import { metrics } from '@keyward/contract/dashboard';
import { histories } from '@keyward/contract/device-history';
import { devices } from '@keyward/contract/devices';
import { groups } from '@keyward/contract/groups';
import { auth } from '@keyward/contract/auth';
import { errorReply } from '@keyward/contract/errors';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import fs from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '#app.ts';
import { createSession } from '#core/auth/session.ts';
import { type Database, openDatabase, openPools } from '#db/connect.ts';
import { type Embedded, startEmbedded } from '#db/embedded/embedded.ts';
import { inTenant } from '#db/tenant.ts';
import { temporaryFolder } from '#testing/folder.ts';
import { seedTestWorld, tenants } from '#testing/people.ts';
import { type Answer, Caller } from '#testing/portal.ts';

const poolSize = 4;
const folder = temporaryFolder();
let cluster: Embedded | undefined;
let pools: Database;
let app: FastifyInstance;
let admin: Caller;

const start = async () => (cluster = await startEmbedded({ dataDir: folder, unsafeFast: true }));
async function stop() {
  await cluster?.stop();
  cluster = undefined;
}

beforeAll(async () => {
  const { url } = await start();
  const first = await openDatabase({ dataDir: '', databaseUrl: url('postgres'), unsafeFast: true });
  await seedTestWorld(first);
  await first.close();
  pools = openPools(url('postgres'), poolSize);
  app = await buildApp({ pool: pools.app, demo: false, checkReplies: true });
  const { rows } = await pools.system.query<{ id: string }>(
    `select id from profile where tenant_id = $1 and username = 'admin'`,
    [tenants.demo],
  );
  const token = await inTenant(pools.app, tenants.demo, (db) =>
    createSession(db, rows[0]?.id ?? '', { address: '127.0.0.1', userAgent: 'test' }),
  );
  admin = new Caller(app, 'localhost', { cookie: `keyward=${token}` });
}, 60_000);
afterAll(async () => {
  await app.close();
  await pools.close();
  await stop();
  fs.rmSync(folder, { recursive: true, force: true });
}, 30_000);

function expectUnavailable(answer: Answer) {
  expect(answer.status, answer.text).toBe(503);
  expect(answer.headers['retry-after']).toBe('1');
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(errorReply.parse(answer.body).errors).toEqual([
    { detail: 'The service is temporarily unavailable. Try again in a moment.', code: 'unavailable' },
  ]);
}
const serves = async () => (await admin.request(devices.list, {})).status === 200;
const reason = async () => ((await admin.raw('GET', '/readyz')).body as { reason?: string }).reason;
const ready = async () => (await admin.raw('GET', '/readyz')).status;

test(
  'without its database the server returns 503 at once, keeps running, and recovers with it',
  { timeout: 60_000 },
  async () => {
    expect(await serves()).toBe(true);
    expect(await ready()).toBe(200);
    await stop();
    for (let i = 0; i < 3; i++) {
      const began = performance.now();
      expectUnavailable(await admin.request(devices.list, {}));
      expectUnavailable(await admin.request(auth.login, { body: { username: 'admin', password: 'x' } }));
      await expect.poll(ready).toBe(503);
      expect((await admin.raw('GET', '/healthz')).status).toBe(200);
      expect(performance.now() - began).toBeLessThan(8000);
    }
    await start();
    const back = performance.now();
    while (!(await serves())) {
      expect(performance.now() - back).toBeLessThan(5000);
      await sleep(50);
    }
    await expect.poll(ready).toBe(200);
  },
);

test(
  'pictures, histogram, history and an event’s drawer outlive a second without the database',
  { timeout: 60_000 },
  async () => {
    const range = { from: new Date(Date.now() - 86_400_000).toISOString(), to: new Date().toISOString() };
    const { data } = await admin.call(devices.list, { query: { name: 'North cabinet' } });
    const id = data[0]?.id ?? '';
    await admin.call(devices.update, { params: { id }, body: { name: 'North cabinet B' } });
    const [event] = (await admin.call(activity.list, {})).data;
    const reads = [
      () => admin.request(metrics.timeline, { query: { ...range, bucket: 'hour' } }),
      () => admin.request(metrics.week, { query: range }),
      () => admin.request(metrics.attempts, { query: range }),
      () => admin.request(metrics.connectivity, { query: range }),
      () => admin.request(metrics.readings, { query: { ...range, field: 'battery' } }),
      () => admin.request(metrics.summary, { params: { report: 'UnsecuredLocks' } }),
      () => admin.request(activity.histogram, { query: { entity_id: id } }),
      () => admin.request(histories.device, { params: { id }, query: range }),
      () => admin.request(activity.get, { params: { id: event?.id ?? '' } }),
    ];
    const all = () => Promise.all(reads.map((read) => read()));
    for (const answer of await all()) expect(answer.status, answer.text).toBe(200);
    const [during] = await Promise.all([all(), stop()]);
    for (const answer of during) if (answer.status !== 200) expectUnavailable(answer);
    for (const answer of await all()) expectUnavailable(answer);
    await sleep(1000);
    await start();
    await expect
      .poll(async () => (await all()).map(({ status }) => status), { timeout: 10_000 })
      .toEqual(reads.map(() => 200));
  },
);

test('connections lost during requests cause only 503s, and none of them is reused', { timeout: 60_000 }, async () => {
  const killer = new pg.Client(cluster?.url('postgres'));
  await killer.connect();
  const answers: Answer[] = [];
  const run = { on: true };
  const callers = Array.from({ length: 6 }, async () => {
    while (run.on) {
      answers.push(await admin.request(devices.list, { query: { search: 'cabinet', sort: 'serial_number:asc' } }));
      await nextTurn(); // a refusal at once needs no input or output, for which the test's own timers wait
    }
  });
  for (let i = 0; i < 15; i++) {
    await sleep(40);
    await killer.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'keyward_app' and datname = current_database()`,
    );
  }
  run.on = false;
  await Promise.all(callers);
  await killer.end();
  const good = new Set(answers.filter((a) => a.status === 200).map((a) => a.text));
  expect(good.size).toBe(1);
  for (const answer of answers) if (answer.status !== 200) expectUnavailable(answer);
  expect(answers.length).toBeGreaterThan(20);
  await expect.poll(serves, { timeout: 5000 }).toBe(true);
});

test('a write whose connection is lost before the commit is not stored', { timeout: 60_000 }, async () => {
  const before = (await admin.call(devices.list, {})).total_results;
  const lock = new pg.Client(cluster?.url('postgres'));
  await lock.connect();
  await lock.query('begin; lock table event in access exclusive mode');
  const { data } = await admin.call(devices.list, { query: { name: 'North padlock' } });
  const removing = admin.request(devices.remove, { params: { id: data[0]?.id ?? '' } });
  const waiting = async () =>
    (
      await pools.system.query<{ pid: number }>(
        `select pid from pg_stat_activity where usename = 'keyward_app' and wait_event_type = 'Lock'`,
      )
    ).rows[0]?.pid;
  await expect.poll(waiting, { timeout: 5000 }).toBeDefined();
  await pools.system.query('select pg_terminate_backend($1)', [await waiting()]);
  expectUnavailable(await removing);
  await lock.query('rollback');
  await lock.end();
  expect((await admin.call(devices.list, {})).total_results).toBe(before);
  expect((await admin.request(devices.get, { params: { id: data[0]?.id ?? '' } })).status).toBe(200);
});

test(
  'with the pool exhausted requests get a 503 after about a second, and /healthz needs no connection',
  { timeout: 60_000 },
  async () => {
    const taken = await Promise.all(Array.from({ length: poolSize }, () => pools.app.connect()));
    const began = performance.now();
    const answers = await Promise.all(Array.from({ length: 8 }, () => admin.request(devices.list, {})));
    const waited = performance.now() - began;
    for (const answer of answers) expectUnavailable(answer);
    expect(waited).toBeGreaterThan(900);
    expect(waited).toBeLessThan(3000);
    expect((await admin.raw('GET', '/healthz')).status).toBe(200);
    for (const client of taken) client.release();
    expect(await serves()).toBe(true);
  },
);

test(
  'a database role recreated without its grants causes 503s; a restart restores them',
  { timeout: 60_000 },
  async () => {
    const { system } = pools;
    await system.query('drop owned by keyward_app');
    expectUnavailable(await admin.request(devices.list, {}));
    expectUnavailable(await admin.request(auth.login, { body: { username: 'admin', password: 'x' } }));
    await expect.poll(reason).toBe('rights');
    // as in a new server, restored from a dump before the role exists
    await system.query(`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'keyward_app'`);
    await system.query('drop role keyward_app');
    const again = await openDatabase({ dataDir: '', databaseUrl: pools.url, unsafeFast: true });
    await again.close();
    await expect.poll(serves).toBe(true);
    await expect.poll(ready).toBe(200);
  },
);

test('a write that waits too long for a lock gets a 503', { timeout: 60_000 }, async () => {
  const lock = new pg.Client(cluster?.url('postgres'));
  await lock.connect();
  await lock.query('begin; lock table event in access exclusive mode');
  const body = { label: 'Waiting', type: 1 as const, values: ['A'] };
  expectUnavailable(await admin.request(groups.create, { body }));
  await lock.query('rollback');
  await lock.end();
  expect((await admin.request(groups.create, { body })).status).toBe(201);
});

test(
  'an endless query is cancelled after five seconds with a 503, and the connection stays usable',
  { timeout: 60_000 },
  async () => {
    const lock = new pg.Client(cluster?.url('postgres'));
    await lock.connect();
    await lock.query('begin; lock table device in access exclusive mode');
    const began = performance.now();
    expectUnavailable(await admin.request(devices.list, {}));
    expect(performance.now() - began).toBeLessThan(7500);
    await lock.query('rollback');
    await lock.end();
    expect(await serves()).toBe(true);
  },
);

/** The state of a process, such as T for a suspended one; undefined if it has ended. */
function stateOf(pid: number): string | undefined {
  try {
    return /\) (\w)/.exec(fs.readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1];
  } catch {
    return undefined;
  }
}

/** Suspends or resumes a process. Resolves once it is suspended, which a signal alone does not wait for. */
async function signalTo(pid: number, signal: 'SIGSTOP' | 'SIGCONT') {
  // it may have ended since the list was read
  if (stateOf(pid) === undefined) return;
  process.kill(pid, signal);
  if (signal === 'SIGSTOP') await expect.poll(() => stateOf(pid) ?? 'T').toBe('T');
}

/** Suspends or resumes every process of the cluster; connections stay open. */
async function freeze(signal: 'SIGSTOP' | 'SIGCONT') {
  const pid = cluster?.pid ?? 0;
  // first the process that starts the others, so that none is missed
  await signalTo(pid, signal);
  const children = fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
  for (const child of children) await signalTo(child, signal);
}

test.skipIf(process.platform !== 'linux')(
  'a frozen database is detected and no request waits for it; service resumes when it thaws',
  { timeout: 60_000 },
  async () => {
    await expect.poll(ready).toBe(200);
    expect(await serves()).toBe(true);
    await freeze('SIGSTOP');
    try {
      // each gets its response long before the query timeout
      const first = await Promise.all(Array.from({ length: poolSize + 2 }, () => admin.request(devices.list, {})));
      for (const answer of first) expectUnavailable(answer);
      await expect.poll(reason).toBe('database');
      // these need no database
      const connect = vi.spyOn(pools.app, 'connect');
      for (let i = 0; i < 5; i++) expectUnavailable(await admin.request(devices.list, {}));
      expect(connect).not.toHaveBeenCalled();
      connect.mockRestore();
    } finally {
      await freeze('SIGCONT');
    }
    await expect.poll(serves).toBe(true);
    await expect.poll(ready).toBe(200);
  },
);

test('a database that refuses writes is not ready, and lists can still be read', { timeout: 60_000 }, async () => {
  const everyone = `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'keyward_app'`;
  await pools.system.query('alter database postgres set default_transaction_read_only = on');
  await pools.system.query(everyone);
  await expect.poll(reason).toBe('read-only');
  await expect.poll(serves).toBe(true);
  // long enough ago that the next request would be noted as the session's last activity
  const past = new pg.Client(cluster?.url('postgres'));
  await past.connect();
  await past.query('set default_transaction_read_only = off');
  await past.query(`update session set last_active_at = now() - interval '2 minutes'`);
  await past.end();
  expect(await serves()).toBe(true);
  const owner = new pg.Client(cluster?.url('postgres'));
  await owner.connect();
  await owner.query('set default_transaction_read_only = off');
  await owner.query('alter database postgres reset default_transaction_read_only');
  await owner.query(everyone);
  await owner.end();
  await expect.poll(ready).toBe(200);
});
