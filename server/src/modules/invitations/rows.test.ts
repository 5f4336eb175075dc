// Rows of keys and of invitations have the columns of the specification, part 2, section 3.
import { devices } from '@keyward/contract/devices';
import { groups } from '@keyward/contract/groups';
import { invitations } from '@keyward/contract/invitations';
import { secureKeys } from '@keyward/contract/onepass';
import { beforeAll, expect, test } from 'vitest';
import { serials, tenants } from '#testing/people.ts';
import { openOnePass } from '#testing/onepass.ts';
import { type Caller, openPortal } from '#testing/portal.ts';

const portal = await openPortal();
const { admin, manager } = portal.as;
const { key, invite, get } = openOnePass(portal);
const rowOfKey = async (id: string, as = manager) =>
  (await as.call(secureKeys.list, { query: { id } })).data[0] ?? expect.fail('no row');
const rowOfInvite = async (id: string) =>
  (await admin.call(invitations.list, { query: { id } })).data[0] ?? expect.fail('no row');

/** Gives a device values of Department. */
async function giveGroups(serial: string, values: string[]): Promise<string> {
  const { data: definitions } = await admin.call(groups.definitions, {});
  const tagId = definitions.find(({ label }) => label === 'Department')?.id ?? '';
  const [device] = (await admin.call(devices.list, { query: { serial_number: serial } })).data;
  const params = { id: device?.id ?? '' };
  await admin.call(devices.update, { params, body: { name: device?.name ?? '', tags: [{ tagId, values }] } });
  return params.id;
}
let north: { id: string; name: string; serial_number: string; tagValues: string[] };
let south: typeof north;
beforeAll(async () => {
  const [northId, southId] = [
    await giveGroups(serials.northPadlock, ['Shoes']),
    await giveGroups(serials.southPadlock, ['*']),
  ];
  // a manager of both locations
  await portal.database.system.query(
    `insert into profile_tag (tenant_id, profile_id, tag_definition_id, value_id)
     select p.tenant_id, p.id, v.tag_definition_id, v.id from profile p
     join tag_value v on v.tenant_id = p.tenant_id and v.name in ('North', 'South')
     where p.tenant_id = $1 and p.username = 'homeless'`,
    [tenants.demo],
  );
  north = { id: northId, name: 'North padlock', serial_number: serials.northPadlock, tagValues: ['Shoes'] };
  south = { id: southId, name: 'South padlock', serial_number: serials.southPadlock, tagValues: ['*'] };
});

test('a key shows its device with groups, its type, and its invitation once it is given', async () => {
  const id = await key();
  const row = await rowOfKey(id);
  expect(row).toMatchObject({ device: north, device_type: { name: 'ir padlock 2.0' }, invitations: [] });
  // columns that views name
  expect(row).toMatchObject({ device_name: north.name, serial_number: north.serial_number, tagValues: ['Shoes'] });
  const given = await invite(manager, { keys: [id] });
  const { email, sent_at } = await get(given.id);
  expect((await rowOfKey(id)).invitations).toEqual([{ id: given.id, email, sent_at, status: 'NEW' }]);
  const one = (await manager.call(secureKeys.get, { params: { id } })).data;
  expect((await rowOfKey(id)).invitations).toEqual(one.invitations);
});

test('a key names an invitation with keys elsewhere only to those who may open it, in rows, downloads and its drawer', async () => {
  const id = await key();
  const mixed = await invite(admin, { keys: [id, await key({ serial: serials.southPadlock })] });
  const { email, sent_at } = await get(mixed.id);
  const invitation = { id: mixed.id, email, sent_at, status: 'NEW' };
  const alone = await key();
  const found = async (as: Caller, query: Record<string, string>) =>
    (await as.call(secureKeys.list, { query: { id: `${id},${alone}`, ...query } })).data.map((row) => row.id);
  for (const [as, shown] of [
    [admin, true],
    [portal.as.homeless, true],
    [manager, false],
  ] as const) {
    const expected = {
      invitations: shown ? [invitation] : [],
      invite_email: shown ? email : null,
      invite_status: 'NEW',
    };
    expect(await rowOfKey(id, as)).toMatchObject(expected);
    const file = await as.call(secureKeys.list, { query: { results_per_page: '201', sort: 'invite_email:desc' } });
    expect(file.data.find((row) => row.id === id)).toMatchObject(expected);
    expect((await as.call(secureKeys.get, { params: { id } })).data).toMatchObject(expected);
    expect((await as.request(invitations.get, { params: { id: mixed.id } })).status).toBe(shown ? 200 : 404);
    // neither a filter, a search nor an order reveals it
    const named = shown ? [id] : [];
    expect(await found(as, { invite_email: email })).toEqual(named);
    expect(await found(as, { invite_email: `like:${email.slice(0, 6)}*` })).toEqual(named);
    expect(await found(as, { invite_email: `not:${email}` })).toEqual(shown ? [alone] : [alone, id]);
    expect(await found(as, { search: email })).toEqual(named);
    expect(await found(as, { sort: 'invite_email:desc' })).toEqual(shown ? [id, alone] : [alone, id]);
    expect(await found(as, { invite_email: 'EXISTS' })).toEqual([id]);
  }
});

test('an unassigned key hides its invitation from all without all-data access', async () => {
  const id = await key();
  const mixed = await invite(admin, { keys: [id, await key({ serial: serials.nowhere })] });
  expect(await rowOfKey(id, portal.as.homeless)).toMatchObject({ invitations: [], invite_email: null });
  expect(await rowOfKey(id, admin)).toMatchObject({ invitations: [{ id: mixed.id }] });
});

test('an invitation lists its keys, each with its device, in the order of the names', async () => {
  const [ofSouth, ofNorth] = [await key({ serial: serials.southPadlock }), await key()];
  const { id } = await invite(admin, { keys: [ofSouth, ofNorth] });
  const row = await rowOfInvite(id);
  expect(row.secure_keys).toEqual([
    { id: ofNorth, device: north },
    { id: ofSouth, device: south },
  ]);
  expect(row.devices).toEqual(['North padlock', 'South padlock']);
  expect((await get(id)).secure_keys.map((one) => one.id)).toEqual([ofNorth, ofSouth]);
});

test('an invitation whose devices were deleted has no keys', async () => {
  const { id } = await invite(manager);
  await portal.database.system.query('delete from secure_key where invite_id = $1', [id]);
  expect(await rowOfInvite(id)).toMatchObject({ secure_keys: [], devices: [] });
});
