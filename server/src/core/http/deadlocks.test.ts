// A call that loses a deadlock runs again, so that no person has to repeat it.
import { activity } from '@keyward/contract/activity';
import { devices } from '@keyward/contract/devices';
import { expect, test } from 'vitest';
import { serials } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';

const portal = await openPortal();
const { admin } = portal.as;
const { system } = portal.database;

const lock = 'select id from device where id = $1 for update';
const deadlocks = 'select deadlocks from pg_stat_database where datname = current_database()';

test('a call that loses a deadlock against another transaction runs again and takes effect once', async () => {
  const { data: all, total_results: total } = await admin.call(devices.list, {});
  const serialNumbers: string[] = [serials.northPadlock, serials.southPadlock];
  const ids = all
    .filter(({ serial_number: serial }) => serialNumbers.includes(serial))
    .map(({ id }) => id)
    .toSorted(); // the order in which the call locks them
  const [first, last] = ids;
  const other = await system.connect();
  try {
    await other.query('begin');
    // the call, which waits for a second, finds the deadlock and is rolled back
    await other.query(`set local deadlock_timeout = '1min'`);
    await other.query(lock, [last]);
    const answer = admin.request(devices.removeMany, { body: { ids } });
    const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    await expect.poll(async () => (await system.query(waiting)).rows.length).toBe(1);
    const { rows: before } = await system.query<{ deadlocks: string }>(deadlocks);
    await other.query(lock, [first]);
    await other.query('commit');
    expect(await answer).toMatchObject({ status: 200 });
    await expect.poll(async () => (await system.query<{ deadlocks: string }>(deadlocks)).rows).not.toEqual(before);
  } finally {
    await other.query('rollback');
    other.release();
  }
  const { data: left, total_results: counted } = await admin.call(devices.list, {});
  expect(left.filter(({ id }) => ids.includes(id))).toEqual([]);
  expect(counted).toBe(total - 2);
  const { data: events } = await admin.call(activity.list, { query: { event: 'DELETE_DEVICE' } });
  expect(events.map(({ entity_id: id }) => id ?? '').toSorted()).toEqual(ids);
});
