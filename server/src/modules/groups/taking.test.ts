// Deleting values of a group that devices have removes a restriction, so it requires the permissions to remove them by hand.
import { devices } from '@keyward/contract/devices';
import { groups, type ManagedTag } from '@keyward/contract/groups';
import { expect, test } from 'vitest';
import { north, serials, south, tenants } from '#testing/people.ts';
import { type Caller, openPortal } from '#testing/portal.ts';

const portal = await openPortal();
const { admin } = portal.as;
const { system } = portal.database;

const { data: definitions } = await admin.call(groups.all, { query: { type: '1' } });
const location = definitions.find((tag) => tag.is_location);
if (!location) throw new Error('the test world has no location');
const { data: all } = await admin.call(devices.list, {});

const one = async (text: string, values: unknown[]) =>
  (await system.query<{ id: string }>(text, values)).rows[0]?.id ?? '';
let people = 0;
/** A profile at these locations with only these permissions. */
async function holding(permissions: Record<string, string>, ...stores: string[]): Promise<Caller> {
  const name = `holder ${people++}`;
  const role = await one('insert into role (tenant_id, name) values ($1, $2) returning id', [tenants.demo, name]);
  for (const [permission, value] of Object.entries(permissions))
    await system.query('insert into role_permission values ($1, $2, $3, $4)', [tenants.demo, role, permission, value]);
  const id = await one('insert into profile (tenant_id, name, username) values ($1, $2, $2) returning id', [
    tenants.demo,
    name,
  ]);
  await system.query('insert into profile_role values ($1, $2, $3)', [tenants.demo, id, role]);
  for (const store of stores)
    await system.query(
      'insert into profile_tag (tenant_id, profile_id, tag_definition_id, value_id) values ($1, $2, $3, $4)',
      [tenants.demo, id, location?.id, location?.values.find((value) => value.name === store)?.id],
    );
  return portal.signIn(id);
}
const editGroups = { 'ACCESS-GROUP-TAGS': 'EDIT' };
const andDevices = { ...editGroups, DEVICES: 'EDIT' };
const andAssigning = { ...andDevices, 'ASSIGN-ACCESS-GROUPS': 'TRUE' };
const groupsOnly = await holding(editGroups, north, south);
const withDevices = await holding(andDevices, north, south);
const atNorth = await holding(andAssigning, north);
const atBoth = await holding(andAssigning, north, south);
const everywhere = await holding({ ...andAssigning, 'ALL-DATA-ACCESS': 'TRUE' });

let made = 0;
/** A new group with the values A, B and C; these devices have some of them. */
async function groupOn(carriers: Record<string, readonly string[]>): Promise<ManagedTag> {
  const body = { label: `Group ${made++}`, type: 1 as const, values: ['A', 'B', 'C'] };
  const { data: tag } = await admin.call(groups.create, { body });
  for (const [serial, values] of Object.entries(carriers)) {
    const device = all.find((row) => row.serial_number === serial);
    const tags = [{ tagId: tag.id, values: [...values] }];
    await admin.call(devices.update, {
      params: { id: device?.id ?? '' },
      body: { name: device?.name ?? '', tags },
    });
  }
  return tag;
}
const idsOf = (tag: ManagedTag, ...names: string[]) =>
  tag.values.filter(({ name }) => names.includes(name)).map(({ id }) => ({ id }));
/** All calls that remove A from devices. */
const ways = {
  'deleting the value': (who: Caller, tag: ManagedTag) =>
    who.request(groups.editValues, {
      params: { id: tag.id },
      body: { values: [{ oldValue: 'A', newValue: null }] },
    }),
  'leaving the value out of the list': (who: Caller, tag: ManagedTag) =>
    who.request(groups.update, { params: { id: tag.id }, body: { values: idsOf(tag, 'B', 'C') } }),
  'taking the group from all devices': (who: Caller, tag: ManagedTag) =>
    who.request(groups.update, { params: { id: tag.id }, body: { objects: [{ type: 'users' }] } }),
  'deleting the group': (who: Caller, tag: ManagedTag) => who.request(groups.remove, { params: { id: tag.id } }),
};
/** Everything that a deletion would change. */
const stored = async (tag: ManagedTag) => [
  (await admin.call(groups.all, { query: { type: '1' } })).data.find(({ id }) => id === tag.id),
  (await system.query('select device_id, value_id from device_tag where tag_definition_id = $1 order by id', [tag.id]))
    .rows,
  (await system.query('select count(*) from event where tenant_id = $1', [tenants.demo])).rows,
];

test.each(Object.entries(ways))('%s needs the rights to remove it from the devices by hand', async (way, take) => {
  const tag = await groupOn({ [serials.northPadlock]: ['A'], [serials.southPadlock]: ['A'] });
  const before = await stored(tag);
  const value = way.includes('value') ? 'A' : tag.label;
  const refusals: [Caller, string, object][] = [
    [groupsOnly, 'groupNeedsDevices', { value, count: 2 }],
    [withDevices, 'groupNeedsAssigning', { value, count: 2 }],
    [atNorth, 'groupNeedsLocations', { value, count: 2, hidden: 1 }],
  ];
  for (const [who, code, params] of refusals) {
    const answer = await take(who, tag);
    expect([answer.status, answer.body], code).toMatchObject([403, { errors: [{ code, params }] }]);
    expect(await stored(tag)).toEqual(before);
  }
  expect((await take(atBoth, tag)).status).toBeLessThan(300);
  expect((await stored(tag))[1]).toEqual([]);
});

test.each(Object.entries(ways))('%s needs all-data access if an unassigned device has it', async (_, take) => {
  const tag = await groupOn({ [serials.northPadlock]: ['A'] });
  const nowhere = all.find((row) => row.serial_number === serials.nowhere)?.id;
  await system.query(
    'insert into device_tag (tenant_id, device_id, tag_definition_id, value_id) values ($1, $2, $3, $4)',
    [tenants.demo, nowhere, tag.id, idsOf(tag, 'A')[0]?.id],
  );
  expect((await take(atBoth, tag)).body).toMatchObject({ errors: [{ code: 'groupNeedsLocations' }] });
  expect((await take(everywhere, tag)).status).toBeLessThan(300);
});

test('the right to edit groups suffices for values that no device has, or only profiles have', async () => {
  for (const take of Object.values(ways)) {
    const tag = await groupOn({});
    await system.query(
      `insert into profile_tag (tenant_id, profile_id, tag_definition_id, value_id)
       select $1, id, $2, $3 from profile where tenant_id = $1 and username = 'clerk'`,
      [tenants.demo, tag.id, idsOf(tag, 'A')[0]?.id],
    );
    expect((await take(groupsOnly, tag)).status).toBeLessThan(300);
  }
  // only deleted values count: another value, and the star, stay on their devices
  const tag = await groupOn({ [serials.northPadlock]: ['B'], [serials.southPadlock]: ['*'] });
  expect((await ways['deleting the value'](groupsOnly, tag)).status).toBe(200);
  expect((await stored(tag))[1]).toHaveLength(2);
});

test('a text restricts nothing: the right to edit text fields suffices', async () => {
  const texts = await holding({ TAGS: 'EDIT' });
  const { data: tag } = await admin.call(groups.create, { body: { label: `Text ${made++}`, type: 0 } });
  const device = all.find((row) => row.serial_number === serials.northPadlock);
  const tags = [{ tagId: tag.id, values: ['Shelf 4'] }];
  await admin.call(devices.update, { params: { id: device?.id ?? '' }, body: { name: device?.name ?? '', tags } });
  await texts.call(groups.update, { params: { id: tag.id }, body: { objects: [{ type: 'users' }] } });
  await texts.call(groups.remove, { params: { id: tag.id } });
});

test('the usage says how many devices a deletion would open, and how many are out of reach', async () => {
  const tag = await groupOn({
    [serials.northPadlock]: ['A'],
    [serials.northKey]: ['A', 'B'],
    [serials.southPadlock]: ['A'],
    [serials.southOkm]: ['*'],
  });
  const usage = async (who: Caller) => {
    const { data } = await who.call(groups.usage, { params: { id: tag.id } });
    const named = data.values.map(({ id, ...counts }) => [tag.values.find((v) => v.id === id)?.name, counts]);
    return { ...data, values: Object.fromEntries(named) as object };
  };
  const values = (hidden: number) => ({
    A: { devices: 3, opened: 2, hidden, profiles: 0 },
    B: { devices: 1, opened: 0, hidden: 0, profiles: 0 },
    C: { devices: 0, opened: 0, hidden: 0, profiles: 0 },
  });
  const every = { devices: 1, profiles: 0 };
  expect(await usage(atNorth)).toEqual({ devices: 4, hidden: 2, profiles: 0, every, values: values(1) });
  expect(await usage(everywhere)).toEqual({ devices: 4, hidden: 0, profiles: 0, every, values: values(0) });
});
