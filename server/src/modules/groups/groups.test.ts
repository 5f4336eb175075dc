import { groups } from '@keyward/contract/groups';
import { expect, test } from 'vitest';
import { north, south, tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';

const portal = await openPortal();
const { admin, clerk, nobody, harborAdmin } = portal.as;
const labels = async (query: Parameters<typeof admin.call<typeof groups.definitions>>[1]) =>
  (await clerk.call(groups.definitions, query)).data.map((d) => d.label);

test('definitions and their values come in their stored order', async () => {
  const { data } = await clerk.call(groups.definitions, {});
  expect(data.map((d) => d.label)).toEqual(['Location', 'Department', 'Notes']);
  expect(data[0]).toMatchObject({ type: 1, is_location: true, category: 'acgs' });
  expect(data[0]?.values.map((v) => v.name)).toEqual([north, south]);
  expect(data[1]?.values.map((v) => v.name)).toEqual(['Toys', 'Shoes', 'Phones']);
  expect(data[2]).toMatchObject({
    type: 0,
    category: 'devices',
    values: [],
    objects: [{ type: 'devices', required: false }],
  });
});

test('values come by name in natural order for actors who need no ids, with the same filters', async () => {
  const label = 'Floor';
  const values = ['10', 'b', '2', 'A', 'a2'];
  const { data: tag } = await admin.call(groups.create, { body: { label, type: 1, values } });
  const reversed = tag.values.toReversed().map(({ id }) => ({ id }));
  await admin.call(groups.update, { params: { id: tag.id }, body: { values: reversed } });
  const named = async (query = {}) => (await clerk.call(groups.names, { query })).data;
  const floor = (await named()).find(({ id }) => id === tag.id);
  expect(floor?.values).toEqual(['2', '10', 'A', 'a2', 'b']);
  const { data } = await clerk.call(groups.definitions, {});
  expect(data.find(({ id }) => id === tag.id)?.values.map(({ name }) => name)).toEqual(['b', 'a2', 'A', '10', '2']);
  expect({ ...floor, values: [] }).toEqual({ ...data.find(({ id }) => id === tag.id), values: [] });
  expect((await named({ is_location: 'true' })).map((d) => d.values)).toEqual([[north, south]]);
  expect((await named({ type: '0' })).map((d) => d.values)).toEqual([[]]);
  expect(await nobody.refused(groups.names, {})).toMatchObject({ status: 403, code: 'forbidden' });
  await admin.call(groups.remove, { params: { id: tag.id } });
});

test('definitions are filtered by type, object type and location, also combined', async () => {
  expect(await labels({ query: { type: '0' } })).toEqual(['Notes']);
  expect(await labels({ query: { type: '1' } })).toEqual(['Location', 'Department']);
  expect(await labels({ query: { object_type: 'users' } })).toEqual(['Location', 'Department']);
  expect(await labels({ query: { object_type: 'devices' } })).toEqual(['Location', 'Department', 'Notes']);
  expect(await labels({ query: { is_location: 'true' } })).toEqual(['Location']);
  expect(await labels({ query: { is_location: 'false', type: '1' } })).toEqual(['Department']);
  expect(await labels({ query: { type: '0', object_type: 'users' } })).toEqual([]);
});

test('invalid filter values are refused', async () => {
  for (const query of ['type=2', 'type=', 'object_type=roles', 'is_location=yes', 'type=0&type=1', 'is_location=1'])
    expect((await clerk.raw('GET', `/api/v1/tag-definitions?${query}`)).status, query).toBe(400);
});

test('each tenant has its own definitions; without the right to read there are none', async () => {
  const mine = (await admin.call(groups.definitions, {})).data;
  await portal.database.system.query(`update tag_definition set label = 'Store' where tenant_id = $1 and is_location`, [
    tenants.harbor,
  ]);
  const theirs = (await harborAdmin.call(groups.definitions, {})).data;
  expect(theirs.map((d) => d.label)).toEqual(['Store', 'Department', 'Notes']);
  expect(mine.map((d) => d.id).filter((id) => theirs.some((d) => d.id === id))).toEqual([]);
  expect(await nobody.refused(groups.definitions, {})).toMatchObject({ status: 403, code: 'forbidden' });
});
