import { devices } from '@keyward/contract/devices';
import { gateway } from '@keyward/contract/gateway';
import { groups } from '@keyward/contract/groups';
import { profiles } from '@keyward/contract/profiles';
import { roles } from '@keyward/contract/roles';
import { why } from '@keyward/contract/why';
import { expect, test } from 'vitest';
import { north, serials, south, tenants } from '#testing/people.ts';
import { maySay, settle } from '#testing/controllers.ts';
import { openPortal } from '#testing/portal.ts';
import { issueToken } from '#testing/tokens.ts';

const portal = await openPortal();
const { admin, manager, clerk, editor, harborAdmin } = portal.as;

const { data: definitions } = await admin.call(groups.definitions, {});
const tag = (label: string) => definitions.find((d) => d.label === label)?.id ?? '';
const at = (locationName: string) => ({ tagId: tag('Location'), values: [locationName] });
const roleOf = async (name: string) => (await admin.call(roles.list, {})).data.find((r) => r.name === name)?.id ?? '';
const device = async (serial: string) =>
  (await admin.call(devices.list, { query: { serial_number: serial } })).data[0]?.id ?? '';
const padlock = await device(serials.northPadlock);
const key = await device(serials.northKey);
const okm = await device(serials.northOkm);
const { token } = await issueToken(admin, okm);
const controller = portal.controller(token);

let made = 0;
const okmUser = await roleOf('OKM user');
async function person(over: object = {}) {
  const body = { name: `Person ${made}`, username: `why.${made++}`, roles: [okmUser], tags: [at(north)], ...over };
  return (await admin.call(profiles.create, { body })).data.id;
}
const explain = async (id: string, deviceId: string, who = admin) =>
  (await who.call(why.device, { params: { id, deviceId } })).data;
/** Whether the gateway hands out the standing permission at the same time. */
async function allowedByGateway(id: string, serial: string): Promise<boolean> {
  await settle(portal);
  const { data } = await controller.call(gateway.access);
  return maySay(data, id, serial);
}
const custody = async (who: typeof admin) => (await who.call(devices.get, { params: { id: key } })).data.custody;
const report = (state: Record<string, number>, serial: string = serials.northOkm) =>
  controller.call(gateway.reports, { body: { reports: [{ serial, state }] } });
await report({ keysDocked: 1 });

test('an allowed profile is allowed in the gateway’s list too', async () => {
  const id = await person();
  const answer = await explain(id, padlock);
  expect(answer).toMatchObject({ allowed: true, failed: null, fixers: null });
  expect(answer.checks.map((c) => c.rule)).toEqual([
    'active',
    'beginning',
    'end',
    'permission',
    'location',
    'groups',
    'key',
    'controller',
  ]);
  expect(await allowedByGateway(id, serials.northPadlock)).toBe(true);
});

test.each([
  ['permission', { roles: [] }, 'ASSIGN-ROLES', ['Ada Admin']],
  // a manager of one of the two locations cannot resolve it
  ['location', { tags: [at(south)] }, 'ASSIGN-ACCESS-GROUPS', ['Ada Admin']],
] as const)(
  '%s: the first rule that fails, and the contacts who can resolve it',
  async (rule, over, permission, people) => {
    const id = await person(over);
    expect(await explain(id, padlock)).toMatchObject({ allowed: false, failed: rule, fixers: { permission, people } });
    expect(await allowedByGateway(id, serials.northPadlock)).toBe(false);
  },
);

test('location contacts work at both locations, and contacts for profiles may edit profiles', async () => {
  const id = await person();
  // the manager shares the profile's location, but not the device's
  expect(await explain(id, await device(serials.southPadlock))).toMatchObject({
    failed: 'location',
    fixers: {
      permission: 'ASSIGN-ACCESS-GROUPS',
      people: ['Ada Admin'],
    },
  });
  const permissions = [
    { id: 'DEVICES' as const, value: 'EDIT' as const },
    { id: 'ASSIGN-ACCESS-GROUPS' as const, value: 'TRUE' as const },
    { id: 'ALL-DATA-ACCESS' as const, value: 'TRUE' as const },
  ];
  const { id: role } = (await admin.call(roles.create, { body: { name: 'Groups of devices', permissions } })).data;
  const only = await person({ name: 'Aaron Devices', roles: [role] });
  expect((await explain(id, await device(serials.southPadlock))).fixers?.people).toEqual(['Ada Admin']);
  await admin.call(profiles.remove, { params: { id: only } });
});

test('groups: names the tag; a matching value grants access', async () => {
  const id = await person();
  const shoes = [{ tagId: tag('Department'), values: ['Shoes'] }];
  const locked = await admin.call(devices.get, { params: { id: padlock } });
  await admin.call(devices.update, { params: { id: padlock }, body: { name: locked.data.name, tags: shoes } });
  const answer = await explain(id, padlock);
  expect(answer).toMatchObject({ allowed: false, failed: 'groups' });
  expect(answer.checks.find((c) => c.rule === 'groups')?.tag).toBe('Department');
  expect(answer.fixers).toEqual({ permission: 'ASSIGN-ACCESS-GROUPS', people: ['Ada Admin', 'Mona Manager'] });
  await admin.call(profiles.update, { params: { id }, body: { tags: shoes } });
  expect((await explain(id, padlock)).allowed).toBe(true);
  expect(await allowedByGateway(id, serials.northPadlock)).toBe(true);
  await admin.call(devices.update, {
    params: { id: padlock },
    body: { name: locked.data.name, tags: [{ tagId: tag('Department'), values: [] }] },
  });
});

test('groups: a contact at only one of a person’s locations can assign a value', async () => {
  const id = await person();
  // from the time when a profile could have several locations
  await portal.database.system.query(
    `insert into profile_tag (tenant_id, profile_id, tag_definition_id, value_id)
     select tenant_id, $2, tag_definition_id, id from tag_value where tenant_id = $1 and name = $3`,
    [tenants.demo, id, south],
  );
  const locked = await admin.call(devices.get, { params: { id: padlock } });
  const put = (values: string[]) =>
    admin.call(devices.update, {
      params: { id: padlock },
      body: { name: locked.data.name, tags: [{ tagId: tag('Department'), values }] },
    });
  await put(['Shoes']);
  expect((await explain(id, padlock)).fixers?.people).toEqual(['Ada Admin', 'Mona Manager']);
  // the change that the answer suggests
  const body = { tags: [{ tagId: tag('Department'), values: ['Shoes'] }] };
  await manager.call(profiles.update, { params: { id }, body });
  expect((await explain(id, padlock)).allowed).toBe(true);
  await put([]);
});

test('location: an unassigned device needs one, from a contact with all-data access', async () => {
  const id = await person();
  expect(await explain(id, await device(serials.nowhere))).toMatchObject({
    failed: 'location',
    fixers: { permission: 'DEVICES', people: ['Ada Admin', 'Ed Editor'] },
  });
});

test('key: names the holder if visible; the holder may use it', async () => {
  const holder = await person({ name: 'Key Holder', username: 'holder' });
  const other = await person();
  const event = (id: string, type: 'KEY_CHECKOUT' | 'KEY_CHECKIN') => ({
    serial: serials.northKey,
    events: [{ id, type, time: new Date().toISOString(), agent: 'holder' }],
  });
  await controller.call(gateway.reports, { body: { reports: [event('1', 'KEY_CHECKOUT')] } });
  expect(await explain(other, key)).toMatchObject({
    failed: 'key',
    fixers: { permission: null, people: ['Key Holder'] },
  });
  expect(await explain(other, padlock)).toMatchObject({ failed: 'key' });
  // the controller judges who holds a key
  expect(await allowedByGateway(other, serials.northKey)).toBe(true);
  expect((await explain(holder, padlock)).allowed).toBe(true);
  expect(await custody(admin)).toMatchObject({ holder: { id: holder, name: 'Key Holder' } });
  // outside the actor's locations the holder is not named
  await admin.call(profiles.update, { params: { id: holder }, body: { tags: [at(south)] } });
  expect(JSON.stringify(await explain(other, key, manager))).not.toContain('Key Holder');
  expect(await custody(manager)).toMatchObject({ since: expect.any(String), holder: null });
  await controller.call(gateway.reports, { body: { reports: [event('2', 'KEY_CHECKIN')] } });
  expect(await custody(admin)).toBeNull();
  expect((await explain(other, padlock)).allowed).toBe(true);
});

test('controller: an unreachable OKM releases no key', async () => {
  const id = await person();
  await portal.database.system.query(
    `update device set state_updated_at = now() - interval '16 minutes' where tenant_id = $1 and id = $2`,
    [tenants.demo, okm],
  );
  expect(await explain(id, padlock)).toMatchObject({ failed: 'controller', fixers: { permission: 'DEVICES' } });
  await report({ keysDocked: 1 });
  expect((await explain(id, padlock)).allowed).toBe(true);
});

test('active: a disabled profile is refused, and only the in-product admin can enable it', async () => {
  const id = await person();
  await portal.database.system.query('update profile set disabled = true where tenant_id = $1 and id = $2', [
    tenants.demo,
    id,
  ]);
  expect(await explain(id, padlock)).toMatchObject({ failed: 'active', fixers: { permission: null, people: [] } });
  expect(await allowedByGateway(id, serials.northPadlock)).toBe(false);
});

test('a permission: names the roles that grant it, or why it is missing', async () => {
  const id = await person();
  const of = async (permission: string) => (await admin.call(why.permission, { params: { id, permission } })).data;
  expect(await of('OKM-USER')).toMatchObject({
    allowed: true,
    value: 'TRUE',
    failed: null,
    roles: [
      {
        name: 'OKM user',
        value: 'TRUE',
      },
    ],
  });
  expect(await of('ROLES')).toMatchObject({
    allowed: false,
    value: 'NONE',
    failed: 'roles',
    roles: [
      {
        name: 'OKM user',
        value: 'NONE',
      },
    ],
    fixers: {
      permission: 'ASSIGN-ROLES',
      people: ['Ada Admin'],
    },
  });
  expect((await admin.refused(why.permission, { params: { id, permission: 'NOTHING' } })).status).toBe(400);
});

test('a disabled feature refers to the in-product admin', async () => {
  const id = (await admin.call(profiles.list, { query: { username: 'admin' } })).data[0]?.id ?? '';
  const onePass = async () => (await admin.call(why.permission, { params: { id, permission: 'SECURE-KEYS' } })).data;
  expect(await onePass()).toMatchObject({ allowed: true, failed: null, fixers: null });
  await portal.database.system.query(`update tenant set features = '{}' where id = $1`, [tenants.demo]);
  expect(await onePass()).toMatchObject({ allowed: false, failed: 'feature', fixers: { permission: null } });
  await portal.database.system.query(`update tenant set features = '{secureKey}' where id = $1`, [tenants.demo]);
});

test('profiles and devices outside the actor’s locations do not exist', async () => {
  const here = await person();
  const there = await person({ tags: [at(south)] });
  const southLock = await device(serials.southPadlock);
  for (const [id, deviceId] of [
    [there, padlock],
    [here, southLock],
    ['00000000-0000-4000-8000-000000000000', padlock],
    [here, '00000000-0000-4000-8000-000000000000'],
  ] as const) {
    expect((await manager.request(why.device, { params: { id, deviceId } })).status).toBe(404);
  }
  expect((await harborAdmin.request(why.device, { params: { id: here, deviceId: padlock } })).status).toBe(404);
  expect((await manager.request(why.permission, { params: { id: there, permission: 'ROLES' } })).status).toBe(404);
  expect((await clerk.request(why.device, { params: { id: here, deviceId: padlock } })).status).toBe(200);
  expect((await editor.request(why.device, { params: { id: here, deviceId: padlock } })).status).toBe(200);
});

test('several devices at once get the answers of single calls, without invisible devices', async () => {
  const id = await person();
  const southPadlock = await device(serials.southPadlock);
  const ids = [padlock, key, okm, southPadlock];
  const { data } = await admin.call(why.devices, { params: { id }, query: { ids: ids.join(',') } });
  expect(new Set(data.map((verdict) => verdict.id))).toEqual(new Set(ids));
  expect(data.some((verdict) => verdict.allowed)).toBe(true);
  for (const { id: deviceId, allowed, failed } of data) {
    expect({ allowed, failed }).toEqual(pick(await explain(id, deviceId)));
  }
  const seen = await manager.call(why.devices, { params: { id }, query: { ids: ids.join(',') } });
  expect(seen.data.map((verdict) => verdict.id)).not.toContain(southPadlock);
  expect(seen.data).toHaveLength(3);
});

test('several people at once get the answers of single calls, without invisible people', async () => {
  const allowed = await person();
  const withoutRole = await person({ roles: [] });
  const elsewhere = await person({ tags: [at(south)] });
  const ids = [allowed, withoutRole, elsewhere];
  const { data } = await admin.call(why.people, { params: { id: padlock }, query: { ids: ids.join(',') } });
  expect(data).toHaveLength(3);
  for (const verdict of data) expect(pick(verdict)).toEqual(pick(await explain(verdict.id, padlock)));
  expect(data.find((verdict) => verdict.id === allowed)).toMatchObject({ allowed: true, failed: null });
  const seen = await manager.call(why.people, { params: { id: padlock }, query: { ids: ids.join(',') } });
  expect(seen.data.map((verdict) => verdict.id)).not.toContain(elsewhere);
});

test('accepts at most 100 ids, and nothing but ids', async () => {
  const id = await person();
  for (const ids of ['x', '', Array.from({ length: 101 }, () => padlock).join(',')]) {
    expect((await admin.request(why.devices, { params: { id }, query: { ids } })).status).toBe(400);
  }
});

const pick = ({ allowed, failed }: { allowed: boolean; failed: string | null }) => ({ allowed, failed });
