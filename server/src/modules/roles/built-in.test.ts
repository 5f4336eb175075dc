import { profiles } from '@keyward/contract/profiles';
import { roles } from '@keyward/contract/roles';
import { views } from '@keyward/contract/views';
import { why } from '@keyward/contract/why';
import { expect, test } from 'vitest';
import { openPortal } from '#testing/portal.ts';
import { rolesOf } from './roles.testing.ts';

const portal = await openPortal();
const { admin } = portal.as;
const { get, newPerson } = rolesOf(portal);

test('every list marks a built-in role until it is renamed', async () => {
  const { data: all } = await admin.call(roles.list, {});
  expect(Object.fromEntries(all.flatMap((role) => (role.builtIn ? [[role.name, role.builtIn]] : [])))).toEqual({
    Admin: 'admin',
    User: 'user',
    'OKM user': 'okmUser',
    'Web portal user': 'webPortalUser',
    'Mobile app user': 'mobileAppUser',
  });
  const held = all.filter(({ name }) => name === 'User' || name === 'Editor');
  const id = held.find(({ name }) => name === 'User')?.id ?? '';
  const { id: profile } = await newPerson('Uma User', held);
  const named = [
    expect.objectContaining({ name: 'Editor', builtIn: null }),
    expect.objectContaining({ id, name: 'User', builtIn: 'user' }),
  ];
  const { data: rows } = await admin.call(profiles.list, { query: { search: 'Uma User' } });
  expect([rows[0]?.roles, (await admin.call(profiles.get, { params: { id: profile } })).data.roles]).toEqual([
    named,
    named,
  ]);
  const params = { permission: 'DEVICES', id: profile } as const;
  expect((await admin.call(why.permission, { params })).data.roles).toEqual(named);
  expect((await admin.call(views.audience)).data).toEqual(expect.arrayContaining(named));

  const other = [{ id: 'DEVICES', value: 'EDIT' }] as const;
  await admin.call(roles.update, { params: { id }, body: { name: 'User', permissions: [...other] } });
  expect(await get(id)).toMatchObject({ name: 'User', builtIn: 'user' });
  await admin.call(roles.update, { params: { id }, body: { name: 'Reader' } });
  await admin.call(roles.update, { params: { id }, body: { name: 'User' } });
  expect(await get(id)).toMatchObject({ name: 'User', builtIn: null });
  const { data: made } = await admin.call(roles.create, { body: { name: 'Guest', permissions: [] } });
  expect(made.builtIn).toBeNull();
});
