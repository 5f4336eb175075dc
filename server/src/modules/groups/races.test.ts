// Concurrent changes end in the state of some serial order.
import { devices } from '@keyward/contract/devices';
import { groups, type ManagedTag } from '@keyward/contract/groups';
import { expect, test } from 'vitest';
import { north, serials, tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';

const portal = await openPortal();
const { admin } = portal.as;
const { system } = portal.database;

let made = 0;
const add = async (values: string[]): Promise<ManagedTag> =>
  (await admin.call(groups.create, { body: { label: `Raced ${made++}`, type: 1, values } })).data;
const find = async (id: string) =>
  (await admin.call(groups.all, { query: { type: '1' } })).data.find((d) => d.id === id);
const all = (await admin.call(devices.list, {})).data;
const padlock = all.find((d) => d.serial_number === serials.northPadlock)?.id ?? '';
const give = (tag: ManagedTag, value: string) =>
  admin.request(devices.update, {
    params: { id: padlock },
    body: { name: 'North padlock', tags: [{ tagId: tag.id, values: [value] }] },
  });
const edit = (tag: ManagedTag, oldValue: string, newValue: string | null) =>
  admin.request(groups.editValues, { params: { id: tag.id }, body: { values: [{ oldValue, newValue }] } });
const statuses = async (answers: Promise<{ status: number }>[]) =>
  (await Promise.all(answers)).map((a) => a.status).toSorted((a, b) => a - b);
const carriers = async (tag: ManagedTag) =>
  (
    await system.query<{ n: number }>('select count(*)::int as n from device_tag where tag_definition_id = $1', [
      tag.id,
    ])
  ).rows[0]?.n;
const eventsOf = async (tag: ManagedTag) =>
  (
    await system.query<{ n: number }>('select count(*)::int as n from event where tenant_id = $1 and entity_id = $2', [
      tenants.demo,
      tag.id,
    ])
  ).rows[0]?.n;

test('only one of ten concurrent renames of one value succeeds', async () => {
  const tag = await add(['Old']);
  const answers = Array.from({ length: 10 }, (_, i) => edit(tag, 'Old', `New ${i}`));
  expect(await statuses(answers)).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
  expect((await find(tag.id))?.values).toHaveLength(1);
  expect(await eventsOf(tag)).toBe(2);
});

test('only one of ten values is renamed to the same name', async () => {
  const tag = await add(Array.from({ length: 10 }, (_, i) => `Old ${i}`));
  const answers = tag.values.map((v) => edit(tag, v.name, 'New'));
  expect(await statuses(answers)).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
});

test('only one of ten tags with the same name is added', async () => {
  const body = { label: 'Only one', type: 1 as const };
  const answers = Array.from({ length: 10 }, () => admin.request(groups.create, { body }));
  expect(await statuses(answers)).toEqual([201, ...Array.from({ length: 9 }, () => 409)]);
});

test('only one of ten saves of the same version succeeds', async () => {
  const tag = await add(['A']);
  const answers = Array.from({ length: 10 }, (_, i) =>
    admin.request(groups.update, { params: { id: tag.id }, body: { label: `${tag.label} ${i}` }, ifMatch: 1 }),
  );
  expect(await statuses(answers)).toEqual([200, ...Array.from({ length: 9 }, () => 412)]);
});

test('a value deleted during assignments is assigned to no object, and no call hangs or fails', async () => {
  for (let round = 0; round < 15; round++) {
    const tag = await add(['A', 'B']);
    await give(tag, 'B');
    const [removed, given] = await Promise.all([edit(tag, 'A', null), give(tag, 'A')]);
    expect(removed.status).toBe(200);
    expect([200, 400]).toContain(given.status);
    expect((await find(tag.id))?.values.map((v) => v.name)).toEqual(['B']);
    // an assignment before the deletion was removed by it, and one after it was refused
    expect(await carriers(tag)).toBe(given.status === 200 ? 0 : 1);
  }
});

test('a tag deleted during assignments is assigned to no object', async () => {
  for (let round = 0; round < 15; round++) {
    const tag = await add(['A', 'B']);
    await give(tag, 'B');
    const removing = admin.request(groups.remove, { params: { id: tag.id } });
    const [removed, given] = await Promise.all([removing, give(tag, 'A')]);
    expect(removed.status).toBe(204);
    expect([200, 400]).toContain(given.status);
    expect(await find(tag.id)).toBeUndefined();
    expect(await carriers(tag)).toBe(0);
  }
});

test('a device added while its location is deleted keeps the location, or is refused', async () => {
  const location = (await admin.call(groups.all, { query: { type: '1' } })).data.find((d) => d.is_location);
  if (!location) throw new Error('the test world has no location');
  for (let round = 0; round < 10; round++) {
    const name = `Place ${round}`;
    const values = [...location.values.map(({ id }) => ({ id })), name];
    await admin.call(groups.update, { params: { id: location.id }, body: { label: 'Location', values } });
    const body = {
      name: 'Arriving',
      serial_number: `3A10${(0xbee000 + round).toString(16).toUpperCase().padStart(12, '0')}`,
      tags: [{ tagId: location.id, values: [name] }],
    };
    const arriving = admin.request(devices.create, { body });
    const [removed, arrived] = await Promise.all([edit(location, name, null), arriving]);
    expect([
      [200, 400],
      [409, 201],
    ]).toContainEqual([removed.status, arrived.status]);
    if (arrived.status !== 201) continue;
    const { data } = await admin.call(devices.list, { query: { serial_number: body.serial_number } });
    expect(data[0]?.locationTagValue).toBe(name);
    const move = { name: 'Moved', tags: [{ tagId: location.id, values: [north] }] };
    await admin.call(devices.update, { params: { id: data[0]?.id ?? '' }, body: move });
    expect((await edit(location, name, null)).status).toBe(200);
  }
});

test('concurrent moves leave each tag a distinct position', async () => {
  const tags = [await add([]), await add([]), await add([]), await add([])];
  const moves = tags.map((tag, i) =>
    admin.request(groups.move, { params: { id: tag.id }, body: { before: tags[(i + 2) % 4]?.id ?? null } }),
  );
  expect(new Set(await statuses(moves))).toEqual(new Set([200]));
  const orders = (await admin.call(groups.definitions, {})).data.map((d) => d.order);
  expect(new Set(orders).size).toBe(orders.length);
});
