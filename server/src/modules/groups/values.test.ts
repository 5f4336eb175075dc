import { activity } from '@keyward/contract/activity';
import { devices } from '@keyward/contract/devices';
import { groups, type ManagedTag } from '@keyward/contract/groups';
import { profiles } from '@keyward/contract/profiles';
import { afterEach, expect, test } from 'vitest';
import { north, serials, south, tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';

const portal = await openPortal();
const { admin, manager, clerk, homeless, harborAdmin } = portal.as;
const { system } = portal.database;

let made = 0;
const add = async (values: string[], body: object = {}): Promise<ManagedTag> =>
  (await admin.call(groups.create, { body: { label: `Tag ${made++}`, type: 1, values, ...body } })).data;
const find = async (id: string) =>
  (await admin.call(groups.all, { query: { type: '1' } })).data.find((d) => d.id === id);
const names = (tag: ManagedTag | undefined) => tag?.values.map((v) => v.name);
const usage = async (id: string) => (await admin.call(groups.usage, { params: { id } })).data;
const edit = (id: string, ...values: { oldValue: string; newValue: string | null }[]) => ({
  params: { id },
  body: { values },
});
const rename = (oldValue: string, newValue: string) => ({ oldValue, newValue });
const drop = (oldValue: string) => ({ oldValue, newValue: null });
const lastEvent = async () => (await admin.call(activity.list, {})).data[0];
const changesOf = async () =>
  Object.fromEntries(
    (await lastEvent())?.description.changes.map((c) => [c.attribute, [c.oldValue, c.newValue]]) ?? [],
  );

const { data: definitions } = await admin.call(groups.all, { query: { type: '1' } });
const location = definitions.find((d) => d.is_location);
if (!location) throw new Error('the test world has no location');
const all = (await admin.call(devices.list, {})).data;
const deviceId = (serial: string) => all.find((d) => d.serial_number === serial)?.id ?? '';
const padlock = deviceId(serials.northPadlock);

/** Assigns values of a tag to a device of the test world. */
async function give(serial: string, tag: ManagedTag, ...values: string[]) {
  const id = deviceId(serial);
  const { name } = (await admin.call(devices.get, { params: { id } })).data;
  await admin.call(devices.update, { params: { id }, body: { name, tags: [{ tagId: tag.id, values }] } });
}
const carried = async (serial: string, tag: ManagedTag) => {
  const { data } = await admin.call(devices.get, { params: { id: deviceId(serial) } });
  return data.tags.find((t) => t.tagId === tag.id)?.values ?? [];
};
/** The same for a profile; null: every value. */
async function giveProfile(username: string, tag: ManagedTag, value: string | null) {
  await system.query(
    `insert into profile_tag (tenant_id, profile_id, tag_definition_id, value_id, every_value)
     select $1, id, $3, $4::uuid, $4::uuid is null from profile where tenant_id = $1 and username = $2`,
    [tenants.demo, username, tag.id, value && tag.values.find((v) => v.name === value)?.id],
  );
}
const assignments = async (tag: ManagedTag) =>
  (
    await system.query<{ n: number }>(
      `select (select count(*) from profile_tag where tag_definition_id = $1)::int
        + (select count(*) from device_tag where tag_definition_id = $1)::int as n`,
      [tag.id],
    )
  ).rows[0]?.n;

afterEach(async () => {
  // location counters match the rows
  const { rows } = await system.query(
    `select * from (select tenant_id, location_id, n::int from list_tally where resource = 'device' and n <> 0) a
     full join (select tenant_id, coalesce(location_value_id, '00000000-0000-0000-0000-000000000000') as location_id,
       count(*)::int as n from device group by 1, 2) b using (tenant_id, location_id, n)
     where a.tenant_id is null or b.tenant_id is null`,
  );
  if (rows.length) throw new Error(`the tally is wrong: ${JSON.stringify(rows)}`);
});

test('a renamed value keeps its identity and its assignments', async () => {
  const tag = await add(['Toys', 'Shoes']);
  await give(serials.northPadlock, tag, 'Toys');
  const reply = await admin.call(groups.editValues, edit(tag.id, rename('Toys', 'Games')));
  expect(names(reply.data)).toEqual(['Shoes', 'Games']);
  expect(reply.data.values[1]?.id).toBe(tag.values.find((v) => v.name === 'Toys')?.id);
  expect(await carried(serials.northPadlock, tag)).toEqual(['Games']);
  expect(await lastEvent()).toMatchObject({ event: 'MODIFY_TAG_DEFINITION', entity_id: tag.id });
  expect(await changesOf()).toEqual({ renamedValues: ['Toys', 'Games'] });
  expect((await admin.call(groups.editValues, edit(tag.id, rename('Games', 'GAMES')))).data.version).toBe(3);
});

test('names can be swapped; a call renames all pairs or none', async () => {
  const tag = await add(['A', 'B', 'C']);
  const swapped = await admin.call(groups.editValues, edit(tag.id, rename('A', 'B'), rename('B', 'A'), drop('C')));
  expect(names(swapped.data)).toEqual(['B', 'A']);
  expect(swapped.data.values.map((v) => v.id)).toEqual(tag.values.slice(0, 2).map((v) => v.id));
  const event = (await lastEvent())?.id;
  expect(await admin.refused(groups.editValues, edit(tag.id, rename('A', 'X'), rename('Gone', 'Y')))).toMatchObject({
    status: 409,
    code: 'tagValueGone',
    params: { value: 'Gone' },
  });
  expect(names(await find(tag.id))).toEqual(['B', 'A']);
  expect((await lastEvent())?.id).toBe(event);
});

test('a rename to the same, a taken, a reserved, an empty or a too long name is refused', async () => {
  const tag = await add(['Toys', 'Shoes']);
  const refused = (...pairs: { oldValue: string; newValue: string | null }[]) =>
    admin.refused(groups.editValues, edit(tag.id, ...pairs));
  expect(await refused(rename('Toys', 'Toys'))).toMatchObject({ status: 400, code: 'nothingToUpdate' });
  for (const taken of ['Shoes', 'SHOES', 'ｓｈｏｅｓ'])
    expect(await refused(rename('Toys', taken)), taken).toMatchObject({
      status: 409,
      code: 'cannotUpdateToExistingValue',
      constraint: 'values',
    });
  for (const wrong of ['*', 'All', ' all ', '', ' ', 'x'.repeat(65)])
    expect(await refused(rename('Toys', wrong)), wrong).toMatchObject({ status: 400, code: 'invalidField' });
  expect(await refused()).toMatchObject({ status: 400 });
  expect(await refused(rename('Toys', 'A'), rename('Toys', 'B'))).toMatchObject({ status: 400 });
  // spelling matters: a different one means the actor’s state is stale
  expect(await refused(rename('toys', 'A'))).toMatchObject({ status: 409, code: 'tagValueGone' });
  expect(names(await find(tag.id))).toEqual(['Shoes', 'Toys']);
});

test('usage counts cover all locations, and count objects with every value separately', async () => {
  const tag = await add(['A', 'B']);
  await give(serials.northPadlock, tag, 'A');
  await give(serials.southPadlock, tag, 'A');
  await give(serials.northKey, tag, '*');
  await giveProfile('clerk', tag, 'B');
  await giveProfile('manager', tag, null);
  const count = (name: string, n: object) => ({ id: tag.values.find((v) => v.name === name)?.id, ...n });
  expect(await usage(tag.id)).toEqual({
    devices: 3,
    hidden: 0,
    profiles: 2,
    every: { devices: 1, profiles: 1 },
    values: [
      count('A', { devices: 2, opened: 2, hidden: 0, profiles: 0 }),
      count('B', { devices: 0, opened: 0, hidden: 0, profiles: 1 }),
    ],
  });
  // the list of a value has both: its own objects and those with every value
  const withValue = (value: string) => ({ query: { [`tags.${tag.id}`]: value } });
  expect((await admin.call(devices.list, withValue('A'))).total_results).toBe(3);
  expect((await admin.call(profiles.list, withValue('B'))).total_results).toBe(2);
  const locationUsage = await usage(location.id);
  expect(locationUsage).toMatchObject({ devices: 6, profiles: 2, every: { devices: 0, profiles: 0 } });
  expect(locationUsage.values.map((v) => v.devices)).toEqual([4, 2]);
  expect(await manager.refused(groups.usage, { params: { id: tag.id } })).toMatchObject({ status: 403 });
  expect(await harborAdmin.refused(groups.usage, { params: { id: tag.id } })).toMatchObject({ status: 404 });
});

test('a deleted value is removed from all objects, in the same event', async () => {
  const tag = await add(['A', 'B']);
  await give(serials.northPadlock, tag, 'A');
  await give(serials.southPadlock, tag, '*');
  await giveProfile('clerk', tag, 'A');
  await giveProfile('manager', tag, 'B');
  await admin.call(groups.editValues, edit(tag.id, drop('A')));
  expect(await carried(serials.northPadlock, tag)).toEqual([]);
  expect(await carried(serials.southPadlock, tag)).toEqual(['*']);
  expect(await changesOf()).toEqual({
    removedValues: ['A', null],
    unassignedDevices: [null, '1'],
    unassignedProfiles: [null, '1'],
  });
  expect(await usage(tag.id)).toMatchObject({ devices: 1, profiles: 1 });
  await admin.call(groups.remove, { params: { id: tag.id } });
  expect(await changesOf()).toMatchObject({ unassignedDevices: [null, '1'], unassignedProfiles: [null, '1'] });
  expect(await assignments(tag)).toBe(0);
});

test('omitting a value or an object type from an update deletes it the same way', async () => {
  const tag = await add(['A', 'B']);
  await give(serials.northPadlock, tag, 'A');
  await giveProfile('clerk', tag, 'B');
  await giveProfile('manager', tag, null);
  const update = (body: object) =>
    admin.call(groups.update, { params: { id: tag.id }, body: { label: tag.label, ...body } });
  await update({ values: ['B'] });
  expect(await changesOf()).toEqual({ removedValues: ['A', null], unassignedDevices: [null, '1'] });
  await update({ objects: [{ type: 'devices' }] });
  expect(await changesOf()).toMatchObject({ unassignedProfiles: [null, '2'] });
  expect(await assignments(tag)).toBe(0);
});

test('a location with devices cannot be deleted, and the error counts them; without devices its profiles lose it', async () => {
  const refused = (values: string[]) =>
    admin.refused(groups.update, { params: { id: location.id }, body: { label: 'Location', values } });
  expect(await admin.refused(groups.editValues, edit(location.id, drop(north)))).toMatchObject({
    status: 409,
    code: 'locationInUse',
    params: { value: north, count: 4 },
  });
  expect(await refused([north])).toMatchObject({ code: 'locationInUse', params: { value: south, count: 2 } });
  const values = [{ id: location.values[0]?.id ?? '' }, { id: location.values[1]?.id ?? '' }, 'East'];
  const { data } = await admin.call(groups.update, {
    params: { id: location.id },
    body: { label: 'Location', values },
  });
  await giveProfile('homeless', data, 'East');
  expect((await homeless.call(devices.list, {})).total_results).toBe(0);
  await admin.call(groups.editValues, edit(location.id, drop('East')));
  expect(await changesOf()).toEqual({ removedValues: ['East', null], unassignedProfiles: [null, '1'] });
  expect(names(await find(location.id))).toEqual([north, south]);
});

test('a renamed location keeps its devices, its profiles and their view of its events', async () => {
  const before = (await clerk.call(devices.list, {})).total_results;
  await admin.call(groups.editValues, edit(location.id, rename(north, 'Northern')));
  expect((await clerk.call(devices.list, {})).total_results).toBe(before);
  expect((await clerk.call(devices.get, { params: { id: padlock } })).data.locationTagValue).toBe('Northern');
  const seen = await clerk.call(activity.list, { query: { entity_id: location.id } });
  expect(seen.data[0]?.description.changes).toEqual([
    { attribute: 'renamedValues', oldValue: north, newValue: 'Northern' },
  ]);
  await admin.call(groups.editValues, edit(location.id, rename('Northern', north)));
});

test('profiles of a location see its event when saving the list changes its spelling', async () => {
  const events = async () => (await clerk.call(activity.list, { query: { entity_id: location.id } })).data;
  const before = (await events()).length;
  const save = (...values: string[]) =>
    admin.call(groups.update, { params: { id: location.id }, body: { label: location.label, values } });
  await save('NORTH', south);
  const after = await events();
  expect(after).toHaveLength(before + 1);
  expect(after[0]?.description.changes).toContainEqual({
    attribute: 'renamedValues',
    oldValue: north,
    newValue: 'NORTH',
  });
  // events of another location are not visible to the clerk
  await save('NORTH', 'SOUTH');
  expect(await events()).toHaveLength(before + 1);
  await save(north, south);
});

test('all values are stored as one star, which includes later values; the location accepts none', async () => {
  const tag = await add(['A', 'B']);
  await give(serials.northPadlock, tag, 'A', 'B');
  expect(await carried(serials.northPadlock, tag)).toEqual(['*']);
  await admin.call(groups.update, {
    params: { id: tag.id },
    body: { label: tag.label, values: ['A', 'B', 'C'] },
  });
  expect(await carried(serials.northPadlock, tag)).toEqual(['*']);
  await give(serials.northPadlock, tag, 'A', 'B');
  await admin.call(groups.editValues, edit(tag.id, drop('C')));
  // individually chosen values do not turn into a star when a deletion leaves no others
  expect(await carried(serials.northPadlock, tag)).toEqual(['A', 'B']);
  // without the permission to assign groups, an actor can save the device unchanged
  const asItIs = { name: 'North padlock', tags: [{ tagId: tag.id, values: ['A', 'B'] }] };
  await portal.as.editor.call(devices.update, { params: { id: padlock }, body: asItIs });
  expect(await carried(serials.northPadlock, tag)).toEqual(['A', 'B']);
  const body = { name: 'North padlock', tags: [{ tagId: location.id, values: ['*'] }] };
  expect(await admin.refused(devices.update, { params: { id: padlock }, body })).toMatchObject({ status: 400 });
});

test('package protection refuses to delete any location, and cannot be turned off', async () => {
  const body = { label: 'Location', values: [...location.values.map(({ id }) => ({ id })), 'West'] };
  await admin.call(groups.update, { params: { id: location.id }, body });
  const set = (on: boolean) =>
    system.query(
      `update tenant set features = case when $2 then array_append(features, 'packageProtection')
       else array_remove(features, 'packageProtection') end where id = $1`,
      [tenants.demo, on],
    );
  await set(true);
  const refusal = { status: 409, code: 'locationProtected' };
  expect(await admin.refused(groups.editValues, edit(location.id, drop('West')))).toMatchObject(refusal);
  const without = { params: { id: location.id }, body: { label: 'Location', values: [north, south] } };
  expect(await admin.refused(groups.update, without)).toMatchObject(refusal);
  const other = await add(['A']);
  expect(names((await admin.call(groups.editValues, edit(other.id, drop('A')))).data)).toEqual([]);
  await admin.call(groups.editValues, edit(location.id, rename('West', 'Far West')));
  // from here on no location of this file's tenant can be deleted
  await expect(set(false)).rejects.toThrow('package protection cannot be switched off');
  expect(await admin.refused(groups.editValues, edit(location.id, drop('Far West')))).toMatchObject(refusal);
});
