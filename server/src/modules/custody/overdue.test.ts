// Overdue keys in the list of devices, which are those of the board, and the watches on them.
import { devices } from '@keyward/contract/devices';
import { inbox } from '@keyward/contract/inbox';
import { watches } from '@keyward/contract/watches';
import { beforeEach, expect, test } from 'vitest';
import { watchesByTime } from '#core/watches/job.ts';
import { openOutbox } from '#testing/outbox.ts';
import { north, south, tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';
import { openBoard } from './board.testing.ts';

const portal = await openPortal();
const { admin, clerk } = portal.as;
const { owner, keyOut, newKey, board, idsOf, curfewOf } = await openBoard(portal);
const { context } = openOutbox(portal);
const listed = async (query: Record<string, string>, who = admin) =>
  (await who.call(devices.list, { query: { device_class: 'KEY', ...query } })).data;
const ids = async (query: Record<string, string>, who = admin) => (await listed(query, who)).map(({ id }) => id);
const ownCurfew = ({ id, name }: { id: string; name: string }, curfew: string | null) =>
  admin.call(devices.update, { params: { id }, body: { name, curfew } });
/** Moves the check-out of this key `minutes` into the past. */
const age = ({ id }: { id: string }, minutes: number) =>
  owner.query(
    'update key_custody set checked_out_at = checked_out_at - make_interval(mins => $2) where device_id = $1',
    [id, minutes],
  );

beforeEach(async () => {
  for (const table of ['key_custody', 'location_hours', 'watch', 'inbox_entry'])
    await owner.query(`delete from ${table}`);
});

test('the view lists the keys that the board calls overdue, by the curfew of the key or its location', async () => {
  await curfewOf(north, '2h');
  const inTime = await keyOut(north, 'clerk', 119);
  const late = await keyOut(north, 'clerk', 121);
  const later = await keyOut(north, 'manager', 300);
  const own = await keyOut(south, 'clerk', 61);
  await ownCurfew(own, '1h');
  const calm = await keyOut(south, 'clerk', 5000);
  const docked = await newKey(north);
  const onBoard = (await board()).data.filter(({ state }) => state === 'overdue');
  const overdue = [later.id, late.id, own.id];
  expect(idsOf(onBoard).toSorted()).toEqual(overdue.toSorted());
  // the key that is out for longest comes first
  expect(await ids({ custom_view: 'Overdue keys' })).toEqual(overdue);
  expect(new Set(await ids({ overdue: 'false' }))).toEqual(new Set([inTime.id, calm.id]));
  expect(new Set(await ids({ overdue: 'EXISTS' }))).toEqual(new Set([...overdue, inTime.id, calm.id]));
  expect(await ids({ overdue: 'NOT_EXISTS' })).toContain(docked.id);
  expect(await ids({ custom_view: 'Overdue keys' }, clerk)).toEqual([later.id, late.id]);
  const states = new Map((await listed({})).map((row) => [row.id, row.overdue]));
  for (const id of overdue) expect(states.get(id)).toBe(true);
  for (const { id } of [inTime, calm]) expect(states.get(id)).toBe(false);
  expect(states.get(docked.id)).toBeNull();
});

test('a time of day is in the zone of the location, else in the organization’s', async () => {
  const key = await keyOut(north, 'clerk', 0);
  const clockIn = (timeZone: string, ago: number) =>
    new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'short' }).format(new Date(Date.now() - ago * 60_000));
  const isOverdue = async () => (await ids({ custom_view: 'Overdue keys' })).includes(key.id);
  await age(key, 20);
  for (const zone of ['Asia/Kolkata', 'Asia/Kathmandu']) {
    if (zone === 'Asia/Kolkata')
      await owner.query(`update tenant set config = config || '{"timeZone": "Asia/Kolkata"}' where id = $1`, [
        tenants.demo,
      ]);
    else
      await owner.query(
        `insert into location_hours (tenant_id, value_id, time_zone) select tenant_id, location_value_id, $2 from device where id = $1`,
        [key.id, zone],
      );
    await ownCurfew(key, clockIn(zone, 10));
    expect(await isOverdue(), zone).toBe(true);
    await ownCurfew(key, clockIn(zone, -10));
    expect(await isOverdue(), zone).toBe(false);
  }
  await owner.query(`update tenant set config = config - 'timeZone' where id = $1`, [tenants.demo]);
});

test('a watch on the view gives notice once a key becomes overdue by itself', async () => {
  await curfewOf(north, '2h');
  const key = await keyOut(north, 'clerk', 110);
  await admin.call(watches.create, {
    body: {
      name: 'Overdue',
      resource: 'device',
      base: 'Overdue keys',
      filter: {},
      search: '',
      rule: { when: 'appears' },
      delivery: 'inbox',
      quiet: null,
    },
  });
  const minute = async () => {
    await owner.query(`update watch set next_at = next_at - interval '1 minute'`);
    await watchesByTime.run(undefined, context);
  };
  const inboxEntries = async () =>
    (await admin.call(inbox.list, {})).data.map(({ kind, details }) => [kind, details['count']]);
  await minute();
  expect(await inboxEntries()).toEqual([]);
  await age(key, 15);
  await minute();
  expect(await inboxEntries()).toEqual([['watchRows', 1]]);
});
