// Rows of keys and of invitations, with what the specification names: part 2, section 3.
import { devices } from '@keyward/contract/devices';
import { groups } from '@keyward/contract/groups';
import { invitations } from '@keyward/contract/invitations';
import { secureKeys } from '@keyward/contract/onepass';
import { beforeAll, expect, test } from 'vitest';
import { serials } from '#testing/people.ts';
import { openOnePass } from '#testing/onepass.ts';
import { openPortal } from '#testing/portal.ts';

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
  north = { id: northId, name: 'North padlock', serial_number: serials.northPadlock, tagValues: ['Shoes'] };
  south = { id: southId, name: 'South padlock', serial_number: serials.southPadlock, tagValues: ['*'] };
});

test('a key has its device with groups, its type, and its invitation once it is given', async () => {
  const id = await key();
  const row = await rowOfKey(id);
  expect(row).toMatchObject({ device: north, device_type: { name: 'ir padlock 2.0' }, invitations: [] });
  // what views name
  expect(row).toMatchObject({ device_name: north.name, serial_number: north.serial_number, tagValues: ['Shoes'] });
  const given = await invite(manager, { keys: [id] });
  const { email, sent_at } = await get(given.id);
  expect((await rowOfKey(id)).invitations).toEqual([{ id: given.id, email, sent_at, status: 'NEW' }]);
  const one = (await manager.call(secureKeys.get, { params: { id } })).data;
  expect((await rowOfKey(id)).invitations).toEqual(one.invitations);
});

test('a key does not show the invitation whose other keys are elsewhere', async () => {
  const id = await key();
  const mixed = await invite(admin, { keys: [id, await key({ serial: serials.southPadlock })] });
  expect(await rowOfKey(id)).toMatchObject({ invitations: [], invite_status: 'NEW' });
  expect(JSON.stringify(await rowOfKey(id))).not.toContain(mixed.id);
});

test('an invitation has its keys, each with its device, in the order of the names', async () => {
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
