import { activity } from '@keyward/contract/activity';
import { groups, type ManagedTag } from '@keyward/contract/groups';
import { beforeEach, expect, test } from 'vitest';
import { createSession } from '#core/auth/session.ts';
import { tenants } from '#testing/people.ts';
import { Caller, openPortal } from '#testing/portal.ts';

const portal = await openPortal();
const { admin, manager, clerk, nobody, harborAdmin } = portal.as;

/** A new profile of the demo tenant with only these permissions. */
async function holding(permissions: Record<string, string>): Promise<Caller> {
  const { system } = portal.database;
  const name = `p${Math.random().toString(36).slice(2)}`;
  const one = async (text: string, values: unknown[]) => (await system.query<{ id: string }>(text, values)).rows[0]?.id;
  const role = await one('insert into role (tenant_id, name) values ($1, $2) returning id', [tenants.demo, name]);
  for (const [permission, value] of Object.entries(permissions))
    await system.query('insert into role_permission values ($1, $2, $3, $4)', [tenants.demo, role, permission, value]);
  const insert = 'insert into profile (tenant_id, name, username) values ($1, $2, $2) returning id';
  const id = (await one(insert, [tenants.demo, name])) ?? '';
  await system.query('insert into profile_role values ($1, $2, $3)', [tenants.demo, id, role]);
  const token = await portal.inTenant('demo', (db) =>
    createSession(db, id, { address: '127.0.0.1', userAgent: 'test' }),
  );
  return new Caller(portal.app, 'localhost', { cookie: `keyward=${token}` });
}

let made = 0;
const newLabel = () => `Tag ${made++}`;
const add = async (body: object = {}): Promise<ManagedTag> =>
  (await admin.call(groups.create, { body: { label: newLabel(), type: 1, ...body } })).data;
const all = async (who = admin, type: '0' | '1' = '1') => (await who.call(groups.all, { query: { type } })).data;
const find = async (id: string) => (await all()).find((d) => d.id === id);
const names = (tag: ManagedTag | undefined) => tag?.values.map((v) => v.name);
const lastEvent = async () => (await admin.call(activity.list, {})).data[0];
const changesOf = async () =>
  Object.fromEntries(
    (await lastEvent())?.description.changes.map((c) => [c.attribute, [c.oldValue, c.newValue]]) ?? [],
  );

let lastId: string | undefined;
beforeEach(async () => (lastId = (await lastEvent())?.id));
/** Asserts that nothing was written since the test began. */
const quiet = async () => expect((await lastEvent())?.id).toBe(lastId);

test('a new category comes last, with its values sorted numerically and ignoring case', async () => {
  const tag = await add({ label: '  Floor ', values: ['10', 'b', '2', 'A', 'Bay 10', 'bay 9'] });
  expect(tag).toMatchObject({ label: 'Floor', type: 1, is_location: false, category: 'acgs', version: 1 });
  expect(names(tag)).toEqual(['2', '10', 'A', 'b', 'bay 9', 'Bay 10']);
  expect(tag.objects).toEqual([
    { type: 'devices', order: tag.order, required: false },
    { type: 'users', order: tag.order, required: false },
  ]);
  expect((await all()).at(-1)).toEqual(tag);
  expect((await clerk.call(groups.definitions, {})).data.find((d) => d.id === tag.id)?.values).toEqual(tag.values);
  expect(await lastEvent()).toMatchObject({
    event: 'ADD_TAG_DEFINITION',
    entity_domain: 'tag',
    entity_id: tag.id,
    description: { agentName: 'Ada Admin', entityName: 'Floor' },
  });
  expect(await changesOf()).toMatchObject({ name: [null, 'Floor'], addedValues: [null, '2, 10, A, b, bay 9, Bay 10'] });
});

test('the kinds are access groups and text fields of profiles, devices or both', async () => {
  const kind = async (body: object) => (await add(body)).category;
  expect(await kind({ type: 1 })).toBe('acgs');
  const ofProfiles = await add({ type: 1, objects: [{ type: 'users' }] });
  expect(ofProfiles).toMatchObject({ category: 'acgs', objects: [{ type: 'users', required: false }] });
  expect(await kind({ type: 0 })).toBe('all');
  expect(await kind({ type: 0, objects: [{ type: 'users' }, { type: 'devices', required: true }] })).toBe('all');
  expect(await kind({ type: 0, objects: [{ type: 'users' }] })).toBe('users');
  expect(await kind({ type: 0, objects: [{ type: 'devices' }] })).toBe('devices');
  expect((await all(admin, '0')).every((d) => d.type === 0)).toBe(true);
  expect((await all(admin, '1')).every((d) => d.type === 1)).toBe(true);
  const ofUsers = await admin.call(groups.all, { query: { type: '0', object_type: 'users' } });
  expect(ofUsers.data.map((d) => d.category)).toEqual(expect.arrayContaining(['all', 'users']));
  expect(ofUsers.data.map((d) => d.category)).not.toContain('devices');
  const refused = { status: 400, code: 'textTagHasNoValues', constraint: 'values' };
  expect(await admin.refused(groups.create, { body: { label: newLabel(), type: 0, values: ['x'] } })).toMatchObject(
    refused,
  );
  const text = await add({ type: 0 });
  const parts = { params: { id: text.id }, body: { label: text.label, values: ['x'] } };
  expect(await admin.refused(groups.update, parts)).toMatchObject(refused);
});

test('names have 1 to 40 characters for a tag, 64 for a value, and cannot be a word for all', async () => {
  const create = (body: object) => admin.refused(groups.create, { body: { label: newLabel(), type: 1, ...body } });
  expect((await add({ label: `${'x'.repeat(35)}${made++}` })).label.length).toBeLessThanOrEqual(40);
  expect((await add({ values: ['🔒'.repeat(64)] })).values).toHaveLength(1);
  for (const label of ['', '  ', 'x'.repeat(41), '*', ' * ', 'all', 'All', ' ALL ', 'ａｌｌ', '＊', 'a\nb', null, 7]) {
    expect(await create({ label }), String(label)).toMatchObject({ status: 400, constraint: 'label' });
    if (label !== 'x'.repeat(41)) {
      expect(await create({ values: ['ok', label] }), String(label)).toMatchObject({ status: 400 });
    }
  }
  expect(await create({ values: ['x'.repeat(65)] })).toMatchObject({ status: 400, constraint: 'values.0' });
  expect(await create({ objects: [] })).toMatchObject({ status: 400, constraint: 'objects' });
  expect(await create({ objects: [{ type: 'users' }, { type: 'users' }] })).toMatchObject({ status: 400 });
  expect(await create({ objects: [{ type: 'roles' }] })).toMatchObject({ status: 400 });
  expect(await create({ type: 2 })).toMatchObject({ status: 400, constraint: 'type' });
});

test('names are unique per tenant, ignoring case and width', async () => {
  await add({ label: 'Zone' });
  lastId = (await lastEvent())?.id;
  for (const label of ['Zone', 'zone ', 'ＺＯＮＥ'])
    expect(await admin.refused(groups.create, { body: { label, type: 0 } }), label).toMatchObject({
      status: 409,
      code: 'tagNameTaken',
      constraint: 'label',
    });
  for (const values of [
    ['A', 'a'],
    ['A', 'Ａ'],
  ])
    expect(await admin.refused(groups.create, { body: { label: newLabel(), type: 1, values } })).toMatchObject({
      status: 409,
      code: 'accessGroupAlreadyExists',
      constraint: 'values',
    });
  await quiet();
  expect((await harborAdmin.call(groups.create, { body: { label: 'Zone', type: 1 } })).data.label).toBe('Zone');
});

test('an update sends the whole tag: name, values in order, object types', async () => {
  const tag = await add({ values: ['A', 'B', 'C'] });
  const id = (name: string) => ({ id: tag.values.find((v) => v.name === name)?.id ?? '' });
  const update = (body: object) =>
    admin.call(groups.update, { params: { id: tag.id }, body: { label: tag.label, ...body } });
  const changed = await update({ label: `${tag.label} new`, values: ['C', 'a', 'D', id('B')] });
  expect(changed.data).toMatchObject({ label: `${tag.label} new`, version: 2 });
  expect(names(changed.data)).toEqual(['C', 'a', 'D', 'B']);
  // a kept value keeps its identity under another spelling
  expect(changed.data.values[1]?.id).toBe(id('A').id);
  expect(await changesOf()).toEqual({
    name: [tag.label, `${tag.label} new`],
    addedValues: [null, 'D'],
    renamedValues: ['A', 'a'],
    order: ['A, B, C', 'C, A, B'],
  });
  expect(await lastEvent()).toMatchObject({ event: 'MODIFY_TAG_DEFINITION', entity_id: tag.id });
  await update({ values: ['D'] });
  expect(await changesOf()).toMatchObject({ removedValues: ['C, a, B', null] });
  await update({ objects: [{ type: 'users', required: true }] });
  expect(await changesOf()).toEqual({ objects: ['devices, users', 'users*'] });
  expect((await find(tag.id))?.objects).toEqual([{ type: 'users', order: tag.order, required: true }]);
});

test('a save without changes records no event, and the type of a tag cannot change', async () => {
  const tag = await add({ values: ['A', 'B'] });
  lastId = (await lastEvent())?.id;
  const update = { params: { id: tag.id }, body: { label: tag.label, type: 1 as const, values: ['A', 'B'] } };
  expect((await admin.call(groups.update, update)).data.version).toBe(1);
  expect(await admin.refused(groups.update, { ...update, body: { ...update.body, type: 0 } })).toMatchObject({
    status: 400,
    constraint: 'type',
  });
  expect(await admin.refused(groups.update, { ...update, body: { ...update.body, values: ['A', 'a'] } })).toMatchObject(
    { code: 'accessGroupAlreadyExists' },
  );
  const stranger = { id: '00000000-0000-7000-8000-000000000000' };
  expect(await admin.refused(groups.update, { ...update, body: { ...update.body, values: [stranger] } })).toMatchObject(
    { status: 409, code: 'tagValueGone' },
  );
  await quiet();
});

test('a stale If-Match is refused with the author and time of the change', async () => {
  const tag = await add({ values: ['A'] });
  const save = (label: string, ifMatch?: number) =>
    admin.request(groups.update, { params: { id: tag.id }, body: { label }, ...(ifMatch ? { ifMatch } : {}) });
  const first = await save(`${tag.label} 2`, 1);
  expect(first.headers.etag).toBe('"2"');
  const second = await save(`${tag.label} 3`, 1);
  expect(second.status).toBe(412);
  expect(second.body).toMatchObject({
    errors: [{ code: 'conflict', params: { by: 'Ada Admin', at: expect.stringMatching(/^\d{4}-.*Z$/) } }],
  });
  expect((await find(tag.id))?.label).toBe(`${tag.label} 2`);
  expect((await save(`${tag.label} 3`)).status).toBe(200);
  await admin.call(groups.editValues, {
    params: { id: tag.id },
    body: { values: [{ oldValue: 'A', newValue: 'B' }] },
  });
  expect((await save(`${tag.label} 4`, 3)).status).toBe(412);
});

test('tags are reordered within their kind; the other kind keeps its positions', async () => {
  const [a, b, c] = [await add(), await add(), await add()] as const;
  const order = async () => (await all()).map((d) => d.id).filter((id) => [a.id, b.id, c.id].includes(id));
  const move = (id: string, before: string | null) => admin.call(groups.move, { params: { id }, body: { before } });
  const texts = (await all(admin, '0')).map((d) => [d.id, d.order]);
  await move(c.id, a.id);
  expect(await order()).toEqual([c.id, a.id, b.id]);
  expect(await lastEvent()).toMatchObject({ event: 'MODIFY_TAG_DEFINITION', entity_id: c.id });
  await move(c.id, null);
  expect(await order()).toEqual([a.id, b.id, c.id]);
  expect((await all(admin, '0')).map((d) => [d.id, d.order])).toEqual(texts);
  const listed = (await clerk.call(groups.definitions, { query: { type: '1' } })).data.map((d) => d.id);
  expect(listed).toEqual((await all()).map((d) => d.id));
  lastId = (await lastEvent())?.id;
  for (const before of [null, c.id]) expect((await move(c.id, before)).data.id).toBe(c.id);
  const [text] = await all(admin, '0');
  for (const before of [text?.id ?? '', '00000000-0000-7000-8000-000000000000'])
    expect(await admin.refused(groups.move, { params: { id: a.id }, body: { before } })).toMatchObject({
      status: 400,
      code: 'unknownTag',
    });
  await quiet();
});

test('a tag is deleted with its values; the location cannot be deleted', async () => {
  const tag = await add({ values: ['A', 'B'] });
  await admin.call(groups.remove, { params: { id: tag.id } });
  expect(await find(tag.id)).toBeUndefined();
  expect(await lastEvent()).toMatchObject({
    event: 'DELETE_TAG_DEFINITION',
    entity_id: tag.id,
    description: { entityName: tag.label },
  });
  expect(await changesOf()).toMatchObject({ removedValues: ['A, B', null] });
  expect(await admin.refused(groups.remove, { params: { id: tag.id } })).toMatchObject({ status: 404 });
  const location = (await all()).find((d) => d.is_location);
  expect(await admin.refused(groups.remove, { params: { id: location?.id ?? '' } })).toMatchObject({
    status: 409,
    code: 'locationTagKept',
  });
});

test('the location always applies to profiles and devices', async () => {
  const location = (await all()).find((d) => d.is_location);
  const update = (body: object) =>
    admin.request(groups.update, { params: { id: location?.id ?? '' }, body: { label: 'Location', ...body } });
  expect((await update({ objects: [{ type: 'devices' }] })).status).toBe(400);
  expect((await update({ label: 'Store' })).status).toBe(200);
  expect((await update({ is_location: false })).status).toBe(200);
  expect((await find(location?.id ?? ''))?.is_location).toBe(true);
});

test('each kind has its own permissions to read and to edit', async () => {
  const group = await add();
  const text = await add({ type: 0 });
  const people = {
    'groups read': await holding({ 'ACCESS-GROUP-TAGS': 'READ' }),
    'groups edit': await holding({ 'ACCESS-GROUP-TAGS': 'EDIT' }),
    'tags read': await holding({ TAGS: 'READ' }),
    'tags edit': await holding({ TAGS: 'EDIT' }),
    both: await holding({ TAGS: 'READ', 'ACCESS-GROUP-TAGS': 'EDIT' }),
    clerk,
    nobody,
  };
  const statuses = async (who: Caller) => {
    const status = async (answer: Promise<{ status: number }>) => (await answer).status;
    const on = ({ id, label }: ManagedTag) => [
      status(who.request(groups.usage, { params: { id } })),
      status(who.request(groups.update, { params: { id }, body: { label } })),
      status(who.request(groups.move, { params: { id }, body: { before: id } })),
    ];
    return Promise.all([
      status(who.request(groups.all, { query: { type: '1' } })),
      ...on(group),
      status(who.request(groups.all, { query: { type: '0' } })),
      ...on(text),
      status(who.request(groups.create, { body: { label: 'Zone 9', type: 2 as 1 } })),
    ]);
  };
  expect(
    Object.fromEntries(await Promise.all(Object.entries(people).map(async ([n, p]) => [n, await statuses(p)]))),
  ).toEqual({
    'groups read': [200, 403, 403, 403, 403, 403, 403, 403, 403],
    'groups edit': [200, 200, 200, 200, 403, 404, 404, 404, 400],
    'tags read': [403, 403, 403, 403, 200, 403, 403, 403, 403],
    'tags edit': [403, 404, 404, 404, 200, 200, 200, 200, 400],
    both: [200, 200, 200, 200, 200, 403, 403, 403, 400],
    clerk: [403, 403, 403, 403, 403, 403, 403, 403, 403],
    nobody: [403, 403, 403, 403, 403, 403, 403, 403, 403],
  });
  const mayNot = await people['tags edit'].refused(groups.create, { body: { label: newLabel(), type: 1 } });
  expect(mayNot).toMatchObject({ status: 403, code: 'forbidden' });
  expect((await manager.call(groups.all, { query: { type: '1' } })).data.length).toBeGreaterThan(1);
  expect(await manager.refused(groups.remove, { params: { id: group.id } })).toMatchObject({ status: 403 });
});

test('a tag of another tenant is indistinguishable from an unknown one', async () => {
  const tag = await add();
  const never = '00000000-0000-7000-8000-000000000000';
  const request = async (id: string) =>
    (await harborAdmin.request(groups.update, { params: { id }, body: { label: 'Mine' } })).text;
  expect(await request(tag.id)).toBe(await request(never));
  expect(await harborAdmin.refused(groups.remove, { params: { id: tag.id } })).toMatchObject({ status: 404 });
  expect(await find(tag.id)).toEqual(tag);
});

test('a group shows its own history', async () => {
  const tag = await add({ values: ['A'] });
  await add();
  await admin.call(groups.update, { params: { id: tag.id }, body: { label: `${tag.label} b` } });
  const { data } = await admin.call(activity.list, { query: { entity_domain: 'tag', entity_id: tag.id } });
  expect(data.map((e) => e.event)).toEqual(['MODIFY_TAG_DEFINITION', 'ADD_TAG_DEFINITION']);
});

test('the number of tags is limited to what a form can send', async () => {
  await portal.database.system.query(
    `insert into tag_definition (tenant_id, label, category, type, position)
     select $1, 'Many ' || n, 'all', 0, 900 + n from generate_series(1, 100) n`,
    [tenants.harbor],
  );
  expect(await harborAdmin.refused(groups.create, { body: { label: 'One more', type: 1 } })).toMatchObject({
    status: 409,
    code: 'tagLimit',
  });
});
