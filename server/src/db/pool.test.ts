import net, { type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, expect, test, vi } from 'vitest';
import { openPortal } from '#testing/portal.ts';
import { acquire, connectionWaitMs, createPool, requestLimits, warmUp } from './pool.ts';

const portal = await openPortal();
const url = portal.database.appUrl;
const pools: pg.Pool[] = [];
const ends: (() => void)[] = [];
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(pools.splice(0).map((pool) => pool.end()));
  for (const end of ends.splice(0)) end();
});
function open(max: number, address = url): pg.Pool {
  const pool = createPool(address, { max, limits: requestLimits });
  pools.push(pool);
  return pool;
}

/** The address of the database behind a server on which a connection opens only when `delayed` resolves. */
async function slowToOpen(delayed: () => Promise<unknown>): Promise<string> {
  const { host, port, user, password, database } = new pg.Client(url);
  const server = net.createServer((near) => {
    const far = host.startsWith('/') ? net.connect(`${host}/.s.PGSQL.${port}`) : net.connect(port, host);
    for (const one of [near, far]) {
      one.on('error', () => {});
      one.on('close', () => [near, far].forEach((other) => other.destroy()));
    }
    near.pipe(far);
    void delayed().then(() => far.pipe(near));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  ends.push(() => server.close());
  const { port: own } = server.address() as AddressInfo;
  return `postgres://${user}:${encodeURIComponent(String(password))}@127.0.0.1:${own}/${database}`;
}

test('a connection that opens too late for its request serves the next one', async () => {
  const pool = open(1, await slowToOpen(() => sleep(1_500)));
  await expect(acquire(pool)).rejects.toThrow('timeout exceeded when trying to connect');
  const client = await acquire(pool);
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  client.release();
  expect(pool.totalCount).toBe(1);
});

test('a request stops waiting for a connection in use, and does not take it when it is released too late', async () => {
  const pool = open(1);
  const held = await acquire(pool);
  await expect(acquire(pool)).rejects.toThrow('timeout exceeded when trying to connect');
  held.release();
  const next = await acquire(pool);
  next.release();
  expect([pool.idleCount, pool.waitingCount]).toEqual([1, 0]);
});

test('a stall of the process does not count as a wait', async () => {
  const pool = open(1);
  const held = await acquire(pool);
  const waiting = acquire(pool);
  // answered and released while the process is blocked
  held.query('select 1', () => held.release());
  const stalled = new Int32Array(new SharedArrayBuffer(4));
  await new Promise(setImmediate); // the statement is sent
  Atomics.wait(stalled, 0, 0, 2 * connectionWaitMs);
  (await waiting).release();
});

test('at most two connections are opened at a time, and requests take those that become free earlier', async () => {
  let opening = 0;
  let most = 0;
  const two = Promise.withResolvers<void>();
  const address = await slowToOpen(async () => {
    most = Math.max(most, ++opening);
    if (most > 1) two.resolve();
    // a busy machine may accept the second connection long after the first
    await two.promise;
    await sleep(10);
    opening--;
  });
  const pool = open(6, address);
  const work = async () => {
    const client = await acquire(pool);
    await client.query('select 1');
    client.release();
  };
  await Promise.all(Array.from({ length: 30 }, work));
  // each caller gets one, although open connections stay in use
  const held = await Promise.allSettled(Array.from({ length: 6 }, () => acquire(pool)));
  const clients = held.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
  for (const client of clients) client.release();
  expect([clients.length, pool.totalCount, most]).toEqual([6, 6, 2]);
});

test('six connections stay open; others are closed after about a minute without use', async () => {
  const pool = open(8);
  await warmUp(pool);
  expect([pool.totalCount, pool.idleCount]).toEqual([6, 6]);
  const clients = await Promise.all(Array.from({ length: 8 }, () => acquire(pool)));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  for (const client of clients) client.release();
  await vi.advanceTimersByTimeAsync(50_000);
  expect(pool.totalCount).toBe(8);
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(pool.totalCount).toBe(6);
});

test('the database ends a transaction that a job leaves idle for five minutes', async () => {
  const { rows } = await portal.database.system.query('show idle_in_transaction_session_timeout');
  expect(rows).toEqual([{ idle_in_transaction_session_timeout: '5min' }]);
});
