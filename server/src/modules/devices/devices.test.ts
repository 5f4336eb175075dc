import { activity, type Event } from '@keyward/contract/activity';
import { type Device, devices } from '@keyward/contract/devices';
import { groups, type TagInput } from '@keyward/contract/groups';
import { beforeAll, expect, test } from 'vitest';
import { north, serials, south, tenants } from '#testing/people.ts';
import { openPortal, type Caller } from '#testing/portal.ts';

const portal = await openPortal();
const { admin, manager, clerk, editor, homeless, harborAdmin } = portal.as;

let tagIds: Record<string, string>;
beforeAll(async () => {
  const { data } = await admin.call(groups.definitions, {});
  tagIds = Object.fromEntries(data.map((d) => [d.label, d.id]));
});
const tag = (label: string, ...values: string[]): TagInput => ({ tagId: tagIds[label] ?? '', values });
const at = (location: string) => tag('Location', location);

let made = 0;
const newSerial = (prefix = '3A10') => `${prefix}${(0xabc000 + made++).toString(16).toUpperCase().padStart(12, '0')}`;
const add = (who: Caller, over: object = {}) =>
  who.call(devices.create, { body: { name: 'Bay 1', serial_number: newSerial(), tags: [at(north)], ...over } });
async function idOf(serial: string): Promise<string> {
  const { data } = await admin.call(devices.list, { query: { serial_number: serial } });
  return data[0]?.id ?? '';
}
const get = async (who: Caller, id: string): Promise<Device> => (await who.call(devices.get, { params: { id } })).data;
async function lastEvent(): Promise<Event | undefined> {
  return (await admin.call(activity.list, {})).data[0];
}
const total = async (who: Caller) => (await who.call(devices.list, {})).total_results;

test('the type follows from the longest serial prefix, regardless of case', async () => {
  const { data } = await add(admin, { serial_number: newSerial('3B01').toLowerCase() });
  expect(data).toMatchObject({ device_type_name: 'rac lock', device_class: 'LOCK', locationTagValue: north });
  expect(data.serial_number).toBe(data.serial_number.toUpperCase());
});

test('unknown, taken and malformed serial numbers are refused with their field', async () => {
  const body = { name: 'X', serial_number: 'FFFF000000000001', tags: [at(north)] };
  expect(await admin.refused(devices.create, { body })).toMatchObject({
    status: 400,
    code: 'unknownSerialNumber',
    constraint: 'serial_number',
  });
  expect(await admin.refused(devices.create, { body: { ...body, serial_number: serials.northPadlock } })).toMatchObject(
    { status: 409, code: 'serialNumberTaken', constraint: 'serial_number' },
  );
  for (const serial_number of ['3A10', `${serials.northPadlock}0`, 'G000000000000000', '']) {
    expect(await admin.refused(devices.create, { body: { ...body, serial_number } })).toMatchObject({
      status: 400,
      code: 'invalidField',
      constraint: 'serial_number',
    });
  }
});

test('a serial number taken outside the actor’s locations is refused as unknown', async () => {
  const elsewhere = newSerial();
  const nowhere = newSerial();
  await add(admin, { serial_number: elsewhere, tags: [at(south)] });
  await portal.database.system.query(
    `insert into device (tenant_id, device_type_id, name, serial_number)
     select tenant_id, device_type_id, 'Nowhere', $1 from device where serial_number = $2 and tenant_id = $3`,
    [nowhere, elsewhere, tenants.demo],
  );
  const refusal = async (who: Caller, serial_number: string) => {
    const { status, text } = await who.request(devices.create, {
      body: { name: 'X', serial_number, tags: [at(north)] },
    });
    return { status, text };
  };
  const ofNoType = await refusal(manager, 'FFFF000000000001');
  expect(ofNoType).toMatchObject({ status: 400, text: expect.stringContaining('unknownSerialNumber') });
  expect(await refusal(manager, elsewhere)).toEqual(ofNoType);
  expect(await refusal(manager, nowhere)).toEqual(ofNoType);
  expect((await refusal(manager, serials.northPadlock)).text).toContain('serialNumberTaken');
  expect((await refusal(admin, elsewhere)).text).toContain('serialNumberTaken');
});

test('two tenants can have the same serial number without learning of each other', async () => {
  const { data } = await admin.call(devices.list, { query: { serial_number: serials.northPadlock } });
  const other = await harborAdmin.call(devices.list, { query: { serial_number: serials.northPadlock } });
  expect(data).toHaveLength(1);
  expect(other.data).toHaveLength(1);
  expect(other.data[0]?.id).not.toBe(data[0]?.id);
});

test('names have 1 to 64 characters, counted as graphemes', async () => {
  expect((await add(admin, { name: '🔒'.repeat(64) })).data.name).toHaveLength(128);
  const refused = async (name: unknown) =>
    (
      await admin.refused(devices.create, {
        body: { name: name as string, serial_number: newSerial(), tags: [at(north)] },
      })
    ).constraint;
  expect(await refused('a'.repeat(65))).toBe('name');
  expect(await refused('   ')).toBe('name');
  expect(await refused('a\u202eb')).toBe('name');
  expect(await refused(7)).toBe('name');
  expect(await refused(null)).toBe('name');
});

test('the location is required, takes one value, and stays when it is omitted', async () => {
  const body = { name: 'X', serial_number: newSerial(), tags: [] as TagInput[] };
  expect(await admin.refused(devices.create, { body })).toMatchObject({
    code: 'tagRequired',
    detail: 'Location is required',
  });
  expect(
    await admin.refused(devices.create, { body: { ...body, tags: [tag('Location', north, south)] } }),
  ).toMatchObject({ code: 'oneLocation' });
  const { data } = await add(admin);
  const changed = await admin.call(devices.update, { params: { id: data.id }, body: { name: 'Renamed' } });
  expect(changed.device).toMatchObject({ name: 'Renamed', locationTagValue: north });
  expect(
    await admin.refused(devices.update, { params: { id: data.id }, body: { name: 'X', tags: [tag('Location')] } }),
  ).toMatchObject({ code: 'tagRequired' });
});

test('all values of a group are stored as all, including values added later', async () => {
  const { data } = await add(admin, { tags: [at(north), tag('Department', 'Toys', 'Shoes', 'Phones')] });
  expect(data.tagValues).toEqual(['*']);
  const some = await admin.call(devices.update, {
    params: { id: data.id },
    body: { name: data.name, tags: [tag('Department', 'Shoes', 'Toys')] },
  });
  expect(some.device.tagValues).toEqual(['Toys', 'Shoes']);
});

test('text tags hold up to 100 characters and none that the portal’s sanitiser removes', async () => {
  const { data } = await add(admin, { tags: [at(north), tag('Notes', 'left shelf')] });
  expect(data.tags).toContainEqual({ tagId: tagIds.Notes, label: 'Notes', type: 0, values: ['left shelf'] });
  for (const text of ['a'.repeat(101), 'a & b', '<b>', 'a;b', '$5', '`', 'a|b']) {
    expect(
      await admin.refused(devices.update, { params: { id: data.id }, body: { name: 'X', tags: [tag('Notes', text)] } }),
    ).toMatchObject({ status: 400, code: 'invalidField', constraint: `tags.${tagIds.Notes}` });
  }
  expect((await get(admin, data.id)).tags).toContainEqual(expect.objectContaining({ values: ['left shelf'] }));
});

test('changing groups needs the permission to assign them; sending them unchanged does not', async () => {
  const { data } = await add(admin, { tags: [at(north), tag('Department', 'Toys')] });
  const update = (tags: TagInput[]) => ({ params: { id: data.id }, body: { name: 'By the editor', tags } });
  expect((await editor.call(devices.update, update([tag('Department', 'Toys')]))).device.name).toBe('By the editor');
  expect(await editor.refused(devices.update, update([tag('Department', 'Shoes')]))).toMatchObject({
    status: 403,
    code: 'cannotAssignGroups',
  });
  expect((await get(admin, data.id)).tagValues).toEqual(['Toys']);
});

test('dual authorization exists only for its four types', async () => {
  const padlock = await idOf(serials.northPadlock);
  const drawer = await idOf(serials.northCabinet);
  const body = { name: 'North padlock', info: { dual_auth: true } };
  expect((await admin.call(devices.update, { params: { id: padlock }, body })).device.info.dual_auth).toBe(true);
  expect(await admin.refused(devices.update, { params: { id: drawer }, body })).toMatchObject({
    code: 'dualAuthNotSupported',
  });
  expect((await get(admin, drawer)).info).not.toHaveProperty('dual_auth');
});

test('a stale If-Match is refused with the author of the change, and writes nothing', async () => {
  const { data } = await add(admin);
  const save = (who: Caller, name: string, ifMatch?: number) =>
    who.request(devices.update, { params: { id: data.id }, body: { name }, ...(ifMatch ? { ifMatch } : {}) });
  const first = await save(manager, 'By Mona', data.version);
  expect(first.headers.etag).toBe(`"${data.version + 1}"`);
  const second = await save(admin, 'By Ada', data.version);
  expect(second.status).toBe(412);
  expect(second.body).toMatchObject({ errors: [{ code: 'conflict', params: { by: 'Mona Manager' } }] });
  expect((await get(admin, data.id)).name).toBe('By Mona');
  expect((await save(admin, 'Without a version')).status).toBe(200);
});

test('each write records one event with its changes, and a save without changes records none', async () => {
  const { data } = await add(manager, { name: 'Till 4', tags: [at(north), tag('Department', 'Toys')] });
  expect(await lastEvent()).toMatchObject({
    event: 'ADD_DEVICE',
    entity_id: data.id,
    description: { agentName: 'Mona Manager', agentEmail: 'manager@demo.example', entityName: 'Till 4' },
  });
  const body = { name: 'Till 5', tags: [tag('Department', 'Shoes')] };
  await manager.call(devices.update, { params: { id: data.id }, body });
  const modified = await lastEvent();
  expect(modified).toMatchObject({ event: 'MODIFY_DEVICE' });
  expect(modified?.description.changes).toEqual([
    { attribute: 'name', oldValue: 'Till 4', newValue: 'Till 5' },
    { attribute: 'tags.Department', oldValue: 'Toys', newValue: 'Shoes' },
  ]);
  await manager.call(devices.update, { params: { id: data.id }, body });
  expect((await lastEvent())?.id).toBe(modified?.id);
  await manager.call(devices.remove, { params: { id: data.id } });
  expect(await lastEvent()).toMatchObject({ event: 'DELETE_DEVICE', description: { entityName: 'Till 5' } });
});

test('a refused write leaves no row, event or count', async () => {
  const before = { total: await total(admin), event: (await lastEvent())?.id };
  await manager.refused(devices.create, { body: { name: 'X', serial_number: newSerial(), tags: [at(south)] } });
  await admin.refused(devices.create, {
    body: { name: 'X', serial_number: newSerial(), tags: [at(north), tag('Department', 'No such')] },
  });
  expect({ total: await total(admin), event: (await lastEvent())?.id }).toEqual(before);
});

test('without all-data access actors see, move and delete only devices at their locations', async () => {
  const southern = await idOf(serials.southPadlock);
  const own = (await add(manager)).data.id;
  const answer = await manager.request(devices.get, { params: { id: southern } });
  const never = await manager.request(devices.get, { params: { id: '00000000-0000-7000-8000-000000000000' } });
  expect(answer.status).toBe(404);
  expect(answer.text).toBe(never.text);
  expect(await manager.refused(devices.update, { params: { id: southern }, body: { name: 'X' } })).toMatchObject({
    status: 404,
  });
  expect(await manager.refused(devices.remove, { params: { id: southern } })).toMatchObject({ status: 404 });
  expect(
    await manager.refused(devices.update, { params: { id: own }, body: { name: 'X', tags: [at(south)] } }),
  ).toMatchObject({ status: 403, code: 'locationNotAllowed' });
  expect(await homeless.refused(devices.get, { params: { id: own } })).toMatchObject({ status: 404 });
  expect(await total(homeless)).toBe(0);
});

test('totals follow adds, moves and deletions', async () => {
  const before = { all: await total(admin), north: await total(clerk) };
  const { data } = await add(admin);
  expect([await total(admin), await total(clerk)]).toEqual([before.all + 1, before.north + 1]);
  await admin.call(devices.update, { params: { id: data.id }, body: { name: 'Moved', tags: [at(south)] } });
  expect([await total(admin), await total(clerk)]).toEqual([before.all + 1, before.north]);
  await admin.call(devices.remove, { params: { id: data.id } });
  expect([await total(admin), await total(clerk)]).toEqual([before.all, before.north]);
});

test('a clerk reads and cannot write; a profile without permissions reads nothing', async () => {
  const id = await idOf(serials.northPadlock);
  expect((await get(clerk, id)).name).toBe('North padlock');
  for (const refused of [
    clerk.refused(devices.update, { params: { id }, body: { name: 'X' } }),
    clerk.refused(devices.remove, { params: { id } }),
    clerk.refused(devices.create, { body: { name: 'X', serial_number: newSerial() } }),
    portal.as.nobody.refused(devices.list, {}),
  ]) {
    expect(await refused).toMatchObject({ status: 403, code: 'forbidden' });
  }
});

test('devices report through the OKM of their location, and are reassigned when it leaves', async () => {
  const { data } = await add(admin);
  expect(data.controller?.name).toBe('North cabinet');
  const second = (await add(admin, { name: 'Second cabinet', serial_number: newSerial('9F40') })).data;
  expect(second.controller).toBeNull();
  const okm = await idOf(serials.northOkm);
  await admin.call(devices.remove, { params: { id: okm } });
  expect((await get(admin, data.id)).controller).toEqual({ id: second.id, name: 'Second cabinet' });
  const moved = await admin.call(devices.update, {
    params: { id: data.id },
    body: { name: data.name, tags: [at(south)] },
  });
  expect(moved.device.controller?.name).toBe('South cabinet');
});

test('devices are filtered by battery charge as a number', async () => {
  const charge = (serial: string, value: unknown) =>
    portal.inTenant('demo', (db) =>
      db
        .updateTable('device')
        .set({ state: JSON.stringify({ battery: value }) })
        .where('serial_number', '=', serial)
        .execute(),
    );
  await charge(serials.northPadlock, 9);
  await charge(serials.southPadlock, 20.5);
  await charge(serials.northKey, '15');
  const found = async (filter: string) =>
    (await admin.call(devices.list, { query: { battery: filter, search: 'padlock' } })).data.map(({ name }) => name);
  expect(await found('lt:20')).toEqual(['North padlock']);
  expect(await found('gt:9')).toEqual(['South padlock']);
  expect(await found('20')).toEqual(['South padlock']);
  // a non-numeric value is not a charge
  const key = (battery: string) => admin.call(devices.list, { query: { battery, serial_number: serials.northKey } });
  expect((await key('15')).total_results).toBe(0);
  expect((await key('NOT_EXISTS')).total_results).toBe(1);
  expect(await admin.refused(devices.list, { query: { battery: 'lt:2.5' } })).toMatchObject({ status: 400 });
});

test('an OKM’s last IP address is never exposed', async () => {
  const okm = await idOf(serials.southOkm);
  await portal.inTenant('demo', (db) =>
    db
      .updateTable('device')
      .set({ state: JSON.stringify({ lastIp: '10.0.0.9', battery: 5 }) })
      .where('id', '=', okm)
      .execute(),
  );
  const device = await get(admin, okm);
  expect(device.state).toEqual({ battery: 5 });
  expect(device.state_schema).not.toHaveProperty('lastIp');
});
