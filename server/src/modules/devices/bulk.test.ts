import { activity } from '@keyward/contract/activity';
import { type BulkChange, bulkChanges } from '@keyward/contract/bulk-changes';
import { type DeviceChange, deviceChanges } from '@keyward/contract/device-changes';
import { deletions } from '@keyward/contract/deletions';
import { type Device, devices } from '@keyward/contract/devices';
import { groups } from '@keyward/contract/groups';
import { profiles } from '@keyward/contract/profiles';
import { roles } from '@keyward/contract/roles';
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { north, serials, south } from '#testing/people.ts';
import { type Caller, openPortal } from '#testing/portal.ts';

const portal = await openPortal();
const { admin, manager, editor } = portal.as;
const owner = portal.database.system;

const { data: definitions } = await admin.call(groups.definitions, {});
const location = definitions.find((d) => d.is_location)?.id ?? '';
const department = definitions.find((d) => d.label === 'Department')?.id ?? '';
const okmUser = (await admin.call(roles.list, {})).data.find((role) => role.name === 'OKM user')?.id ?? '';

let made = 0;
const newSerial = (prefix: string) => `${prefix}${(0xb00000 + made++).toString(16).toUpperCase().padStart(12, '0')}`;
const at = (locationName: string, ...departments: string[]) => [
  { tagId: location, values: [locationName] },
  ...(departments.length ? [{ tagId: department, values: departments }] : []),
];
async function add(locationName: string, { prefix = '3A10', departments = [] as string[] } = {}): Promise<string> {
  const body = { name: `Bay ${made}`, serial_number: newSerial(prefix), tags: at(locationName, ...departments) };
  return (await admin.call(devices.create, { body })).data.id;
}
/** A LOCK that does not support dual authorization. */
const cabinet = (locationName: string) => add(locationName, { prefix: '3C00' });
const okm = (locationName: string) => add(locationName, { prefix: '9F40' });
async function person(locationName: string, name: string, ...departments: string[]): Promise<string> {
  const body = { name, username: `bulk.${made++}`, roles: [okmUser], tags: at(locationName, ...departments) };
  return (await admin.call(profiles.create, { body })).data.id;
}
const get = async (id: string): Promise<Device> => (await admin.call(devices.get, { params: { id } })).data;
const groupsOf = async (id: string) => (await get(id)).tagValues;
const locationOf = async (id: string) => (await get(id)).locationTagValue;
const dualAuthOf = async (id: string) => (await get(id)).info.dual_auth;

const tagged = (tagId: string, give: string[], take: string[] = []): DeviceChange => ({
  kind: 'tag',
  tagId,
  give,
  take,
});
const to = (locationName: string) => tagged(location, [locationName]);
const dualAuth = (on: boolean): DeviceChange => ({ kind: 'dualAuth', on });

const apply = async (ids: string[], change: DeviceChange, by: Caller = admin) =>
  (await by.call(deviceChanges.apply, { body: { rows: { ids }, change } })).data;
const preview = async (ids: string[], change: DeviceChange, by: Caller = admin) =>
  (await by.call(deviceChanges.preview, { body: { rows: { ids }, change } })).data;
const refused = (ids: string[], change: DeviceChange, by: Caller = admin) =>
  by.refused(deviceChanges.apply, { body: { rows: { ids }, change } });
const undo = async (id: string | null, by: Caller = admin) =>
  (await by.call(deviceChanges.undo, { params: { id: id ?? '' } })).data;
const undoRefused = (id: string | null, by: Caller = admin) =>
  by.refused(deviceChanges.undo, { params: { id: id ?? '' } });
const eventsOf = async (...ids: string[]) =>
  (await admin.call(activity.list, { query: { event: 'MODIFY_DEVICE', entity_id: ids.join(',') } })).data;

describe('groups', () => {
  test('are added and removed; each changed device has one event, the others none', async () => {
    const [one, two] = [await add(north, { departments: ['Toys'] }), await add(south, { departments: ['Shoes'] })];
    const change = tagged(department, ['Shoes'], ['Toys']);
    expect(await preview([one, two], change)).toMatchObject({ changed: 1, unchanged: 1, refusals: 0 });
    expect(await groupsOf(one)).toEqual(['Toys']);
    expect(await apply([one, two], change)).toMatchObject({ changed: 1 });
    expect(await groupsOf(one)).toEqual(['Shoes']);
    expect((await eventsOf(one, two)).map(({ entity_id: id, description }) => [id, description.changes])).toEqual([
      [one, [{ attribute: 'tags.Department', oldValue: 'Toys', newValue: 'Shoes' }]],
    ]);
    expect([(await get(one)).version, (await get(two)).version]).toEqual([2, 1]);
  });

  test('need the right to assign groups', async () => {
    const one = await add(north);
    const change = tagged(department, ['Toys']);
    expect(await refused([one], change, editor)).toMatchObject({ code: 'cannotAssignGroups', constraint: one });
    expect(await preview([one], change, editor)).toMatchObject({
      changed: 0,
      refused: [{ code: 'cannotAssignGroups' }],
    });
    expect(await groupsOf(one)).toEqual([]);
    expect(await refused([one], tagged(randomUUID(), ['Toys']))).toMatchObject({ code: 'unknownTag' });
    expect(await refused([one], tagged(department, ['Boats']))).toMatchObject({ code: 'unknownTagValue' });
    expect(await refused([one], tagged(department, [], []))).toMatchObject({ status: 400 });
  });

  test('can be added and removed by more than a hundred names, or all added as *', async () => {
    const values = Array.from({ length: 150 }, (_, i) => `Bay ${i}`);
    const { data: bays } = await admin.call(groups.create, { body: { label: 'Bays', type: 1, values } });
    const one = await add(north);
    const baysOf = async () => (await get(one)).tags.find(({ tagId }) => tagId === bays.id)?.values ?? [];
    expect(await apply([one], tagged(bays.id, values.slice(0, 149)))).toMatchObject({ changed: 1 });
    expect(await baysOf()).toEqual(values.slice(0, 149));
    expect(await apply([one], tagged(bays.id, ['*']))).toMatchObject({ changed: 1 });
    expect(await baysOf()).toEqual(['*']);
    expect(await apply([one], tagged(bays.id, [], values.slice(1)))).toMatchObject({ changed: 1 });
    expect(await baysOf()).toEqual(['Bay 0']);
  });
});

describe('the location', () => {
  test('is set only within the actor’s own; one device out of reach stops the whole change', async () => {
    const [one, two] = [await add(north), await add(north)];
    const refusal = { code: 'locationNotAllowed', constraint: one };
    expect(await refused([one, two], to(south), manager)).toMatchObject(refusal);
    const away = await add(south);
    expect(await refused([one, away], to(north), manager)).toMatchObject({ status: 404, constraint: away });
    expect(await refused([one], tagged(location, [], [north]))).toMatchObject({ code: 'tagRequired', constraint: one });
    expect(await locationOf(one)).toBe(north);
    expect((await eventsOf(one)).length).toBe(0);
  });

  test('changes which OKM a device reports through, and the totals of lists', async () => {
    const [lock, stays] = [await add(north), await add(north)];
    const moving = await okm(north);
    // it reports through the OKM that moves
    await owner.query('update device set controller_id = $1 where id = any($2)', [moving, [lock, stays]]);
    const totalAt = async (locationName: string) =>
      (await admin.call(devices.list, { query: { [`tags.${location}`]: locationName } })).total_results;
    const before = [await totalAt(north), await totalAt(south)];
    const { id } = await apply([lock, moving], to(south));
    const northOkm = (await admin.call(devices.list, { query: { serial_number: serials.northOkm } })).data[0]?.id;
    const southOkm = (await admin.call(devices.list, { query: { serial_number: serials.southOkm } })).data[0]?.id;
    expect((await get(lock)).controller?.id).toBe(southOkm);
    expect((await get(stays)).controller?.id).toBe(northOkm);
    expect((await get(moving)).controller).toBe(null);
    expect([await totalAt(north), await totalAt(south)]).toEqual([(before[0] ?? 0) - 2, (before[1] ?? 0) + 2]);
    await undo(id);
    expect(await locationOf(moving)).toBe(north);
    expect((await get(lock)).controller?.id).toBe(northOkm);
    expect([await totalAt(north), await totalAt(south)]).toEqual(before);
  });
});

describe('dual authorization', () => {
  test('is switched on where the type supports it; one unsupported device stops the whole change', async () => {
    const [padlock, drawer] = [await add(north), await cabinet(north)];
    expect(await refused([padlock, drawer], dualAuth(true))).toMatchObject({
      code: 'dualAuthNotSupported',
      constraint: drawer,
    });
    expect(await dualAuthOf(padlock)).toBe(false);
    const { refused: kept, changed } = await preview([padlock, drawer], dualAuth(true));
    expect(changed).toBe(1);
    expect(kept).toMatchObject([
      {
        id: drawer,
        code: 'dualAuthNotSupported',
        locationTagValue: north,
        serial_number: expect.stringMatching(/^3C00/),
      },
    ]);
    const { id } = await apply([padlock], dualAuth(true));
    expect(await dualAuthOf(padlock)).toBe(true);
    await undo(id);
    expect(await dualAuthOf(padlock)).toBe(false);
    const { changed: none, id: nothing } = await apply([padlock], dualAuth(false));
    expect([none, nothing]).toEqual([0, null]);
  });
});

describe('the preview', () => {
  test('names each device with its serial number and location, and who gains and loses access to it', async () => {
    await person(north, 'Nils North');
    await person(south, 'Sara South', 'Toys');
    await person(south, 'Silas South');
    const device = await add(north, { departments: ['Toys'] });
    const { devices: changed, gaining, losing } = await preview([device], to(south));
    const [moved] = changed;
    expect(moved).toMatchObject({
      id: device,
      name: expect.stringMatching(/^Bay/),
      serial_number: expect.stringMatching(/^3A10/),
      locationTagValue: north,
      values: [{ attribute: 'tags.Location', oldValue: north, newValue: south }],
      gaining: { count: 1, names: ['Sara South'] },
    });
    expect(moved?.losing.names).not.toContain('Nils North');
    expect([gaining, losing]).toEqual([1, moved?.losing.count]);
    const [freed] = (await preview([device], tagged(department, [], ['Toys']))).devices;
    expect(freed?.gaining.names).toContain('Nils North');
    expect(await locationOf(device)).toBe(north);
  });

  test('names no person who is not visible to the actor', async () => {
    await person(south, 'Hidden Helga');
    const device = await add(north);
    const { devices: changed, refused: kept } = await preview([device], to(south), manager);
    expect([changed, kept]).toMatchObject([[], [{ code: 'locationNotAllowed' }]]);
    const [moved] = (await preview([device], to(south), editor)).devices;
    expect(moved?.gaining.names).toContain('Hidden Helga');
  });
});

describe('undoing', () => {
  test('restores what each device had, once, with an event each', async () => {
    const [one, two] = [await add(north, { departments: ['Toys', 'Shoes'] }), await add(north)];
    const { id } = await apply([one, two], tagged(department, ['*']));
    expect(await groupsOf(two)).toEqual(['*']);
    expect(await undo(id)).toMatchObject({ changed: 2 });
    expect([await groupsOf(one), await groupsOf(two)]).toEqual([['Toys', 'Shoes'], []]);
    expect(await eventsOf(two)).toHaveLength(2);
    expect(await undoRefused(id)).toMatchObject({ status: 409, code: 'undoEnded' });
  });

  test('is refused as a whole when a device has changed since, naming the author', async () => {
    const [one, two] = [await add(north), await add(north)];
    const { id } = await apply([one, two], tagged(department, ['Toys']));
    await editor.call(devices.update, { params: { id: two }, body: { name: 'Other' } });
    const refusal = { code: 'changedSince', constraint: two, params: { by: 'Ed Editor' } };
    expect(await undoRefused(id)).toMatchObject(refusal);
    expect(await groupsOf(one)).toEqual(['Toys']);
  });

  test('depends on the current rights of the actor who undoes it', async () => {
    const one = await add(south);
    const { id } = await apply([one], to(north));
    // the manager may not move it back to a location that is not hers
    expect(await undoRefused(id, manager)).toMatchObject({ code: 'locationNotAllowed', constraint: one });
    const grouped = await apply([one], tagged(department, ['Toys']));
    expect(await undoRefused(grouped.id, editor)).toMatchObject({ code: 'cannotAssignGroups' });
    expect(await undoRefused(grouped.id, portal.as.harborAdmin)).toMatchObject({ code: 'notFound' });
    const asked = async (unknown: string | null) =>
      (await manager.request(deviceChanges.undo, { params: { id: unknown ?? '' } })).body;
    const away = await apply([await add(south)], tagged(department, ['Toys']));
    expect(await asked(away.id)).toEqual(await asked(randomUUID()));
  });

  test('applies to devices only: a change to profiles has its own call', async () => {
    const someone = await person(north, 'Nina North');
    const change: BulkChange = { kind: 'tag', tagId: department, give: ['Toys'], take: [] };
    const { data } = await admin.call(bulkChanges.apply, { body: { rows: { ids: [someone] }, change } });
    expect(await undoRefused(data.id)).toMatchObject({ code: 'notFound' });
    const { id } = await apply([await add(north)], tagged(department, ['Toys']));
    expect(await admin.refused(bulkChanges.undo, { params: { id: id ?? '' } })).toMatchObject({ code: 'notFound' });
  });

  test('is refused when a device was deleted, and after 30 days', async () => {
    const [kept, gone] = [await add(north), await add(north)];
    const first = await apply([kept, gone], tagged(department, ['Toys']));
    await admin.call(devices.remove, { params: { id: gone } });
    expect(await undoRefused(first.id)).toMatchObject({ code: 'notFound', constraint: gone });
    const old = await apply([kept], tagged(department, ['Shoes']));
    await owner.query(`update bulk_change set created_at = now() - interval '31 days' where id = $1`, [old.id]);
    expect(await undoRefused(old.id)).toMatchObject({ code: 'undoEnded' });
  });

  test('never changes a restored device, even if it has the version that the change left', async () => {
    const [kept, gone] = [await add(north), await add(north, { departments: ['Shoes'] })];
    const { id } = await apply([kept, gone], tagged(department, ['Toys']));
    await admin.call(devices.remove, { params: { id: gone } });
    const { data: back } = await admin.call(deletions.restoreDevice, { params: { id: gone } });
    await owner.query('update device set version = 2 where id = $1', [back.id]);
    expect(await undoRefused(id)).toMatchObject({ code: 'notFound', constraint: gone });
    expect([await groupsOf(back.id), await groupsOf(kept)]).toEqual([['Toys', 'Shoes'], ['Toys']]);
  });

  test('is offered by the event of each device until it is done', async () => {
    const [one, two] = [await add(north), await add(south)];
    const { id } = await apply([one, two], tagged(department, ['Toys']));
    const eventOf = async (device: string) => (await eventsOf(device))[0]?.id ?? '';
    const offered = async (as: Caller, event: string) =>
      (await as.call(deviceChanges.ofEvent, { query: { event } })).data;
    const event = await eventOf(one);
    expect(await offered(admin, event)).toEqual([{ id, devices: 2 }]);
    expect(await offered(manager, await eventOf(two))).toEqual([]);
    await undo(id);
    expect(await offered(admin, event)).toEqual([]);
  });

  test('takes effect once in five concurrent calls', async () => {
    const one = await add(north);
    const { id } = await apply([one], tagged(department, ['Toys']));
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => admin.request(deviceChanges.undo, { params: { id: id ?? '' } })),
    );
    expect(replies.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409', '409', '409', '409']);
    expect(await groupsOf(one)).toEqual([]);
  });
});

test('concurrent changes to the same devices lose nothing, whatever their order', async () => {
  const ids = await Promise.all(Array.from({ length: 6 }, () => add(north)));
  const changes = [
    tagged(department, ['Toys']),
    tagged(department, ['Shoes']),
    dualAuth(true),
    to(south),
    tagged(department, ['Phones']),
  ];
  const replies = await Promise.all(
    changes.map((change, n) =>
      admin.request(deviceChanges.apply, { body: { rows: { ids: n % 2 ? ids.toReversed() : ids }, change } }),
    ),
  );
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  for (const id of ids) {
    const device = await get(id);
    expect([device.tagValues, device.locationTagValue, device.info.dual_auth]).toEqual([['*'], south, true]);
    expect(await eventsOf(id)).toHaveLength(5);
  }
});

test('a device deleted between preview and change stops the whole change, and is named', async () => {
  const [kept, gone] = [await add(north), await add(north)];
  const change = tagged(department, ['Toys']);
  expect(await preview([kept, gone], change)).toMatchObject({ changed: 2 });
  await admin.call(devices.remove, { params: { id: gone } });
  expect(await refused([kept, gone], change)).toMatchObject({ status: 404, constraint: gone });
  expect(await groupsOf(kept)).toEqual([]);
  // a query that counted both devices is refused, because its rows have changed
  const rows = { filterData: { search: (await get(kept)).name }, count: 2 };
  expect(await admin.refused(deviceChanges.apply, { body: { rows, change } })).toMatchObject({ status: 409 });
  expect(await groupsOf(kept)).toEqual([]);
});
