import { activity } from '@keyward/contract/activity';
import { devices } from '@keyward/contract/devices';
import { groups } from '@keyward/contract/groups';
import { locations } from '@keyward/contract/locations';
import { periods } from '@keyward/contract/periods';
import { views } from '@keyward/contract/views';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clock } from '#core/clock.ts';
import { type NewEvent, writeEvents } from '#core/events/events.ts';
import { north, serials, south } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';

const portal = await openPortal();
const { admin, manager } = portal.as;
const [tag] = (await admin.call(groups.definitions, { query: { is_location: 'true' } })).data;
const idOf = (name: string) => tag?.values.find((value) => value.name === name)?.id ?? '';
const column = `tags.${tag?.id ?? ''}`;
const realNow = clock.now;

// the organization is open from 09:00 to 20:00 in UTC; the North from 08:00 to 12:00 in Tokyo, so from 23:00 to 03:00
const times = ['2026-11-24T02:30', '2026-11-24T04:00', '2026-11-24T19:30', '2026-11-24T21:00', '2026-11-25T08:30'];
beforeAll(async () => {
  clock.now = () => new Date('2026-11-25T10:00:00Z');
  const week = Array.from({ length: 7 }, () => ({ opens: '08:00', closes: '12:00' }));
  const body = { time_zone: 'Asia/Tokyo', week, exceptions: [] };
  await admin.call(locations.update, { params: { id: idOf(north) }, body });
  await portal.inTenant('demo', (db) =>
    writeEvents(
      db,
      times.flatMap((time) => [north, south].map((at) => eventAt(`${time}:00.000Z`, idOf(at)))),
    ),
  );
});
afterAll(() => {
  clock.now = realNow;
});
const eventAt = (time: string, location: string): NewEvent => ({
  event: 'LOCK_UNLOCK',
  time: new Date(time),
  result: 'success',
  locations: [location],
});
const found = async (caller: typeof admin, query: Record<string, string>) =>
  (await caller.call(activity.list, { query: { event: 'LOCK_UNLOCK', event_time: periods.lastNight, ...query } })).data
    .map((event) => event.event_time.slice(0, 16))
    .toSorted();

test('last night follows the hours of the only location that is filtered for, else the organization’s', async () => {
  const organizations = ['2026-11-24T21:00', '2026-11-25T08:30'];
  expect(await found(admin, {})).toEqual(organizations.flatMap((time) => [time, time]));
  expect(await found(admin, { [column]: south })).toEqual(organizations);
  expect(await found(admin, { [column]: `${north},${south}` })).toHaveLength(4);
  // in Tokyo it is 19:00: the night of the 24th, from 12:00 to 08:00
  const norths = ['2026-11-24T04:00', '2026-11-24T19:30', '2026-11-24T21:00'];
  expect(await found(admin, { [column]: north })).toEqual(norths);
  expect(await found(admin, { q: `${column}:${north.toUpperCase()}` })).toEqual(norths);
});

test('for a profile of one location its hours apply, whatever location is filtered for', async () => {
  expect(await found(manager, {})).toEqual(['2026-11-24T04:00', '2026-11-24T19:30', '2026-11-24T21:00']);
  expect(await found(manager, { [column]: south })).toEqual([]);
});

test('a saved view keeps the night of the location that it filters for', async () => {
  const content = { base: 'Overview', search: '', sort: [], columns: [{ accessorKey: 'event' }] };
  const filter = { event_time: periods.lastNight, event: 'LOCK_UNLOCK', [column]: north };
  const { data } = await admin.call(views.create, {
    body: { resource: 'event', name: 'Last night', description: '', sharing: { with: 'nobody' }, ...content, filter },
  });
  const rows = await admin.call(activity.list, { query: { custom_view: data.value } });
  expect(rows.total_results).toBe(3);
});

test('a value that only looks like a night is refused', async () => {
  for (const event_time of ['range:lastNight', 'gte:midnight', 'range:tonight-1d,now', 'tonight']) {
    expect(await admin.refused(activity.list, { query: { event_time } }), event_time).toMatchObject({ status: 400 });
  }
});

test('the nights of one device are those of its location', async () => {
  const deviceOf = async (serial_number: string) =>
    (await admin.call(devices.list, { query: { serial_number } })).data[0]?.id ?? '';
  const [device, other] = [await deviceOf(serials.northPadlock), await deviceOf(serials.southPadlock)];
  const entity = { domain: 'device' as const, id: device, name: 'North padlock' };
  const search = { search: entity.name };
  await portal.inTenant('demo', (db) =>
    writeEvents(
      db,
      times.map((time) => ({ ...eventAt(`${time}:00.000Z`, idOf(north)), entity })),
    ),
  );
  const norths = ['2026-11-24T04:00', '2026-11-24T19:30', '2026-11-24T21:00'];
  expect(await found(admin, { ...search, entity_id: device })).toEqual(norths);
  expect(await found(admin, { ...search, q: `entity_id:${device}` })).toEqual(norths);
  // for two devices, or none, the organization's night applies
  expect(await found(admin, search)).toEqual(['2026-11-24T21:00', '2026-11-25T08:30']);
  expect(await found(admin, { ...search, entity_id: `${device},${other}` })).toEqual([
    '2026-11-24T21:00',
    '2026-11-25T08:30',
  ]);
  expect(
    await admin.refused(activity.list, { query: { event_time: periods.lastNight, entity_id: 'x' } }),
  ).toMatchObject({ status: 400 });
});
