import { activity } from '@keyward/contract/activity';
import { devices } from '@keyward/contract/devices';
import { views } from '@keyward/contract/views';
import { expect, test } from 'vitest';
import { tenants } from '#testing/people.ts';
import { bodyOf, find, input, names, openViews, save } from './saved.testing.ts';

const { admin, manager, clerk, nobody, editor, harborAdmin, owner, roleId, grant, revoke, lastEvent } =
  await openViews();
const clerks = await roleId('Store clerk');

test('a private view is visible only to its owner; to others it does not exist', async () => {
  const view = await save(clerk);
  for (const who of [admin, manager, harborAdmin]) {
    expect(await find(who, view.value)).toBeUndefined();
    const query = { custom_view: view.value };
    const never = { custom_view: '00000000-0000-7000-8000-000000000000' };
    expect(await who.refused(devices.list, { query })).toMatchObject({ status: 400, code: 'invalidFilterValue' });
    const [hidden, unknown] = [
      await who.request(devices.list, { query }),
      await who.request(devices.list, { query: never }),
    ];
    expect(hidden.text.replaceAll(view.value, '')).toBe(unknown.text.replaceAll(never.custom_view, ''));
    const params = { id: view.value };
    expect(await who.refused(views.update, { params, body: input() })).toMatchObject({ status: 404 });
    expect(await who.refused(views.remove, { params })).toMatchObject({ status: 404 });
  }
  // it does not exist under another list either
  expect(await clerk.refused(activity.list, { query: { custom_view: view.value } })).toMatchObject({ status: 400 });
});

test('sharing needs its own permission, with a held or readable role', async () => {
  const everyone = { sharing: { with: 'everyone' } };
  const role = { sharing: { with: 'role', roleId: clerks } };
  for (const shared of [everyone, role]) {
    expect(
      await manager.refused(views.create, { body: { resource: 'device', ...input(shared) } as never }),
    ).toMatchObject({ status: 403, code: 'cannotShareViews', constraint: 'sharing' });
  }
  expect(await manager.refused(views.audience)).toMatchObject({ status: 403 });
  const own = await save(manager);
  const params = { id: own.value };
  expect(await manager.refused(views.update, { params, body: bodyOf(own, everyone) })).toMatchObject({
    code: 'cannotShareViews',
  });
  await grant('Store manager');
  const { data: audience } = await manager.call(views.audience);
  expect(audience.map((r) => r.name)).toEqual(['Store manager']);
  expect(await manager.refused(views.update, { params, body: bodyOf(own, role) })).toMatchObject({
    status: 400,
    code: 'unknownAudience',
  });
  expect((await admin.call(views.audience)).data.map((r) => r.name)).toContain('Store clerk');
  await revoke('Store manager');
});

test('a role’s view is visible to its holders, within their locations, and only while they hold it', async () => {
  const view = await save(admin, {
    filter: { name: 'like:*padlock*' },
    sharing: { with: 'role', roleId: clerks },
  });
  expect((await find(clerk, view.value))?.saved).toMatchObject({ owner: 'Ada Admin', mine: false, changeable: false });
  expect(await find(manager, view.value)).toBeUndefined();
  expect(await names(clerk, { custom_view: view.value })).toEqual(['North padlock']);
  expect(await names(admin, { custom_view: view.value })).toEqual(['North padlock', 'South padlock']);
  await owner.query('delete from profile_role where tenant_id = $1 and role_id = $2', [tenants.demo, clerks]);
  // without the role the clerk may not read the list either
  expect(await clerk.refused(devices.list, { query: { custom_view: view.value } })).toMatchObject({ status: 403 });
  await owner.query(
    `insert into profile_role select tenant_id, id, $2 from profile where tenant_id = $1 and username in ('clerk', 'nobody')`,
    [tenants.demo, clerks],
  );
  expect(await find(nobody, view.value)).toBeDefined();
  await owner.query(
    `delete from profile_role where tenant_id = $1 and role_id = $2
       and profile_id = (select id from profile where tenant_id = $1 and username = 'nobody')`,
    [tenants.demo, clerks],
  );
  // editors may read devices, but do not hold the role
  expect(await editor.refused(devices.list, { query: { custom_view: view.value } })).toMatchObject({ status: 400 });
});

test('a view for everyone is visible to the whole tenant, and changed by anyone who may share', async () => {
  const view = await save(admin, { sharing: { with: 'everyone' } });
  const params = { id: view.value };
  expect(await find(clerk, view.value)).toBeDefined();
  expect(await harborAdmin.refused(devices.list, { query: { custom_view: view.value } })).toMatchObject({
    status: 400,
  });
  for (const call of [
    clerk.refused(views.update, { params, body: bodyOf(view, { name: 'Mine now' }) }),
    clerk.refused(views.remove, { params }),
  ]) {
    expect(await call).toMatchObject({ status: 403, code: 'cannotShareViews' });
  }
  await grant('Store manager');
  const changed = await manager.call(views.update, { params, body: bodyOf(view, { name: 'Better name' }) });
  await revoke('Store manager');
  expect(changed.data).toMatchObject({ label: 'Better name', saved: { owner: 'Ada Admin', mine: false } });
  expect(await lastEvent()).toMatchObject({
    event: 'MODIFY_VIEW',
    entity_domain: 'view',
    description: {
      agentName: 'Mona Manager',
      entityName: 'Better name',
      changes: [{ attribute: 'name', oldValue: view.label, newValue: 'Better name' }],
    },
  });
});

test('a view based on an unavailable built-in view is not visible', async () => {
  const view = await save(admin, { base: 'OnePASS Supported Devices', sharing: { with: 'everyone' } });
  expect(await find(manager, view.value)).toBeDefined();
  expect(await find(clerk, view.value)).toBeUndefined();
  const query = { custom_view: view.value };
  expect(await clerk.refused(devices.list, { query })).toMatchObject({ status: 400 });
  expect(await clerk.refused(views.remove, { params: { id: view.value } })).toMatchObject({ status: 404 });
});

test('an owner who lost the permission can unshare a view, but not change it for others', async () => {
  await grant('Store manager');
  const view = await save(manager, { sharing: { with: 'everyone' } });
  await revoke('Store manager');
  const params = { id: view.value };
  expect(await manager.refused(views.update, { params, body: bodyOf(view, { name: 'X' }) })).toMatchObject({
    code: 'cannotShareViews',
  });
  await manager.call(views.update, { params, body: bodyOf(view, { sharing: { with: 'nobody' } }) });
  expect(await find(clerk, view.value)).toBeUndefined();
});

test('events contain shared views, and only the existence of private ones', async () => {
  const secret = await save(clerk, { name: 'Things Mona loses', filter: { name: 'Mona' } });
  expect(await lastEvent()).toMatchObject({
    event: 'ADD_VIEW',
    entity_id: secret.value,
    description: { agentName: 'Carl Clerk', entityName: '', changes: [] },
  });
  expect(JSON.stringify(await lastEvent())).not.toContain('Mona');
  await save(admin, { name: 'For all', filter: { device_class: 'KEY' }, sharing: { with: 'everyone' } });
  expect((await lastEvent())?.description).toMatchObject({
    entityName: 'For all',
    changes: [
      { attribute: 'name', oldValue: null, newValue: 'For all' },
      { attribute: 'sharing', oldValue: null, newValue: 'everyone' },
      { attribute: 'filter', oldValue: null, newValue: 'device_class=KEY' },
      { attribute: 'columns', oldValue: null, newValue: 'name' },
    ],
  });
});

test('a shared view outlives its owner and its role; a private one does not', async () => {
  const profile = await owner.query<{ id: string }>(
    `insert into profile (tenant_id, name, username) values ($1, 'Leaver', 'leaver') returning id`,
    [tenants.demo],
  );
  const [shared, ofRole, secret] = [
    await save(admin, { sharing: { with: 'everyone' } }),
    await save(admin, { sharing: { with: 'role', roleId: clerks } }),
    await save(admin),
  ];
  const role = await owner.query<{ id: string }>(
    `insert into role (tenant_id, name) values ($1, 'Passing') returning id`,
    [tenants.demo],
  );
  await owner.query('update saved_view set owner_id = $1', [profile.rows[0]?.id]);
  await owner.query('update saved_view set role_id = $1 where id = $2', [role.rows[0]?.id, ofRole.value]);
  await owner.query('delete from role where id = $1', [role.rows[0]?.id]);
  await owner.query('delete from profile where id = $1', [profile.rows[0]?.id]);
  await save(clerk);
  const { rows } = await owner.query<{ id: string }>('select id from saved_view where owner_id is null');
  expect(rows.map((r) => r.id)).toEqual([shared.value]);
  expect(secret.value).not.toBe(shared.value);
  expect(await find(clerk, shared.value)).toMatchObject({ saved: { owner: 'Ada Admin', mine: false } });
});
