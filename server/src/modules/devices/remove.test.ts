import { activity } from '@keyward/contract/activity';
import { devices } from '@keyward/contract/devices';
import { groups } from '@keyward/contract/groups';
import { secureKeys } from '@keyward/contract/onepass';
import { views } from '@keyward/contract/views';
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { north, serials, south } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';
import { expectAllOrNone, expectCountChecked } from '#testing/removal.ts';
import { issueToken } from '#testing/tokens.ts';

const portal = await openPortal();
const { admin, manager, harborAdmin } = portal.as;

let location = '';
beforeAll(async () => {
  const { data } = await admin.call(groups.definitions, {});
  location = data.find((d) => d.is_location)?.id ?? '';
});
let made = 0;
async function add(name: string, at: string, prefix = '3A10'): Promise<string> {
  const serial = `${prefix}${(0xdef000 + made++).toString(16).toUpperCase().padStart(12, '0')}`;
  const body = { name, serial_number: serial, tags: [{ tagId: location, values: [at] }] };
  return (await admin.call(devices.create, { body })).data.id;
}
const total = async (query: Record<string, string> = {}) => (await admin.call(devices.list, { query })).total_results;
const idOf = async (serial: string) =>
  (await admin.call(devices.list, { query: { serial_number: serial } })).data[0]?.id ?? '';
const deletions = async () => (await admin.call(activity.list, { query: { event: 'DELETE_DEVICE' } })).total_results;

test('deletes the selected devices, records an event for each, and keeps the counters correct', async () => {
  const ids = [await add('Doomed 1', north), await add('Doomed 2', south), await add('Doomed 3', north)];
  const before = { all: await total(), events: await deletions() };
  // duplicate ids count once
  expect(await admin.call(devices.removeMany, { body: { ids: [...ids, ids[0] ?? ''] } })).toEqual({ deleted: 3 });
  expect(await total()).toBe(before.all - 3);
  expect(await deletions()).toBe(before.events + 3);
  const counted = (await admin.call(devices.list, { query: { name: 'like:*' } })).total_results;
  expect(await total()).toBe(counted);
  const { data } = await admin.call(activity.list, { query: { event: 'DELETE_DEVICE' } });
  expect(data.slice(0, 3).map((e) => e.description.entityName)).toEqual(
    expect.arrayContaining(['Doomed 1', 'Doomed 2', 'Doomed 3']),
  );
});

test('deletes all or none: a foreign, deleted or invisible device stops the deletion', async () => {
  const own = await add('Stays', north);
  const outOfSight = await add('Stays too', south);
  const foreign = (await harborAdmin.call(devices.list, {})).data[0]?.id ?? '';
  await expectAllOrNone(manager, devices.removeMany, own, { outOfSight, foreign });
  expect(await total({ search: 'Stays' })).toBe(2);
  // the error names the id of a deletion-restricted device
  await portal.database.system.query(
    `update device_type set deletion_restricted = true where id = (select device_type_id from device where id = $1)`,
    [await idOf(serials.northKey)],
  );
  const key = await idOf(serials.northKey);
  expect(await admin.refused(devices.removeMany, { body: { ids: [own, key] } })).toMatchObject({
    status: 409,
    code: 'deviceNotDeletable',
    constraint: key,
    params: { row: expect.stringContaining(serials.northKey) },
  });
  expect(await total({ search: 'Stays' })).toBe(2);
});

test('deletes all results of a query within the actor’s locations if the count still matches', async () => {
  const first = await add('Spring 1', north);
  await add('Spring 2', north);
  await add('Spring 3', south);
  const filterData = { search: 'spring', custom_view: 'Locks', sort: 'name:asc', page: '2' };
  await expectCountChecked(manager, devices.removeMany, filterData, 2, first);
  expect((await admin.call(devices.list, { query: { search: 'spring' } })).data.map((d) => d.name)).toEqual([
    'Spring 3',
  ]);
});

test('refuses more than a thousand devices', async () => {
  const ids = Array.from({ length: 1001 }, () => randomUUID());
  expect(await admin.refused(devices.removeMany, { body: { ids } })).toMatchObject({ status: 400, constraint: 'ids' });
  await portal.database.system.query(
    `insert into device (tenant_id, device_type_id, name, serial_number)
     select tenant_id, device_type_id, 'Crowd ' || n, '3A20' || lpad(n::text, 12, '0')
     from (select * from device where serial_number = $1 and tenant_id = (select id from tenant where slug = 'demo')) d, generate_series(1, 1001) n`,
    [serials.northPadlock],
  );
  const body = { filterData: { search: 'crowd' }, count: 1001 };
  expect(await admin.refused(devices.removeMany, { body })).toMatchObject({ code: 'tooManyChosen' });
  // excluded devices do not count
  const { data: crowd } = await admin.call(devices.list, { query: { search: 'crowd' } });
  const without = [crowd[0]?.id ?? ''];
  expect((await admin.request(devices.losses, { body: { ...body, without } })).status).toBe(200);
  await portal.database.system.query(`delete from device where name = 'Crowd 1'`);
  expect(await admin.call(devices.removeMany, { body: { ...body, count: 1000 } })).toEqual({ deleted: 1000 });
});

test('takes either ids or a count, never both or neither', async () => {
  const ids = [await add('Asked', north)];
  for (const body of [{}, { ids, count: 1 }, { ids: [] }, { filterData: {} }]) {
    expect(await admin.refused(devices.removeMany, { body })).toMatchObject({ status: 400 });
  }
});

test('deletes an OKM with its dependents, and reassigns the remaining ones to another OKM', async () => {
  const first = await add('Cabinet A', south, '9F40');
  const second = await add('Cabinet B', south, '9F40');
  const southOkm = await idOf(serials.southOkm);
  const padlock = await idOf(serials.southPadlock);
  const device = await add('Doomed lock', south);
  await admin.call(devices.removeMany, { body: { ids: [southOkm, first, device] } });
  expect((await admin.call(devices.get, { params: { id: padlock } })).data.controller?.id).toBe(second);
  await admin.call(devices.removeMany, { body: { ids: [second] } });
  expect((await admin.call(devices.get, { params: { id: padlock } })).data.controller).toBeNull();
});

test('counts the records that a deletion includes', async () => {
  const okm = await add('Cabinet C', north, '9F40');
  const key = await idOf(serials.northKey);
  for (const id of [okm, okm, await idOf(serials.northOkm)]) await issueToken(admin, id);
  await portal.database.system.query(
    `insert into key_custody (tenant_id, device_id, profile_id, checked_out_at)
     select p.tenant_id, $1, p.id, now() from profile p join device d on d.tenant_id = p.tenant_id and d.id = $1
     where p.username = 'clerk'`,
    [key],
  );
  const losses = async (ids: string[]) => (await admin.call(devices.losses, { body: { ids } })).data;
  expect(await losses([okm, okm])).toEqual({ controllerTokens: 2, keysOut: 0, secureKeys: 0 });
  expect(await losses([okm, key])).toEqual({ controllerTokens: 2, keysOut: 1, secureKeys: 0 });
  const filterData = { search: 'cabinet c' };
  expect((await admin.call(devices.losses, { body: { filterData, count: 1 } })).data.controllerTokens).toBe(2);
  expect(await admin.refused(devices.losses, { body: { filterData, count: 2 } })).toMatchObject({
    code: 'selectionChanged',
  });
  const elsewhere = await add('Cabinet D', south, '9F40');
  expect(await manager.refused(devices.losses, { body: { ids: [okm, elsewhere] } })).toMatchObject({
    status: 404,
    constraint: elsewhere,
  });
  // nothing was deleted
  expect((await admin.call(devices.tokens, { params: { id: okm } })).data).toHaveLength(2);
});

test('the list names the call that counts the losses of its rows', async () => {
  const { data } = await admin.call(views.list, { query: { resource: 'device' } });
  for (const { actions } of data)
    expect(actions.bulk.flatMap(({ lossesUrl }) => lossesUrl ?? [])).toEqual([devices.losses.path]);
});

test('the deletion of a device also deletes its OnePASS keys, which are counted before', async () => {
  const id = await add('Lock of keys', north);
  const { serial_number: serial } = (await admin.call(devices.get, { params: { id } })).data;
  const make = () => admin.call(secureKeys.create, { body: { serial, duration: 60, count: 1 } });
  const keys = [(await make()).id, (await make()).id];
  const lost = await admin.call(devices.losses, { body: { ids: [id] } });
  expect(lost.data).toEqual({ controllerTokens: 0, keysOut: 0, secureKeys: 2 });
  await admin.call(devices.remove, { params: { id } });
  for (const key of keys) expect((await admin.refused(secureKeys.get, { params: { id: key } })).status).toBe(404);
});
