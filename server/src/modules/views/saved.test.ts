import { activity, type Event } from '@keyward/contract/activity';
import { devices } from '@keyward/contract/devices';
import { groups } from '@keyward/contract/groups';
import { limits } from '@keyward/contract/limits';
import type { CustomView } from '@keyward/contract/list';
import { views } from '@keyward/contract/views';
import { beforeEach, expect, test } from 'vitest';
import { north, south, tenants } from '#testing/people.ts';
import { type Caller, openPortal } from '#testing/portal.ts';

const portal = await openPortal();
const { admin, manager, clerk, nobody, editor, harborAdmin } = portal.as;
const owner = portal.database.system;

const { data: tags } = await admin.call(groups.definitions, {});
const tagId = (label: string) => tags.find((d) => d.label === label)?.id ?? '';
const [department, location] = [`tags.${tagId('Department')}`, `tags.${tagId('Location')}`];
const roleId = async (name: string) =>
  (await owner.query<{ id: string }>('select id from role where tenant_id = $1 and name = $2', [tenants.demo, name]))
    .rows[0]?.id ?? '';
const clerks = await roleId('Store clerk');

let made = 0;
const input = (over: object = {}) => ({
  name: `View ${made++}`,
  description: '',
  base: 'Overview',
  filter: {},
  search: '',
  sort: [] as [string, 'ASC' | 'DESC'][],
  columns: [{ accessorKey: 'name' }],
  sharing: { with: 'nobody' as const },
  ...over,
});
const save = async (who: Caller, over: object = {}) =>
  (await who.call(views.create, { body: { resource: 'device', ...input(over) } })).data;
const listed = async (who: Caller, resource: 'device' | 'event' = 'device') =>
  (await who.call(views.list, { query: { resource } })).data;
const find = async (who: Caller, id: string) => (await listed(who)).find((view) => view.value === id);
const names = async (who: Caller, query: Record<string, string>) =>
  (await who.call(devices.list, { query })).data.map((device) => device.name);
const lastEvent = async (): Promise<Event | undefined> =>
  (await admin.call(activity.list, { query: { sort: 'event_time:desc' } })).data[0];
/** What an update of the view sends to keep it as it is. */
const bodyOf = ({ label, description, query, columns, saved }: CustomView, over: object = {}) => ({
  name: label,
  description,
  base: saved?.base ?? '',
  filter: query.filter,
  search: query.search ?? '',
  sort: query.sort,
  columns: columns.map(({ accessorKey, width }) => ({ accessorKey, ...(width ? { width } : {}) })),
  sharing: saved?.sharing ?? { with: 'nobody' as const },
  ...over,
});

beforeEach(async () => {
  await owner.query('delete from saved_view');
});

test('a saved view keeps its filter, order, search and columns, and comes after the built-in ones', async () => {
  const view = await save(clerk, {
    name: 'Padlocks, my way',
    description: 'Newest first.',
    filter: { device_class: 'LOCK', created_at: 'gte:now-30d/d' },
    search: 'north',
    sort: [['name', 'DESC']],
    columns: [{ accessorKey: 'serial_number' }, { accessorKey: 'firmware_version', width: 180 }],
  });
  expect(view).toMatchObject({
    label: 'Padlocks, my way',
    description: 'Newest first.',
    query: {
      filter: { device_class: 'LOCK', created_at: 'gte:now-30d/d' },
      search: 'north',
      sort: [['name', 'DESC']],
      urlBasePath: '/api/v1/devices',
    },
    columns: [
      { accessorKey: 'serial_number', type: 'code', sortable: true },
      { accessorKey: 'firmware_version', width: 180 },
    ],
    saved: { base: 'Overview', owner: 'Carl Clerk', mine: true, changeable: true, lost: [], version: 1 },
  });
  const all = await listed(clerk);
  expect(all[0]?.value).toBe('Overview');
  expect(all.at(-1)).toEqual(view);
  expect(await names(clerk, { custom_view: view.value })).toEqual(['North padlock', 'North drawer 2']);
});

test('a view narrows the built-in one it was made of, and a caller narrows it further', async () => {
  const view = await save(clerk, { base: 'Locks', filter: { name: 'like:*padlock*' } });
  expect(await names(clerk, { custom_view: view.value })).toEqual(['North padlock']);
  // both filters on one column hold
  const keys = await save(clerk, { base: 'Locks', filter: { device_class: 'KEY' } });
  expect(await names(clerk, { custom_view: keys.value })).toEqual([]);
  expect(await names(clerk, { custom_view: view.value, name: 'like:*cabinet*' })).toEqual([]);
  // a caller's own order and search replace those of the view
  const found = await save(clerk, { search: 'padlock', sort: [['name', 'DESC']] });
  expect(await names(clerk, { custom_view: found.value, search: 'drawer' })).toEqual(['North drawer 2']);
  expect(await names(clerk, { custom_view: found.value, search: 'north', sort: 'name:asc' })).toHaveLength(4);
});

test('a private view is its owner’s alone: to others it is as unknown as any', async () => {
  const view = await save(clerk);
  for (const who of [admin, manager, harborAdmin]) {
    expect(await find(who, view.value)).toBeUndefined();
    const query = { custom_view: view.value };
    const never = { custom_view: '00000000-0000-7000-8000-000000000000' };
    expect(await who.refused(devices.list, { query })).toMatchObject({ status: 400, code: 'invalidFilterValue' });
    const [hidden, unknown] = [await who.ask(devices.list, { query }), await who.ask(devices.list, { query: never })];
    expect(hidden.text.replaceAll(view.value, '')).toBe(unknown.text.replaceAll(never.custom_view, ''));
    const params = { id: view.value };
    expect(await who.refused(views.update, { params, body: input() })).toMatchObject({ status: 404 });
    expect(await who.refused(views.remove, { params })).toMatchObject({ status: 404 });
  }
  // nor does it belong to another list
  expect(await clerk.refused(activity.list, { query: { custom_view: view.value } })).toMatchObject({ status: 400 });
});

test('sharing asks for its own permission, with a role one holds or may see', async () => {
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

const grant = (role: string) =>
  owner.query(
    `insert into role_permission select tenant_id, id, 'SHARE-VIEWS', 'TRUE' from role where tenant_id = $1 and name = $2`,
    [tenants.demo, role],
  );
const revoke = (role: string) =>
  owner.query(
    `delete from role_permission where tenant_id = $1 and permission = 'SHARE-VIEWS'
       and role_id = (select id from role where tenant_id = $1 and name = $2)`,
    [tenants.demo, role],
  );

test('a role’s view shows to its holders, within their locations, and no longer than they hold it', async () => {
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

test('a view for everyone is everyone’s in the tenant, and changed by whoever may share', async () => {
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

test('an owner who may share no longer can take a view back, and change it no further for others', async () => {
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

test('events tell of shared views, and of a private one only that there was one', async () => {
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

test('a name is its owner’s once in a list, whatever its case', async () => {
  await save(clerk, { name: 'Mine' });
  const again = (name: string) => clerk.refused(views.create, { body: { resource: 'device', ...input({ name }) } });
  expect(await again('ＭＩＮＥ')).toMatchObject({ status: 409, code: 'viewNameTaken', constraint: 'name' });
  await save(manager, { name: 'Mine' });
  await clerk.call(views.create, {
    body: { resource: 'event', ...input({ name: 'Mine', columns: [{ accessorKey: 'event' }] }) },
  });
  for (const name of ['', '   ', 'a'.repeat(limits.viewName + 1), 'a\u202eb', 'a\nb']) {
    expect(await again(name)).toMatchObject({ status: 400, constraint: 'name' });
  }
});

test('what a query by the view would be refused with, saving it is refused with', async () => {
  const refused = async (over: object) => {
    const { status, code } = await admin.refused(views.create, {
      body: { resource: 'device', ...input(over) } as never,
    });
    return [status, code];
  };
  const gone = 'tags.00000000-0000-7000-8000-000000000000';
  expect(await refused({ filter: { password: 'x' } })).toEqual([400, 'unknownColumn']);
  expect(await refused({ filter: { page: '2' } })).toEqual([400, 'unknownColumn']);
  expect(await refused({ filter: { device_class: 'TANK' } })).toEqual([400, 'invalidFilterValue']);
  expect(await refused({ filter: { device_class: 'like:*K*' } })).toEqual([400, 'unknownOperator']);
  expect(await refused({ filter: { created_at: 'gte:yesterday' } })).toEqual([400, 'invalidFilterValue']);
  expect(await refused({ filter: { [gone]: 'x' } })).toEqual([400, 'unknownColumn']);
  expect(await refused({ filter: { [department]: 'Boats' } })).toEqual([400, 'invalidFilterValue']);
  expect(await refused({ filter: JSON.parse('{"__proto__":"x"}') })).toEqual([400, 'badRequest']);
  expect(await refused({ sort: [['tagValues', 'ASC']] })).toEqual([400, 'unknownColumn']);
  expect(
    await refused({
      sort: [
        ['name', 'ASC'],
        ['name', 'DESC'],
      ],
    }),
  ).toEqual([400, 'invalidFilterValue']);
  expect(await refused({ sort: [['name:asc,name', 'ASC']] })).toEqual([400, 'invalidField']);
  expect(await refused({ columns: [{ accessorKey: 'password_hash' }] })).toEqual([400, 'unknownColumn']);
  expect(await refused({ columns: [{ accessorKey: 'name' }, { accessorKey: 'name' }] })).toEqual([
    400,
    'unknownColumn',
  ]);
  expect(await refused({ columns: [] })).toEqual([400, 'invalidField']);
  expect(await refused({ columns: [{ accessorKey: 'name', width: 5 }] })).toEqual([400, 'invalidField']);
  expect(await refused({ base: 'Nowhere' })).toEqual([400, 'invalidFilterValue']);
  expect(await refused({ sharing: { with: 'role', roleId: tenants.demo } })).toEqual([400, 'unknownAudience']);
  // a saved view is not built on another
  const view = await save(admin);
  expect(await refused({ base: view.value })).toEqual([400, 'invalidFilterValue']);
});

test('no address and no action of a caller is kept', async () => {
  const view = await save(admin, {
    query: { urlBasePath: 'https://evil.example/' },
    actions: { bulk: [{ id: 'x', apiUrl: '//evil.example' }], single: [] },
    urlBasePath: '//evil.example',
    apiUrl: '//evil.example',
  });
  expect(JSON.stringify(view)).not.toContain('evil');
  const { rows } = await owner.query('select * from saved_view');
  expect(JSON.stringify(rows)).not.toContain('evil');
});

test('groups in a filter go by what they are, so that renaming them changes nothing', async () => {
  const [device] = (await admin.call(devices.list, { query: { search: 'North padlock' } })).data;
  await admin.call(devices.update, {
    params: { id: device?.id ?? '' },
    body: { name: 'North padlock', tags: [{ tagId: tagId('Department'), values: ['Toys'] }] },
  });
  const view = await save(admin, { filter: { [department]: 'toys,Shoes' } });
  expect(view.query.filter).toEqual({ [department]: 'Toys,Shoes' });
  const rename = (from: string, to: string) =>
    owner.query('update tag_value set name = $3 where tenant_id = $1 and name = $2', [tenants.demo, from, to]);
  await rename('Toys', 'Toys, games');
  expect((await find(admin, view.value))?.query.filter).toEqual({ [department]: 'Toys\\, games,Shoes' });
  expect(await names(admin, { custom_view: view.value })).toEqual(['North padlock']);
  await rename('Toys, games', 'Toys');
});

test('a view whose value, tag, column or built-in view is gone opens with what is left and names the rest', async () => {
  const phones = await save(admin, { filter: { [department]: 'Toys,Phones' } });
  const onlyPhones = await save(admin, { filter: { [department]: 'Phones', device_class: 'LOCK' } });
  const other = await save(admin, { filter: { [location]: `${north},${south}` }, sort: [['name', 'ASC']] });
  await owner.query(`delete from tag_value where tenant_id = $1 and name = 'Phones'`, [tenants.demo]);
  expect(await find(admin, phones.value)).toMatchObject({
    query: { filter: { [department]: 'Toys' } },
    saved: { lost: [department] },
  });
  expect(await find(admin, onlyPhones.value)).toMatchObject({
    query: { filter: { device_class: 'LOCK' } },
    saved: { lost: [department] },
  });
  expect(await names(admin, { custom_view: onlyPhones.value })).toContain('South padlock');
  await owner.query(
    `update saved_view set base = 'Old view', content = jsonb_set(jsonb_set(jsonb_set(content,
       '{columns}', '[{"accessorKey":"altitude"},{"accessorKey":"name","width":90}]'),
       '{sort}', '[["altitude","ASC"]]'), '{filter}', '{"altitude":"gt:5"}') where id = $1`,
    [other.value],
  );
  expect(await find(admin, other.value)).toMatchObject({
    query: { filter: {}, sort: [['name', 'ASC']] },
    columns: [{ accessorKey: 'name', width: 90 }],
    saved: { base: 'Overview', lost: ['Old view', 'altitude'] },
  });
  expect(await names(admin, { custom_view: other.value })).toHaveLength(7);
});

test('a deleted view is gone at once and can be had back under its own address', async () => {
  const view = await save(admin, { name: 'Slip', sharing: { with: 'everyone' } });
  const params = { id: view.value };
  await admin.call(views.remove, { params });
  expect(await find(clerk, view.value)).toBeUndefined();
  expect(await clerk.refused(devices.list, { query: { custom_view: view.value } })).toMatchObject({ status: 400 });
  expect(await admin.refused(views.remove, { params })).toMatchObject({ status: 404 });
  expect(await lastEvent()).toMatchObject({ event: 'DELETE_VIEW', description: { entityName: 'Slip' } });
  expect(await clerk.refused(views.restore, { params })).toMatchObject({ code: 'cannotShareViews' });
  const { data } = await admin.call(views.restore, { params });
  expect(data).toMatchObject({ value: view.value, label: 'Slip' });
  expect(await find(clerk, view.value)).toBeDefined();
  // another view has taken the name meanwhile
  await admin.call(views.remove, { params });
  await save(admin, { name: 'slip' });
  expect(await admin.refused(views.restore, { params })).toMatchObject({ status: 409, code: 'viewNameTaken' });
  await owner.query(`update saved_view set deleted_at = now() - interval '61 min' where id = $1`, [view.value]);
  expect(await admin.refused(views.restore, { params })).toMatchObject({ status: 404 });
  // and the next write takes it away for good
  await save(clerk);
  expect((await owner.query('select from saved_view where id = $1', [view.value])).rowCount).toBe(0);
});

test('who saves over a newer version is told who changed it; a save that changes nothing leaves no trace', async () => {
  const view = await save(admin, { sharing: { with: 'everyone' } });
  const params = { id: view.value };
  await admin.call(views.update, { params, body: bodyOf(view, { description: 'New' }), ifMatch: 1 });
  expect(
    await admin.refused(views.update, { params, body: bodyOf(view, { description: 'Other' }), ifMatch: 1 }),
  ).toMatchObject({ status: 412, code: 'conflict', params: { by: 'Ada Admin' } });
  const before = await lastEvent();
  const answer = await admin.ask(views.update, { params, body: bodyOf(view, { description: 'New' }), ifMatch: 2 });
  expect(answer.status).toBe(200);
  expect(answer.headers.etag).toBe('"2"');
  expect((await lastEvent())?.id).toBe(before?.id);
});

test('a page of a view that was changed meanwhile is not continued', async () => {
  const view = await save(admin);
  const query = { custom_view: view.value, results_per_page: '2' };
  const { next = '' } = await admin.call(devices.list, { query });
  expect((await admin.call(devices.list, { query: { ...query, page: '2', cursor: next } })).data).toHaveLength(2);
  await admin.call(views.update, {
    params: { id: view.value },
    body: bodyOf(view, { filter: { device_class: 'LOCK' } }),
  });
  expect(await admin.refused(devices.list, { query: { ...query, page: '2', cursor: next } })).toMatchObject({
    code: 'invalidCursor',
  });
});

test('fifty views of a list are enough, also when two are saved at the same time', async () => {
  await owner.query(
    `insert into saved_view (tenant_id, owner_id, owner_name, resource, name, base, content, updated_by)
     select $1, p.id, 'x', 'device', 'n' || n, 'Overview', '{"filter":{},"search":"","sort":[],"columns":[]}', 'x'
     from profile p, generate_series(1, $2::int) n where p.tenant_id = $1 and p.username = 'clerk'`,
    [tenants.demo, limits.savedViews - 1],
  );
  const body = () => ({ resource: 'device' as const, ...input() });
  const answers = await Promise.all([1, 2, 3].map(() => clerk.ask(views.create, { body: body() })));
  expect(answers.map((a) => a.status).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
});

test('views of a list one may not read are neither shown nor saved', async () => {
  const query = { resource: 'device' as const };
  expect(await nobody.refused(views.list, { query })).toMatchObject({ status: 403 });
  expect(await nobody.refused(views.create, { body: { ...query, ...input() } })).toMatchObject({ status: 403 });
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

test('what a view can show is more than what it shows', async () => {
  const { columns } = await admin.call(views.list, { query: { resource: 'event' } });
  expect(columns.map((c) => c.accessorKey)).toEqual(
    expect.arrayContaining(['event_time', 'agent_id', 'description.changes.newValue', 'rawDescription']),
  );
  const rows = (await admin.call(devices.list, {})).data;
  const keys = (await admin.call(views.list, { query: { resource: 'device' } })).columns.map((c) => c.accessorKey);
  for (const key of keys)
    expect(
      rows.every((row) => Object.hasOwn(row, key)),
      key,
    ).toBe(true);
});
