import { activity } from '@keyward/contract/activity';
import { groups } from '@keyward/contract/groups';
import { type Location, locations } from '@keyward/contract/locations';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { locationZones } from '#core/locations/zones.ts';
import { north, south } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';

const portal = await openPortal();
const { admin, manager, clerk, editor, nobody, harborAdmin } = portal.as;
const owner = portal.database.system;

const definition = async () => (await admin.call(groups.definitions, { query: { is_location: 'true' } })).data[0];
const idOf = async (name: string) => (await definition())?.values.find((v) => v.name === name)?.id ?? '';
const northId = await idOf(north);
const southId = await idOf(south);
const none = { time_zone: null, week: null, exceptions: [] };
const weekdays = [...Array.from({ length: 6 }, () => ({ opens: '09:00', closes: '18:00' })), null];
const get = async (id = northId): Promise<Location> => (await admin.call(locations.get, { params: { id } })).data;
const put = (body: object, ifMatch?: number) =>
  admin.call(locations.update, {
    params: { id: northId },
    body: { ...none, ...body },
    ...(ifMatch === undefined ? {} : { ifMatch }),
  });
const refused = (body: object, ifMatch?: number) =>
  admin.refused(locations.update, {
    params: { id: northId },
    body: { ...none, ...body },
    ...(ifMatch === undefined ? {} : { ifMatch }),
  } as object as Parameters<typeof put>[0] & { params: { id: string }; body: typeof none });
const events = async () => (await admin.call(activity.list, { query: { event: 'MODIFY_TAG_DEFINITION' } })).data;

beforeEach(() => owner.query('delete from location_hours'));
afterEach(() => owner.query(`update tag_value set name = $2 where id = $1`, [northId, north]));

describe('a location', () => {
  test('has the organization’s zone and hours until it gets its own', async () => {
    const organization = { time_zone: 'UTC', opens: '09:00', closes: '20:00' };
    expect(await get()).toMatchObject({ id: northId, name: north, ...none, zone: 'UTC', organization, version: 0 });
    await owner.query(`update tenant set config = config || '{"timeZone": "Asia/Seoul"}' where slug = 'demo'`);
    try {
      expect(await get()).toMatchObject({ time_zone: null, zone: 'Asia/Seoul' });
    } finally {
      await owner.query(`update tenant set config = config - 'timeZone' where slug = 'demo'`);
    }
  });

  test('takes a zone, hours by weekday and by date, with one event that names it', async () => {
    const before = (await events()).length;
    const exceptions = [
      { date: '2026-12-31', hours: { opens: '10:00', closes: '14:00' } },
      { date: '2026-12-25', hours: null },
    ];
    const { data } = await put({ time_zone: 'Asia/Tokyo', week: weekdays, exceptions });
    expect(data).toMatchObject({ time_zone: 'Asia/Tokyo', zone: 'Asia/Tokyo', week: weekdays, version: 1 });
    expect(data.exceptions.map(({ date }) => date)).toEqual(['2026-12-25', '2026-12-31']);
    expect(await get()).toEqual({ ...data, night: expect.anything() });
    const [event, ...others] = await events();
    expect(others).toHaveLength(before);
    expect(event?.description).toMatchObject({ entityName: `Location: ${north}`, agentName: 'Ada Admin' });
    expect(event?.description.changes).toEqual([
      { attribute: 'timeZone', oldValue: null, newValue: 'Asia/Tokyo' },
      ...[1, 2, 3, 4, 5, 6].map((n) => ({ attribute: `hours.${n}`, oldValue: null, newValue: '09:00–18:00' })),
      { attribute: 'hours.7', oldValue: null, newValue: 'closed' },
      { attribute: 'hours.2026-12-25', oldValue: null, newValue: 'closed' },
      { attribute: 'hours.2026-12-31', oldValue: null, newValue: '10:00–14:00' },
    ]);
    expect((await definition())?.values.map(({ name, time_zone }) => [name, time_zone])).toEqual(
      expect.arrayContaining([
        [north, 'Asia/Tokyo'],
        [south, null],
      ]),
    );
  });

  test('is renamed in the same change; a stale name is refused', async () => {
    const rename = { oldValue: north, newValue: 'Far North' };
    const { data } = await put({ time_zone: 'Europe/Oslo', rename });
    expect(data).toMatchObject({ name: 'Far North', time_zone: 'Europe/Oslo' });
    const [event] = await events();
    expect(event?.description).toMatchObject({ entityName: 'Location: Far North' });
    expect(event?.description.changes).toEqual([
      { attribute: 'renamedValues', oldValue: north, newValue: 'Far North' },
      { attribute: 'timeZone', oldValue: null, newValue: 'Europe/Oslo' },
    ]);
    expect(await refused({ rename })).toMatchObject({ code: 'tagValueGone' });
    expect(await refused({ rename: { oldValue: 'Far North', newValue: south } })).toMatchObject({
      code: 'cannotUpdateToExistingValue',
    });
  });

  test('records nothing when nothing changes', async () => {
    await put({ time_zone: 'Asia/Tokyo', week: weekdays });
    const before = await events();
    const { data } = await put({ time_zone: 'Asia/Tokyo', week: weekdays });
    expect(data.version).toBe(1);
    expect(await events()).toEqual(before);
  });

  test('refuses a stale save, naming the author, and accepts only one of several concurrent saves', async () => {
    await put({ time_zone: 'Asia/Tokyo' }, 0);
    expect(await refused({}, 0)).toMatchObject({ status: 412, code: 'conflict', params: { by: 'Ada Admin' } });
    const zones = ['Asia/Seoul', 'Europe/Paris', 'Europe/London', 'America/Toronto'];
    const answers = await Promise.all(
      zones.map((zone) =>
        admin.request(locations.update, { params: { id: northId }, body: { ...none, time_zone: zone }, ifMatch: 1 }),
      ),
    );
    expect(answers.map((a) => a.status).toSorted((a, b) => a - b)).toEqual([200, 412, 412, 412]);
  });

  test('is deleted with its value', async () => {
    const tag = await definition();
    const values = [...(tag?.values.map(({ id }) => ({ id })) ?? []), 'Popup'];
    await admin.call(groups.update, { params: { id: tag?.id ?? '' }, body: { values } });
    const id = await idOf('Popup');
    await admin.call(locations.update, { params: { id }, body: { ...none, time_zone: 'Asia/Tokyo' } });
    const gone = [{ oldValue: 'Popup', newValue: null }];
    await admin.call(groups.editValues, { params: { id: tag?.id ?? '' }, body: { values: gone } });
    expect(await admin.refused(locations.get, { params: { id } })).toMatchObject({ status: 404 });
    expect((await owner.query('select 1 from location_hours')).rowCount).toBe(0);
  });
});

test.each<[object, string, string]>([
  [{ time_zone: 'Mars/Olympus' }, 'time_zone', 'invalid'],
  [{ time_zone: '+09:00' }, 'time_zone', 'invalid'],
  [{ time_zone: 'x'.repeat(900_000) }, 'time_zone', 'invalid'],
  [{ week: [] }, 'week', 'invalid'],
  [{ week: weekdays.map(() => ({ opens: '9:00', closes: '18:00' })) }, 'week.0.opens', 'invalidTime'],
  [{ week: weekdays.map(() => ({ opens: '09:00', closes: '24:00' })) }, 'week.0.closes', 'invalidTime'],
  [{ exceptions: [{ date: '2026-02-30', hours: null }] }, 'exceptions.0.date', 'invalidDate'],
  [{ exceptions: [{ date: '1999-12-31', hours: null }] }, 'exceptions.0.date', 'invalidDate'],
  [
    { exceptions: Array.from({ length: 2 }, () => ({ date: '2026-12-25', hours: null })) },
    'exceptions',
    'duplicateDate',
  ],
  [{ exceptions: Array.from({ length: 201 }, () => ({ date: '2026-12-25', hours: null })) }, 'exceptions', 'tooMany'],
])('refuses %#', async (body, field, reason) => {
  const { status, ...error } = await refused(body);
  expect({ status, field: error.constraint, reason: error.params?.['reason'] }).toEqual({ status: 400, field, reason });
});

test('a location can be changed by all who may edit groups, and read by all who may read them', async () => {
  const params = { id: northId };
  for (const caller of [manager, clerk, editor, nobody]) {
    const may = (await caller.request(groups.usage, { params: { id: (await definition())?.id ?? '' } })).status === 200;
    const { status } = await caller.request(locations.update, { params, body: none });
    expect(status === 200).toBe(may);
  }
  expect(await nobody.refused(locations.get, { params })).toMatchObject({ status: 403 });
  expect(await harborAdmin.refused(locations.get, { params })).toMatchObject({ status: 404 });
  expect(await harborAdmin.refused(locations.update, { params, body: none })).toMatchObject({ status: 404 });
});

test('values of other groups are not locations', async () => {
  const body = { label: 'Floors', type: 1 as const, values: ['One'] };
  const { data: floors } = await admin.call(groups.create, { body });
  const params = { id: floors.values[0]?.id ?? '' };
  expect(await admin.refused(locations.get, { params })).toMatchObject({ status: 404 });
  expect(await admin.refused(locations.update, { params, body: none })).toMatchObject({ status: 404 });
});

test('the zone of a row is that of its only location, else the organization’s', async () => {
  await put({ time_zone: 'Asia/Tokyo' });
  const zoneOf = await portal.inTenant('demo', locationZones);
  expect(zoneOf([northId])).toBe('Asia/Tokyo');
  expect(zoneOf([southId])).toBe('UTC');
  expect(zoneOf([northId, southId])).toBe('UTC');
  expect(zoneOf([])).toBe('UTC');
  expect((await portal.inTenant('harbor', locationZones))([northId])).toBe('UTC');
});
