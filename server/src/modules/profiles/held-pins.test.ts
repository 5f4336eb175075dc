import { activity } from '@keyward/contract/activity';
import { devices } from '@keyward/contract/devices';
import { gateway } from '@keyward/contract/gateway';
import { groups } from '@keyward/contract/groups';
import { pins } from '@keyward/contract/pins';
import { profiles } from '@keyward/contract/profiles';
import { roles } from '@keyward/contract/roles';
import { expect, test } from 'vitest';
import { settle, TestController } from '#testing/controllers.ts';
import { north, serials, south } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';
import { issueToken } from '#testing/tokens.ts';

const portal = await openPortal();
const { admin, editor, harborAdmin, clerk } = portal.as;
const { data: definitions } = await admin.call(groups.definitions, {});
const location = definitions.find((d) => d.is_location)?.id ?? '';
const { data: allRoles } = await admin.call(roles.list, {});
const roleId = (name: string) => allRoles.find((role) => role.name === name)?.id ?? '';
const deviceOf = async (serial: string) =>
  (await admin.call(devices.list, { query: { serial_number: serial } })).data[0]?.id ?? '';
const id = await deviceOf(serials.southOkm);
const params = { id };
const at = (locationName: string) => [{ tagId: location, values: [locationName] }];
let made = 0;
const person = async (...names: string[]) => {
  const body = { name: `Held ${++made}`, username: `held.${made}`, roles: names.map(roleId), tags: at(south) };
  return (await admin.call(profiles.create, { body })).data.id;
};
const { token, id: tokenId } = await issueToken(admin, params.id);
const okm = portal.controller(token);
const held = async (who = admin) => (await who.call(pins.held, { params })).data;
const pinOf = async (profile: string) => (await admin.call(pins.show, { params: { id: profile } })).data;
const resets = async () => (await admin.call(activity.list, { query: { event: 'RESET_PIN' } })).data;

// resetting a PIN requires every permission of its owner
const { data: found } = await admin.call(profiles.list, { query: { username: 'editor' } });
const body = { roles: [roleId('Editor'), roleId('OKM user')] };
await admin.call(profiles.update, { params: { id: found[0]?.id ?? '' }, body });

test('resets the PINs that an OKM was given, once, with an event each', async () => {
  const [first, second] = [await person('OKM user'), await person('OKM user')];
  // a profile with more permissions than the editor
  const third = await person('OKM user', 'Admin');
  await settle(portal);
  expect(await held()).toEqual({ held: 0, resettable: 0 });
  await okm.call(gateway.access, {});
  expect(await held()).toEqual({ held: 3, resettable: 3 });
  expect(await held(editor)).toEqual({ held: 3, resettable: 2 });
  const before = [await pinOf(first), await pinOf(second), await pinOf(third)];

  await admin.call(devices.revokeToken, { params: { id, tokenId } });
  const key = { 'idempotency-key': '0b6f4dd5-0f5c-4c5e-9a2e-4a9f7d9d2f11' };
  const { data } = await editor.with(key).call(pins.resetHeld, { params });
  expect(data).toEqual({ held: 1, resettable: 0 });
  expect((await editor.with(key).call(pins.resetHeld, { params })).data).toEqual({ held: 1, resettable: 0 });
  const after = [await pinOf(first), await pinOf(second), await pinOf(third)];
  expect(after.map((pin, i) => pin === before[i])).toEqual([false, false, true]);
  expect((await resets()).map((one) => `${one.entity_id} ${one.description.agentName}`).toSorted()).toEqual(
    [first, second].map((one) => `${one} Ed Editor`).toSorted(),
  );
  expect((await admin.call(pins.events, { params: { id: first } })).data.map(({ event }) => event)).toContain(
    'RESET_PIN',
  );

  expect((await admin.call(pins.resetHeld, { params })).data).toEqual({ held: 0, resettable: 0 });
  expect(await resets()).toHaveLength(3);
});

test('excludes the PINs whose removal a replaced OKM had confirmed', async () => {
  const controller = new TestController(portal.controller((await issueToken(admin, params.id)).token));
  const [gone, leaving] = [await person('OKM user'), await person('OKM user')];
  const sync = async () => {
    await settle(portal);
    await controller.fetch();
    await controller.confirm();
  };
  const leave = (profile: string) =>
    admin.call(profiles.update, { params: { id: profile }, body: { tags: at(north) } });
  await sync();
  const before = await held();
  await leave(gone);
  await sync();
  await leave(leaving);
  await settle(portal);
  expect(await held()).toEqual({ held: before.held - 1, resettable: before.resettable - 1 });
  const serial_number = '9F40000000ACE001';
  await admin.call(devices.replace, { params, body: { serial_number, replaces: serials.southOkm } });
  expect(await held()).toEqual({ held: before.held - 1, resettable: before.resettable - 1 });
});

test('is refused to readers, in other tenants, and for a device that is not an OKM', async () => {
  for (const spec of [pins.held, pins.resetHeld]) {
    expect(await clerk.refused(spec, { params })).toMatchObject({ status: 403 });
    expect(await harborAdmin.refused(spec, { params })).toMatchObject({ status: 404 });
    const padlock = { id: await deviceOf(serials.northPadlock) };
    expect(await admin.refused(spec, { params: padlock })).toMatchObject({ code: 'notAController' });
  }
});
