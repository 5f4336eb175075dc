import { devices } from '@keyward/contract/devices';
import { groups } from '@keyward/contract/groups';
import { limits } from '@keyward/contract/limits';
import { views } from '@keyward/contract/views';
import { expect, test } from 'vitest';
import { north, south, tenants } from '#testing/people.ts';
import { bodyOf, find, input, listViews, names, openViews, save } from './saved.testing.ts';

const { admin, manager, clerk, nobody, owner, lastEvent } = await openViews();
const { data: tags } = await admin.call(groups.definitions, {});
const tagId = (label: string) => tags.find((d) => d.label === label)?.id ?? '';
const [department, location] = [`tags.${tagId('Department')}`, `tags.${tagId('Location')}`];

test('a saved view keeps its filter, order, search and columns, and follows the built-in ones', async () => {
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
  const all = await listViews(clerk);
  expect(all[0]?.value).toBe('Overview');
  expect(all.at(-1)).toEqual(view);
  expect(await names(clerk, { custom_view: view.value })).toEqual(['North padlock', 'North drawer 2']);
});

test('a view narrows its built-in view, and a query narrows it further', async () => {
  const view = await save(clerk, { base: 'Locks', filter: { name: 'like:*padlock*' } });
  expect(await names(clerk, { custom_view: view.value })).toEqual(['North padlock']);
  // both filters of one column apply
  const keys = await save(clerk, { base: 'Locks', filter: { device_class: 'KEY' } });
  expect(await names(clerk, { custom_view: keys.value })).toEqual([]);
  expect(await names(clerk, { custom_view: view.value, name: 'like:*cabinet*' })).toEqual([]);
  // the query's order and search replace the view's
  const found = await save(clerk, { search: 'padlock', sort: [['name', 'DESC']] });
  expect(await names(clerk, { custom_view: found.value, search: 'drawer' })).toEqual(['North drawer 2']);
  expect(await names(clerk, { custom_view: found.value, search: 'north', sort: 'name:asc' })).toHaveLength(4);
});

test('a name is unique per owner and list, ignoring case', async () => {
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

test('saving validates filters as a query does', async () => {
  const refused = async (over: object) => {
    const { status, code } = await admin.refused(views.create, {
      body: { resource: 'device', ...input(over) } as never,
    });
    return [status, code];
  };
  const deletedTag = 'tags.00000000-0000-7000-8000-000000000000';
  expect(await refused({ filter: { password: 'x' } })).toEqual([400, 'unknownColumn']);
  expect(await refused({ filter: { page: '2' } })).toEqual([400, 'unknownColumn']);
  expect(await refused({ filter: { device_class: 'TANK' } })).toEqual([400, 'invalidFilterValue']);
  expect(await refused({ filter: { device_class: 'like:*K*' } })).toEqual([400, 'unknownOperator']);
  expect(await refused({ filter: { created_at: 'gte:yesterday' } })).toEqual([400, 'invalidFilterValue']);
  expect(await refused({ filter: { [deletedTag]: 'x' } })).toEqual([400, 'unknownColumn']);
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
  // a saved view cannot be based on another one
  const view = await save(admin);
  expect(await refused({ base: view.value })).toEqual([400, 'invalidFilterValue']);
});

test('addresses and actions in the body are not stored', async () => {
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

const rename = (from: string, to: string) =>
  owner.query('update tag_value set name = $3 where tenant_id = $1 and name = $2', [tenants.demo, from, to]);
async function assignToys() {
  const [device] = (await admin.call(devices.list, { query: { search: 'North padlock' } })).data;
  await admin.call(devices.update, {
    params: { id: device?.id ?? '' },
    body: { name: 'North padlock', tags: [{ tagId: tagId('Department'), values: ['Toys'] }] },
  });
}

test('filters refer to groups by id, so renaming them changes nothing', async () => {
  await assignToys();
  const view = await save(admin, { filter: { [department]: 'toys,Shoes' } });
  expect(view.query.filter).toEqual({ [department]: 'Toys,Shoes' });
  await rename('Toys', 'Toys, games');
  expect((await find(admin, view.value))?.query.filter).toEqual({ [department]: 'Toys\\, games,Shoes' });
  expect(await names(admin, { custom_view: view.value })).toEqual(['North padlock']);
  await rename('Toys, games', 'Toys');
});

test.each([
  { group: 'Toys', text: 'unassigned', saved: 'NOT_EXISTS', hasPadlock: false },
  { group: 'Toys', text: 'toys,unassigned', saved: 'Toys,NOT_EXISTS', hasPadlock: true },
  { group: 'Toys', text: 'not:unassigned', saved: 'not:NOT_EXISTS', hasPadlock: true },
  { group: 'Toys', text: 'not:Toys,unassigned', saved: 'not:Toys,NOT_EXISTS', hasPadlock: false },
  { group: 'Unassigned', text: 'unassigned', saved: 'NOT_EXISTS', hasPadlock: false },
  { group: 'Unassigned', text: 'UNASSIGNED', saved: 'Unassigned', hasPadlock: true },
  { group: 'unassigned', text: '\\unassigned', saved: '\\unassigned', hasPadlock: true },
])('beside a group $group, a saved $text finds the same as in a query', async ({ group, text, saved, hasPadlock }) => {
  await assignToys();
  await rename('Toys', group);
  try {
    const view = await save(admin, { filter: { [department]: text } });
    expect(view.query.filter).toEqual({ [department]: saved });
    const found = await names(admin, { custom_view: view.value });
    expect(found).toEqual(await names(admin, { [department]: text }));
    expect(found.includes('North padlock')).toBe(hasPadlock);
  } finally {
    await rename(group, 'Toys');
  }
});

test('a filter that is stored with the name of a role finds the role, and is named as lost without it', async () => {
  const { data: view } = await admin.call(views.create, {
    body: { resource: 'user', ...input({ filter: { 'role.name': 'store CLERK,Editor' } }) },
  });
  expect(view.query.filter).toEqual({ 'role.name': 'Store clerk,Editor' });
  const store = (text: string) =>
    owner.query(
      `update saved_view set content = jsonb_set(content, '{filter,role.name}', to_jsonb($2::text)) where id = $1`,
      [view.value, text],
    );
  const opened = async () => (await admin.call(views.list, { query: { resource: 'user' } })).data.at(-1);
  await store('store CLERK,Editor');
  expect(await opened()).toMatchObject({
    query: { filter: { 'role.name': 'Store clerk,Editor' } },
    saved: { lost: [] },
  });
  await store('Store clerk,No such role');
  expect(await opened()).toMatchObject({
    query: { filter: { 'role.name': 'Store clerk' } },
    saved: { lost: ['role.name'] },
  });
  expect(
    await admin.refused(views.create, { body: { resource: 'user', ...input({ filter: { roles: 'No such role' } }) } }),
  ).toMatchObject({ code: 'invalidFilterValue' });
});

test('a view with a deleted value, tag, column or built-in view opens without them and names them', async () => {
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

test('a deleted view disappears at once and can be restored under its own address', async () => {
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
  // another view has taken the name in between
  await admin.call(views.remove, { params });
  await save(admin, { name: 'slip' });
  expect(await admin.refused(views.restore, { params })).toMatchObject({ status: 409, code: 'viewNameTaken' });
  await owner.query(`update saved_view set deleted_at = now() - interval '61 min' where id = $1`, [view.value]);
  expect(await admin.refused(views.restore, { params })).toMatchObject({ status: 404 });
  // the next write purges it
  await save(clerk);
  expect((await owner.query('select from saved_view where id = $1', [view.value])).rowCount).toBe(0);
});

test('a stale save is refused with the author of the change; a save without changes records no event', async () => {
  const view = await save(admin, { sharing: { with: 'everyone' } });
  const params = { id: view.value };
  await admin.call(views.update, { params, body: bodyOf(view, { description: 'New' }), ifMatch: 1 });
  expect(
    await admin.refused(views.update, { params, body: bodyOf(view, { description: 'Other' }), ifMatch: 1 }),
  ).toMatchObject({ status: 412, code: 'conflict', params: { by: 'Ada Admin' } });
  const before = await lastEvent();
  const answer = await admin.request(views.update, { params, body: bodyOf(view, { description: 'New' }), ifMatch: 2 });
  expect(answer.status).toBe(200);
  expect(answer.headers.etag).toBe('"2"');
  expect((await lastEvent())?.id).toBe(before?.id);
});

test('paging does not continue after the view changed', async () => {
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

test('an owner has at most fifty views per list, even under concurrent saves', async () => {
  await owner.query(
    `insert into saved_view (tenant_id, owner_id, owner_name, resource, name, base, content, updated_by)
     select $1, p.id, 'x', 'device', 'n' || n, 'Overview', '{"filter":{},"search":"","sort":[],"columns":[]}', 'x'
     from profile p, generate_series(1, $2::int) n where p.tenant_id = $1 and p.username = 'clerk'`,
    [tenants.demo, limits.savedViews - 1],
  );
  const body = () => ({ resource: 'device' as const, ...input() });
  const answers = await Promise.all([1, 2, 3].map(() => clerk.request(views.create, { body: body() })));
  expect(answers.map((a) => a.status).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
});

test('views of a list that the actor may not read are neither shown nor saved', async () => {
  const query = { resource: 'device' as const };
  expect(await nobody.refused(views.list, { query })).toMatchObject({ status: 403 });
  expect(await nobody.refused(views.create, { body: { ...query, ...input() } })).toMatchObject({ status: 403 });
});

test('a view lists all available columns, not only the shown ones', async () => {
  const { columns } = await admin.call(views.list, { query: { resource: 'event' } });
  expect(columns.map((c) => c.accessorKey)).toEqual(
    expect.arrayContaining(['event_time', 'agent_id', 'description.changes.newValue', 'rawDescription']),
  );
  const rows = (await admin.call(devices.list, {})).data;
  // tag columns: see tag-columns.test.ts
  const keys = (await admin.call(views.list, { query: { resource: 'device' } })).columns.map((c) => c.accessorKey);
  for (const key of keys.filter((name) => !name.startsWith('tags.')))
    expect(
      rows.every((row) => Object.hasOwn(row, key)),
      key,
    ).toBe(true);
});
