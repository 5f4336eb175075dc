// Filters that depend on the time and zone of the query, filters of numbers, and the alias for 'no value'.
import { devices } from '@keyward/contract/devices';
import { parseFilter } from '@keyward/contract/filter';
import { groups } from '@keyward/contract/groups';
import { views } from '@keyward/contract/views';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { clock } from '#core/clock.ts';
import { checkFilter } from '#core/list/grammar/filter.ts';
import { deviceList } from '#modules/devices/list.ts';
import { north, serials, tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';
import { run } from './model.ts';
import { actorOf } from '#testing/actor.ts';

const portal = await openPortal();
const batteries = { northOkm: -5, northPadlock: 0, northCabinet: 5, northKey: 6, southOkm: 100 } as const;
const found = (query: Record<string, string>) =>
  portal.inTenant('demo', async (db) => {
    const reply = await run({ db, actor: actorOf(tenants.demo, 'all'), list: deviceList, query });
    expect(reply.total_results).toBe(reply.data.length);
    const { rows } = await portal.database.system.query<{ serial_number: string }>(
      'select serial_number from device where id = any($1)',
      [reply.data.map(({ id }) => id)],
    );
    const names = Object.entries(serials);
    return names.flatMap(([name, serial]) => (rows.some((row) => row.serial_number === serial) ? [name] : []));
  });

beforeAll(async () => {
  await portal.database.system.query("update device set state = '{}', state_updated_at = null where tenant_id = $1", [
    tenants.demo,
  ]);
  for (const [name, battery] of Object.entries(batteries)) {
    await portal.database.system.query('update device set state = $3 where tenant_id = $1 and serial_number = $2', [
      tenants.demo,
      serials[name as keyof typeof batteries],
      JSON.stringify({ battery }),
    ]);
  }
});
afterEach(() => {
  vi.restoreAllMocks();
});

const without = ['southPadlock', 'nowhere'];
test.each([
  ['5', ['northCabinet']],
  ['5,6', ['northCabinet', 'northKey']],
  ['\\-5', ['northOkm']],
  ['gt:5', ['northKey', 'southOkm']],
  ['gte:5', ['northCabinet', 'northKey', 'southOkm']],
  ['lt:0', ['northOkm']],
  ['lte:0', ['northOkm', 'northPadlock']],
  ['range:0,6', ['northPadlock', 'northCabinet', 'northKey']],
  ['not:5', ['northOkm', 'northPadlock', 'northKey', 'southOkm', ...without]],
  ['not:gt:-5', ['northOkm', ...without]],
  ['NOT_EXISTS', without],
  ['EXISTS', Object.keys(batteries)],
])('numbers: %s finds its devices', async (battery, names) => {
  expect(new Set(await found({ battery }))).toEqual(new Set(names));
});

test.each(['5.5', '1e3', '007', 'five', 'gt:5.0', 'range:1,x', '9999999999999999', ''])(
  'numbers: %s is refused',
  (text) => {
    const now = { at: clock.now(), zone: 'UTC' };
    const check = () => checkFilter('battery', { type: 'number' }, parseFilter(text), now);
    expect(check).toThrow(expect.objectContaining({ code: 'invalidFilterValue', field: 'battery' }));
  },
);

test('days, weeks, months, quarters and years are those of the query’s zone', async () => {
  // in Paris the 1st of April began at 22:00 UTC
  vi.spyOn(clock, 'now').mockReturnValue(new Date('2026-04-01T06:00:00Z'));
  for (const [serial, at] of [
    [serials.northOkm, '2026-03-31T21:59:59.999Z'],
    [serials.northPadlock, '2026-03-31T22:00:00.000Z'],
    [serials.northKey, '2026-04-01T22:00:00.000Z'],
  ] as const) {
    await portal.database.system.query(
      'update device set state_updated_at = $3 where tenant_id = $1 and serial_number = $2',
      [tenants.demo, serial, at],
    );
  }
  const namesFor = (text: string, timezone: string) => found({ state_updated_at: text, timezone });
  expect(await namesFor('range:now/d,now/d+', 'Europe/Paris')).toEqual(['northPadlock']);
  expect(await namesFor('range:now/d,now/d+', 'UTC')).toEqual(['northKey']);
  expect(await namesFor('lt:now/M', 'Europe/Paris')).toEqual(['northOkm']);
  expect(await namesFor('lt:now/Q', 'UTC')).toEqual(['northOkm', 'northPadlock']);
  expect(await namesFor('gt:now-1d/d+', 'Europe/Paris')).toEqual(['northPadlock', 'northKey']);
  // Wednesday: the week began on Monday
  expect(await namesFor('gte:now/w', 'Europe/Paris')).toEqual(['northOkm', 'northPadlock', 'northKey']);
  expect(await namesFor('lt:now/y', 'Europe/Paris')).toEqual([]);
});

test('numbers are filtered as shown and offered as numbers; other values are refused', async () => {
  const { admin } = portal.as;
  const set = (battery: unknown) =>
    portal.database.system.query('update device set state = $3 where tenant_id = $1 and serial_number = $2', [
      tenants.demo,
      serials.southPadlock,
      JSON.stringify({ battery }),
    ]);
  const namesFor = async (battery: string) =>
    (await admin.call(devices.list, { query: { battery } })).data.map((d) => d.serial_number);
  await set(42.4);
  const { data } = await admin.call(devices.list, { query: { battery: '42' } });
  expect(data).toMatchObject([{ serial_number: serials.southPadlock, battery: 42 }]);
  expect(await namesFor('gt:42')).not.toContain(serials.southPadlock);
  await set('42');
  expect(await namesFor('42')).toEqual([]);
  await set(null);
  for (const battery of ['five', '5.5', 'gt:5.5', 'lt:', 'like:*5*'])
    expect(await admin.refused(devices.list, { query: { battery } })).toMatchObject({
      status: 400,
      constraint: 'battery',
    });
  const { data: offered } = await admin.call(views.list, { query: { resource: 'device' } });
  expect(offered[0]?.filterSchema.find(({ id }) => id === 'battery')).toMatchObject({
    filterType: 'number',
    nullable: true,
  });
});

test('a tag’s filter accepts ‘unassigned’ for NOT_EXISTS', async () => {
  const { admin } = portal.as;
  const { data: tags } = await admin.call(groups.definitions, {});
  const location = `tags.${tags.find((d) => d.is_location)?.id}`;
  const namesFor = async (query: Record<string, string>) =>
    (await admin.call(devices.list, { query })).data.map((d) => d.id).toSorted();
  const nowhere = await namesFor({ [location]: 'NOT_EXISTS' });
  expect(nowhere.length).toBeGreaterThan(0);
  expect(await namesFor({ [location]: 'unassigned' })).toEqual(nowhere);
  expect(await namesFor({ q: `${location}:unassigned` })).toEqual(nowhere);
  expect(await namesFor({ [location]: `${north},unassigned` })).toEqual(
    await namesFor({ [location]: `${north},NOT_EXISTS` }),
  );
  expect(await namesFor({ [location]: 'not:unassigned' })).toEqual(await namesFor({ [location]: 'EXISTS' }));
  // a value of that name, and another column
  expect(await admin.refused(devices.list, { query: { [location]: '\\unassigned' } })).toMatchObject({
    status: 400,
    code: 'invalidFilterValue',
    params: { value: 'unassigned' },
  });
  expect(await namesFor({ name: 'unassigned' })).toEqual([]);
});
