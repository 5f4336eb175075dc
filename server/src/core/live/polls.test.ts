import { randomUUID } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, inject, onTestFinished, test } from 'vitest';
import { openPortal } from '#testing/portal.ts';
import { createPolls } from './polls.ts';
import { wakeControllers } from './wakes.ts';

const portal = await openPortal({ connections: 1 });
const { app: pool, system } = portal.database;

function openPolls() {
  const polls = createPolls(pool, portal.app.log);
  onTestFinished(() => polls.close());
  return polls;
}
const wake = (ids: readonly string[]) => portal.inTenant('demo', async (db) => wakeControllers(db, ids));
/** PgBouncer opens more connections of its own: at first without a name, then with that of the pool. */
const opened = inject('pooler') ? `application_name not in ('', 'keyward', 'keyward system')` : 'true';
const sessions = async () => {
  const { rows } = await system.query<{ open: number; busy: number }>(
    `select count(*) filter (where ${opened})::int as open, count(*) filter (where state <> 'idle')::int as busy
     from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  );
  return rows[0] ?? { open: 0, busy: 0 };
};
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void; // V8's own function, by its documented flag
const heap = () => {
  collect();
  return process.memoryUsage().heapUsed;
};

test('a thousand waiting polls hold no connection and no transaction, and cost less than 50 MB', async () => {
  const polls = openPolls();
  const first = polls.begin(randomUUID(), 20_000);
  // a poll that was waiting when the connection began to listen is woken: a change may have been missed
  expect(await first.next()).toBe('woken');
  const before = { ...(await sessions()), heap: heap() };
  const ids = Array.from({ length: 1000 }, () => randomUUID());
  const answers = ids.map((id) => polls.begin(id, 20_000).next());
  expect(polls.size()).toBe(1001);
  // the process has one connection, which listens for changes; the pool's only one is free for a request; autovacuum and earlier
  // statements may still be running
  await expect.poll(sessions).toMatchObject({ open: before.open, busy: 0 });
  expect([pool.totalCount, pool.idleCount, pool.waitingCount]).toEqual([1, 1, 0]);
  expect((await portal.as.clerk.raw('GET', '/api/v1/me')).status).toBe(200);
  expect((heap() - before.heap) / 1024 ** 2).toBeLessThan(50);
  // the polls do wait: the one that is woken answers, the others keep waiting
  await wake(ids.slice(0, 1));
  expect(await Promise.race(answers)).toBe('woken');
  expect(polls.size()).toBe(1001);
  first.leave();
  await polls.close();
  expect(await Promise.all(answers.slice(1))).toEqual(Array.from({ length: 999 }, () => 'over'));
});

test('when a change wakes many polls, the first ones answer at once, and the others one after the other', async () => {
  const polls = openPolls();
  const first = polls.begin(randomUUID(), 20_000);
  await first.next();
  const ids = Array.from({ length: 70 }, () => randomUUID());
  let woken = 0;
  const answers = ids.map(async (id) => {
    const ended = await polls.begin(id, 20_000).next();
    woken++;
    return ended;
  });
  await wake(ids);
  await Promise.race(answers);
  expect(woken).toBe(5);
  // a change that concerns a single controller does not wait for its turn
  const other = randomUUID();
  const next = polls.begin(other, 20_000).next();
  await wake([other]);
  expect(await next).toBe('woken');
  expect(woken).toBeLessThan(70);
  expect(new Set(await Promise.all(answers))).toEqual(new Set(['woken']));
});

test('a controller that polls again before its turn is not woken for a change that the new poll reads anyway', async () => {
  const polls = openPolls();
  const first = polls.begin(randomUUID(), 20_000);
  await first.next();
  const ids = Array.from({ length: 30 }, () => randomUUID());
  const answers = ids.map((id) => polls.begin(id, 20_000).next());
  await wake(ids);
  await Promise.race(answers);
  const again = polls.begin(ids[15] ?? '', 20_000);
  expect(await answers[15]).toBe('over');
  let woken = false;
  const next = again.next().then((ended) => (woken = ended === 'woken'));
  // the turn of the last one comes after that of the sixteenth
  await Promise.all(answers);
  expect(woken).toBe(false);
  again.leave();
  await next;
});
