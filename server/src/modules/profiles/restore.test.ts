import { activity } from '@keyward/contract/activity';
import { deletions } from '@keyward/contract/deletions';
import { groups } from '@keyward/contract/groups';
import { imports } from '@keyward/contract/imports';
import { pins } from '@keyward/contract/pins';
import { profiles } from '@keyward/contract/profiles';
import { roles } from '@keyward/contract/roles';
import { expect, test } from 'vitest';
import { openOutbox } from '#testing/outbox.ts';
import { north, south, tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';

const portal = await openPortal();
const { admin, manager, editor, clerk } = portal.as;
const { work } = openOutbox(portal);
const owner = portal.database.system;
const { data: definitions } = await admin.call(groups.definitions, {});
const tagOf = (label: string) => definitions.find((d) => d.label === label)?.id ?? '';
const [location, department] = [tagOf('Location'), tagOf('Department')];
const roleIds = new Map((await admin.call(roles.list, {})).data.map((role) => [role.name, role.id]));
const roleId = (name: string) => roleIds.get(name) ?? '';
const makeOwner = (on: boolean) =>
  owner.query(`update profile set is_keyward_admin = $2 where tenant_id = $1 and username = 'admin'`, [
    tenants.demo,
    on,
  ]);

let made = 0;
async function add(more: object = {}) {
  const username = `back.${made++}`;
  const body = {
    name: 'Comes Back',
    username,
    email: `${username}@demo.example`,
    roles: [roleId('Store clerk')],
    tags: [
      { tagId: location, values: [north] },
      { tagId: department, values: ['Toys', 'Shoes'] },
    ],
    ...more,
  };
  return (await admin.call(profiles.create, { body })).data;
}
const remove = (id: string) => admin.call(profiles.remove, { params: { id } });
const restore = async (id: string, as = admin) => (await as.call(deletions.restoreUser, { params: { id } })).data;
const refused = (id: string, as = admin) => as.refused(deletions.restoreUser, { params: { id } });
const preview = async (id: string, as = admin) => (await as.call(deletions.user, { params: { id } })).data;
const listed = async (as = admin, query = {}) => (await as.call(deletions.users, { query })).data;

test('a deleted profile is restored with roles, groups, validity and a new PIN, as one event, and without a password', async () => {
  const valid_until = '2100-01-01T10:00:00.000Z';
  const person = await add({ valid_until, password: 'Temporary-1' });
  const pinOf = async (id: string) => (await admin.call(pins.show, { params: { id }, query: {} })).data;
  const former = await pinOf(person.id);
  await remove(person.id);
  expect(await listed(admin, { id: person.id })).toMatchObject([
    { name: 'Comes Back', detail: person.username, deleted_by: 'Ada Admin' },
  ]);
  const back = await restore(person.id);
  expect(back.id).not.toBe(person.id);
  const { name, username, email, roles: held, tags } = person;
  expect(back).toMatchObject({ name, username, email, roles: held, tags, valid_until, disabled: false });
  expect(back.isPasswordTemporary).toBe(false);
  expect(await pinOf(back.id)).not.toBe(former);
  const { rows } = await owner.query('select password_hash as hash from profile where id = $1', [back.id]);
  expect(rows).toEqual([{ hash: null }]);
  const { data } = await admin.call(activity.list, { query: { entity_id: back.id, event: 'ADD_USER,RESTORE_USER' } });
  expect(data.map(({ event }) => event)).toEqual(['RESTORE_USER']);
  expect(await refused(person.id)).toMatchObject({ status: 404 });
});

test('only one of several concurrent restores adds the profile', async () => {
  const { id, username } = await add();
  await remove(id);
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => admin.request(deletions.restoreUser, { params: { id } })),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 404, 404, 404, 404]);
  expect((await admin.call(profiles.list, { query: { username } })).total_results).toBe(1);
});

test('roles that were deleted or that the caller may not assign are not restored', async () => {
  const { data: short } = await admin.call(roles.create, {
    body: { name: 'Short-lived', permissions: [{ id: 'DEVICES', value: 'READ' }] },
  });
  const person = await add({ roles: [roleId('Store clerk'), roleId('Admin'), short.id] });
  await remove(person.id);
  await admin.call(roles.remove, { params: { id: short.id } });
  const gone = { kind: 'role', name: 'Short-lived', of: null, reason: 'gone' };
  expect((await preview(person.id)).missing).toEqual([gone]);
  // the editor may assign neither roles nor groups
  const byEditor = await preview(person.id, editor);
  expect(byEditor.obstacle).toBeNull();
  expect(byEditor.missing).toEqual(
    expect.arrayContaining([
      gone,
      { kind: 'role', name: 'Admin', of: null, reason: 'notAllowed' },
      { kind: 'role', name: 'Store clerk', of: null, reason: 'notAllowed' },
      { kind: 'value', name: 'Toys', of: 'Department', reason: 'notAllowed' },
      { kind: 'value', name: north, of: 'Location', reason: 'notAllowed' },
    ]),
  );
  const back = await restore(person.id, editor);
  expect(back).toMatchObject({ roles: [], tags: [] });
});

test('needs the right to edit profiles there, and restores none outside the caller’s locations', async () => {
  const both = await add({ tags: [{ tagId: location, values: [north] }] });
  const far = await add({ tags: [{ tagId: location, values: [south] }] });
  for (const { id } of [both, far]) await remove(id);
  expect((await refused(far.id, manager)).status).toBe(404);
  expect(await listed(manager, { id: far.id })).toEqual([]);
  expect((await refused(both.id, clerk)).status).toBe(403);
  expect((await restore(both.id, manager)).locationTagValue).toBe(north);
});

test('a profile ID or address in use again is refused with a reason, and can be restored once it is free', async () => {
  const person = await add();
  await remove(person.id);
  const other = await add({ username: person.username, email: null });
  expect((await preview(person.id)).obstacle).toMatchObject({ code: 'usernameTaken' });
  expect(await refused(person.id)).toMatchObject({ status: 409, code: 'usernameTaken' });
  await remove(other.id);
  const third = await add({ email: person.email });
  expect((await preview(person.id)).obstacle).toMatchObject({ code: 'emailTaken' });
  expect(await refused(person.id)).toMatchObject({ status: 409, code: 'emailTaken' });
  await remove(third.id);
  expect((await restore(person.id)).username).toBe(person.username);
});

test('a disabled profile is restored as disabled, and only by the in-product administrator', async () => {
  const person = await add();
  await owner.query('update profile set disabled = true where id = $1', [person.id]);
  await remove(person.id);
  expect((await preview(person.id)).obstacle).toMatchObject({ code: 'activeNotAllowed' });
  expect(await refused(person.id)).toMatchObject({ status: 403, code: 'activeNotAllowed' });
  await makeOwner(true);
  expect((await restore(person.id)).disabled).toBe(true);
  await makeOwner(false);
});

test('is restored without a required value it never had, but not without one that was deleted', async () => {
  const person = await add({ tags: [] });
  const { data: team } = await admin.call(groups.create, {
    body: { label: 'Team', type: 1, values: ['A', 'B'], objects: [{ type: 'users' }] },
  });
  const member = await add({ tags: [{ tagId: team.id, values: ['A'] }] });
  for (const { id } of [person, member]) await remove(id);
  const objects = [{ type: 'users' as const, required: true }];
  const values = ['B'];
  await admin.call(groups.update, { params: { id: team.id }, body: { objects, values } });
  expect(await preview(person.id)).toMatchObject({ missing: [], obstacle: null });
  expect((await refused(person.id, manager)).status).toBe(404);
  expect((await restore(person.id)).tags).toEqual([]);
  const refusal = { code: 'tagRequired', params: { field: 'Team' } };
  expect(await preview(member.id)).toMatchObject({
    missing: [{ kind: 'value', name: 'A', of: 'Team', reason: 'gone' }],
    obstacle: refusal,
  });
  expect(await refused(member.id)).toMatchObject(refusal);
  await admin.call(groups.remove, { params: { id: team.id } });
});

test('profiles deleted by reverting a file can be restored, and so can several that are deleted together', async () => {
  await makeOwner(true);
  const file = new TextEncoder().encode(['name,profile id', 'From File,from.file'].join('\n'));
  const { data: plan } = await admin.call(imports.plan, { file, query: { name: 'staff.csv' } });
  await work();
  await admin.call(imports.apply, { params: { id: plan.id }, body: { rows: 'all' } });
  await work();
  const find = async () => (await admin.call(profiles.list, { query: { username: 'from.file' } })).data[0];
  const id = (await find())?.id ?? '';
  await admin.call(imports.revert, { params: { id: plan.id } });
  await work();
  expect(await find()).toBeUndefined();
  expect((await restore(id)).username).toBe('from.file');
  await makeOwner(false);

  const ids = [(await add()).id, (await add()).id];
  await admin.call(profiles.removeMany, { body: { ids } });
  for (const one of ids) expect(await listed(admin, { id: one })).toHaveLength(1);
});
