import { activity, type Event } from '@keyward/contract/activity';
import { auth } from '@keyward/contract/auth';
import { devices } from '@keyward/contract/devices';
import { permissionIds, type Permissions } from '@keyward/contract/permissions';
import { type RolePermission, roles } from '@keyward/contract/roles';
import { expect, test } from 'vitest';
import { tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';
import { entriesOf, rolesOf } from './roles.testing.ts';

const portal = await openPortal();
const { admin, clerk, harborAdmin, nobody } = portal.as;
const { newRole, get, give, newPerson } = rolesOf(portal);

const names = async () => (await admin.call(roles.list, {})).data.map((role) => role.name);
const find = async (name: string) => {
  const role = (await admin.call(roles.list, {})).data.find((r) => r.name === name);
  if (!role) throw new Error(`there is no role ${name}`);
  return role;
};
const lastEvent = async (): Promise<Event | undefined> => (await admin.call(activity.list, {})).data[0];
const valueOf = (permissions: readonly RolePermission[], id: string) => permissions.find((p) => p.id === id)?.value;

test('the list has every role with every permission and its number of holders, locked roles first', async () => {
  const reply = await admin.call(roles.list, {});
  expect(reply).toMatchObject({ page: 1, total_pages: 1, total_results: reply.data.length });
  expect(reply.data.map((role) => role.name).join(', ')).toBe(
    'Admin, Editor, Mobile app user, OKM user, Store clerk, Store manager, User, Web portal user',
  );
  const [first] = reply.data;
  expect(first).toMatchObject({ locked: true, profiles: 2 });
  expect(first?.permissions.map((p) => p.id)).toEqual(permissionIds);
  const store = (await find('Store manager')).permissions;
  expect(store.find((p) => p.id === 'CAN-EXPORT-CSV-DEVICES')).toEqual({
    id: 'CAN-EXPORT-CSV-DEVICES',
    name: 'CAN-EXPORT-CSV',
    category: 'devices',
    value: 'TRUE',
    type: 'csv',
  });
  expect(store.find((p) => p.id === 'CAN-EXPORT-CSV-USERS')).toMatchObject({ value: 'FALSE', idPin: 'CAN-EXPORT-PIN' });
  expect((await find('Store clerk')).profiles).toBe(1);
});

test('the definitions give each permission’s values and its lowest one', async () => {
  const { data } = await admin.call(roles.permissions);
  expect(data.map((d) => d.id)).toEqual(permissionIds);
  expect(data.find((d) => d.id === 'DEVICES')).toEqual({
    id: 'DEVICES',
    name: 'DEVICES',
    category: 'devices',
    values: ['NONE', 'READ', 'EDIT'],
    none_value: 'NONE',
  });
  expect(data.find((d) => d.id === 'ASSIGN-ROLES')).toMatchObject({ values: ['FALSE', 'TRUE'], none_value: 'FALSE' });
});

test('a page has fifty roles; a page beyond the last is empty; an invalid page is refused', async () => {
  const ids = (
    await portal.database.system.query<{ id: string }>(
      `insert into role (tenant_id, name) select $1, 'Bulk ' || n from generate_series(1, 60) n returning id`,
      [tenants.demo],
    )
  ).rows.map(({ id }) => id);
  const first = await admin.call(roles.list, { query: { page: '1' } });
  const second = await admin.call(roles.list, { query: { page: '2' } });
  expect(first.data).toHaveLength(50);
  expect(first).toMatchObject({ total_pages: 2, total_results: 68 });
  expect(new Set([...first.data, ...second.data].map((r) => r.id)).size).toBe(68);
  // in natural order: 2 before 10
  expect(first.data.map((r) => r.name).slice(1, 4)).toEqual(['Bulk 1', 'Bulk 2', 'Bulk 3']);
  expect((await admin.call(roles.list, { query: { page: '3' } })).data).toEqual([]);
  for (const page of ['0', '-1', '1e1', '1.5', 'x', '1 '])
    expect(await admin.refused(roles.list, { query: { page } }), page).toMatchObject({ status: 400 });
  await portal.database.system.query('delete from role where tenant_id = $1 and id = any($2)', [tenants.demo, ids]);
});

test('a name has 1 to 32 graphemes, and is unique regardless of case and width', async () => {
  const refused = (name: unknown) => admin.refused(roles.create, { body: { name: name as string, permissions: [] } });
  const emoji = '🔑'.repeat(32);
  expect((await newRole({}, emoji)).name).toBe(emoji);
  for (const name of [`${emoji}x`, 'x'.repeat(33), '', '  ', 'a\nb', 'a\u202eb', 7, null])
    expect(await refused(name), String(name)).toMatchObject({
      status: 400,
      constraint: 'name',
    });
  for (const name of ['Admin', ' ADMIN ', 'Ａdmin'])
    expect(await refused(name)).toMatchObject({
      status: 409,
      code: 'roleNameTaken',
      constraint: 'name',
      detail: 'Role name already exists',
    });
  expect((await harborAdmin.call(roles.create, { body: { name: emoji } })).data.name).toBe(emoji);
});

test.each<[string, Permissions, string]>([
  ['giving roles needs USERS at EDIT', { USERS: 'READ', 'ASSIGN-ROLES': 'TRUE' }, 'assignRolesNeedsUsers'],
  [
    'giving groups needs USERS or DEVICES at EDIT',
    { USERS: 'READ', DEVICES: 'READ', 'ASSIGN-ACCESS-GROUPS': 'TRUE' },
    'assignGroupsNeedsEdit',
  ],
  ['an export needs its devices', { 'CAN-EXPORT-CSV-DEVICES': 'TRUE', USERS: 'EDIT' }, 'exportNeedsArea'],
  ['an export needs its users', { 'CAN-EXPORT-CSV-USERS': 'TRUE', DEVICES: 'EDIT' }, 'exportNeedsArea'],
  ['an export needs its activity', { 'CAN-EXPORT-CSV-ACTIVITY': 'TRUE' }, 'exportNeedsArea'],
  ['the PIN needs the export of users', { USERS: 'EDIT', 'CAN-EXPORT-PIN': 'TRUE' }, 'exportPinNeedsExport'],
])('%s', async (_what, permissions, code) => {
  const refusal = { status: 400, code, constraint: 'permissions' };
  const body = { name: 'Not consistent', permissions: entriesOf(permissions) };
  expect(await admin.refused(roles.create, { body })).toMatchObject(refusal);
  expect(await names()).not.toContain('Not consistent');
  const role = await newRole({});
  expect(
    await admin.refused(roles.update, { params: { id: role.id }, body: { permissions: entriesOf(permissions) } }),
  ).toMatchObject(refusal);
  expect(await get(role.id)).toEqual(role);
});

test('dependencies between permissions are checked on the whole role', async () => {
  const role = await newRole({ USERS: 'EDIT', 'ASSIGN-ROLES': 'TRUE' });
  const lower = (permissions: Permissions) => ({
    params: { id: role.id },
    body: { permissions: entriesOf(permissions) },
  });
  expect(await admin.refused(roles.update, lower({ USERS: 'READ' }))).toMatchObject({ code: 'assignRolesNeedsUsers' });
  const both = await admin.call(roles.update, lower({ USERS: 'READ', 'ASSIGN-ROLES': 'FALSE' }));
  expect(valueOf(both.data.permissions, 'USERS')).toBe('READ');
  // either edit permission allows assigning groups
  await admin.call(roles.update, lower({ DEVICES: 'EDIT', 'ASSIGN-ACCESS-GROUPS': 'TRUE' }));
});

test('unknown, duplicate and mislabelled permissions are refused', async () => {
  const devicesRead = { id: 'DEVICES', value: 'READ' };
  for (const list of [
    [{ id: 'WORLD', value: 'TRUE' }],
    [{ id: '__proto__', value: 'TRUE' }],
    [{ id: 'DEVICES', value: 'TRUE' }],
    [{ id: 'ASSIGN-ROLES', value: 'EDIT' }],
    [{ id: 'DEVICES', value: 'read' }],
    [{ id: 'DEVICES' }],
    [devicesRead, { id: 'DEVICES', value: 'EDIT' }],
    [{ ...devicesRead, name: 'USERS' }],
    [{ ...devicesRead, category: 'users' }],
    [null],
    'DEVICES',
  ])
    expect(
      await admin.refused(roles.create, { body: { name: 'Odd', permissions: list as never } }),
      JSON.stringify(list),
    ).toMatchObject({ status: 400, code: 'invalidField' });
  const named = { ...devicesRead, name: 'DEVICES', category: 'devices' };
  const { data } = await admin.call(roles.create, { body: { name: 'Odd', permissions: [named, named] as never } });
  expect(valueOf(data.permissions, 'DEVICES')).toBe('READ');
});

test('each write records one event with flattened changes; a save without changes records none', async () => {
  const created = await newRole({ USERS: 'READ', 'CAN-EXPORT-CSV-USERS': 'TRUE', 'CAN-EXPORT-PIN': 'TRUE' }, 'Told');
  const creation = await lastEvent();
  expect(creation).toMatchObject({ event: 'ADD_ROLE', entity_domain: 'role', entity_id: created.id });
  expect(creation?.description.changes).toEqual([
    { attribute: 'name', oldValue: null, newValue: 'Told' },
    { attribute: 'permissions - users - USERS', oldValue: null, newValue: 'READ' },
    { attribute: 'permissions - users - CAN-EXPORT-CSV', oldValue: null, newValue: 'TRUE' },
    { attribute: 'permissions - users - CAN-EXPORT-PIN', oldValue: null, newValue: 'TRUE' },
  ]);
  const permissions = entriesOf({ USERS: 'EDIT', 'CAN-EXPORT-PIN': 'FALSE' });
  const save = () => admin.call(roles.update, { params: { id: created.id }, body: { name: 'Retold', permissions } });
  const { data } = await save();
  expect(data.version).toBe(created.version + 1);
  const modified = await lastEvent();
  expect(modified).toMatchObject({ event: 'MODIFY_ROLE', description: { entityName: 'Retold' } });
  expect(modified?.description.changes).toEqual([
    { attribute: 'name', oldValue: 'Told', newValue: 'Retold' },
    { attribute: 'permissions - users - USERS', oldValue: 'READ', newValue: 'EDIT' },
    { attribute: 'permissions - users - CAN-EXPORT-PIN', oldValue: 'TRUE', newValue: 'FALSE' },
  ]);
  expect((await save()).data.version).toBe(data.version);
  expect((await lastEvent())?.id).toBe(modified?.id);
  await admin.call(roles.remove, { params: { id: created.id } });
  const removed = await lastEvent();
  expect(removed).toMatchObject({ event: 'DELETE_ROLE', entity_id: created.id });
  expect(removed?.description.changes).toContainEqual({
    attribute: 'permissions - users - USERS',
    oldValue: 'EDIT',
    newValue: null,
  });
});

test('a name or permission missing from the body stays', async () => {
  const role = await newRole({ DEVICES: 'EDIT', TAGS: 'READ' });
  const renamed = await admin.call(roles.update, { params: { id: role.id }, body: { name: 'Renamed alone' } });
  expect(renamed.data.permissions).toEqual(role.permissions);
  const body = { permissions: entriesOf({ DEVICES: 'READ' }) };
  const { data } = await admin.call(roles.update, { params: { id: role.id }, body });
  expect([data.name, valueOf(data.permissions, 'DEVICES'), valueOf(data.permissions, 'TAGS')]).toEqual([
    'Renamed alone',
    'READ',
    'READ',
  ]);
});

test('a stale If-Match is refused with the author of the change, and writes nothing', async () => {
  const role = await newRole({ DEVICES: 'READ' });
  const other = await newPerson('Olga Other', [await newRole({ ROLES: 'EDIT', DEVICES: 'EDIT' })]);
  const save = (who: typeof admin, name: string, ifMatch?: number) =>
    who.request(roles.update, { params: { id: role.id }, body: { name }, ...(ifMatch ? { ifMatch } : {}) });
  const first = await save(other.as, 'By Olga', role.version);
  expect([first.status, first.headers.etag]).toEqual([200, `"${role.version + 1}"`]);
  const second = await save(admin, 'By Ada', role.version);
  expect(second.status).toBe(412);
  expect(second.body).toMatchObject({ errors: [{ code: 'conflict', params: { by: 'Olga Other' } }] });
  expect((await get(role.id))?.name).toBe('By Olga');
  expect((await save(admin, 'Without a version')).status).toBe(200);
});

test('a locked role cannot be changed by any actor', async () => {
  const { id } = await find('Admin');
  const locked = { status: 409, code: 'roleLocked' };
  expect(await admin.refused(roles.update, { params: { id }, body: { name: 'Mine' } })).toMatchObject(locked);
  const permissions = entriesOf({ TAGS: 'NONE' });
  expect(await admin.refused(roles.update, { params: { id }, body: { permissions } })).toMatchObject(locked);
  expect(await admin.refused(roles.impact, { params: { id }, body: { permissions } })).toMatchObject(locked);
  expect(await admin.refused(roles.remove, { params: { id } })).toMatchObject(locked);
});

test('a role in use is not deleted, and the error counts its holders', async () => {
  const role = await newRole({ DEVICES: 'READ' });
  const people = [await newPerson('One', [role]), await newPerson('Two', [role])];
  const params = { id: role.id };
  expect(await admin.refused(roles.remove, { params })).toMatchObject({
    status: 409,
    code: 'roleInUse',
    params: { count: 2 },
  });
  await portal.database.system.query('delete from profile where tenant_id = $1 and id = any($2)', [
    tenants.demo,
    people.map((p) => p.id),
  ]);
  await admin.call(roles.remove, { params });
  expect(await get(role.id)).toBeUndefined();
  expect(await admin.refused(roles.remove, { params })).toMatchObject({ status: 404 });
});

test('a deletion concurrent with an assignment of the role succeeds or fails cleanly', async () => {
  const { id: profile } = await newPerson('Raced', []);
  for (let round = 0; round < 12; round++) {
    const role = await newRole({ DEVICES: 'READ' });
    const params = { id: role.id };
    const [gave, removed] = await Promise.allSettled([give(profile, role.id), admin.request(roles.remove, { params })]);
    const status = removed.status === 'fulfilled' ? removed.value.status : 0;
    const held = (await get(role.id))?.profiles;
    expect([gave.status, status, held]).toBeOneOf([
      ['fulfilled', 409, 1],
      ['rejected', 204, undefined],
    ]);
  }
});

test('a deletion waits for a concurrent assignment of the role', async () => {
  const { id: profile } = await newPerson('Waited for', []);
  const role = await newRole({ DEVICES: 'READ' });
  const giver = await portal.database.system.connect();
  const waiting = async () => {
    const { rows } = await portal.database.system.query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows[0]?.n;
  };
  try {
    await giver.query('begin');
    await giver.query('insert into profile_role values ($1, $2, $3)', [tenants.demo, profile, role.id]);
    const removed = admin.request(roles.remove, { params: { id: role.id } });
    await expect.poll(waiting).toBe(1);
    await giver.query('commit');
    expect((await removed).body).toMatchObject({ errors: [{ code: 'roleInUse', params: { count: 1 } }] });
  } finally {
    giver.release();
  }
});

test('roles of another tenant are indistinguishable from unknown ones', async () => {
  const foreign = (await harborAdmin.call(roles.list, {})).data.find((role) => role.name === 'User');
  const never = '00000000-0000-7000-8000-000000000000';
  const body = { name: 'Theirs' };
  const tries = (id: string) =>
    Promise.all([
      admin.request(roles.update, { params: { id }, body }),
      admin.request(roles.impact, { params: { id }, body }),
      admin.request(roles.remove, { params: { id } }),
    ]);
  const of = (answers: Awaited<ReturnType<typeof tries>>) => answers.map(({ status, text }) => ({ status, text }));
  const answers = of(await tries(foreign?.id ?? ''));
  expect(answers.map((a) => a.status)).toEqual([404, 404, 404]);
  expect(answers).toEqual(of(await tries(never)));
});

test('changed rights of a role take effect with the next call', async () => {
  const role = await newRole({ DEVICES: 'READ' });
  const person = await newPerson('Tina Tried', [role]);
  await person.as.call(devices.list, {});
  const set = (permissions: Permissions) =>
    admin.call(roles.update, { params: { id: role.id }, body: { permissions: entriesOf(permissions) } });
  await set({ DEVICES: 'NONE', ROLES: 'READ' });
  expect(await person.as.refused(devices.list, {})).toMatchObject({ status: 403 });
  expect((await person.as.call(roles.list, {})).data.length).toBeGreaterThan(0);
  const { data } = await person.as.call(auth.me);
  expect(data.roles[0]?.permissions).toContainEqual(expect.objectContaining({ id: 'ROLES', value: 'READ' }));
});

test('role assigners may read roles; a clerk and a profile without permissions may not', async () => {
  const giver = await newPerson('Gina Giver', [await newRole({ USERS: 'EDIT', 'ASSIGN-ROLES': 'TRUE' })]);
  expect((await giver.as.call(roles.list, {})).data.length).toBeGreaterThan(0);
  const refusals = [
    giver.as.refused(roles.create, { body: { name: 'No' } }),
    clerk.refused(roles.list, {}),
    clerk.refused(roles.permissions),
    nobody.refused(roles.list, {}),
  ];
  for (const refused of refusals) expect(await refused).toMatchObject({ status: 403, code: 'forbidden' });
});
