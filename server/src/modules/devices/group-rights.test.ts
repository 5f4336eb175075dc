// A device without a value of a group is open to everyone at its location. No call removes a value without the permission to
// assign groups.
import { deletions } from '@keyward/contract/deletions';
import { devices } from '@keyward/contract/devices';
import { groups } from '@keyward/contract/groups';
import { expect, test } from 'vitest';
import { north } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';

const portal = await openPortal();
// the editor changes devices but assigns no groups; the manager does both at North
const { admin, manager, editor } = portal.as;

const { data: definitions } = await admin.call(groups.definitions, {});
const tagOf = (label: string) => definitions.find((one) => one.label === label)?.id ?? '';
const [location, department, notes] = [tagOf('Location'), tagOf('Department'), tagOf('Notes')];

let made = 0;
const newSerial = () => `3A10${(0xfac000 + made++).toString(16).toUpperCase().padStart(12, '0')}`;
async function add(values: string[], name = 'Restricted') {
  const tags = [
    { tagId: location, values: [north] },
    { tagId: notes, values: ['Behind the counter'] },
    ...(values.length ? [{ tagId: department, values }] : []),
  ];
  return (await admin.call(devices.create, { body: { name, serial_number: newSerial(), tags } })).data;
}
const exists = async (id: string) => (await admin.request(devices.get, { params: { id } })).status === 200;
const needsAssigning = { status: 403, code: 'deviceHasGroups' };
const groupsOf = async (id: string) =>
  (await admin.call(devices.get, { params: { id } })).data.tags.find(({ tagId }) => tagId === department)?.values;

test.each([[['Toys']], [['Toys', 'Shoes']], [['*']]])('a deletion needs the right to assign: %s', async (values) => {
  const { id, serial_number: serial } = await add(values);
  expect(await editor.refused(devices.remove, { params: { id } })).toMatchObject({
    ...needsAssigning,
    constraint: id,
    params: { row: `Restricted · ${serial}` },
  });
  expect(await exists(id)).toBe(true);
  await manager.call(devices.remove, { params: { id } });
  expect(await exists(id)).toBe(false);
});

test('a device with only a location and a text is deleted without the right', async () => {
  const { id } = await add([]);
  await editor.call(devices.remove, { params: { id } });
  expect(await exists(id)).toBe(false);
});

test('deletes no selected device when one has a group, which is named: by their ids and by a query', async () => {
  const plain = await add([], 'Several plain');
  const grouped = await add(['Shoes'], 'Several grouped');
  const refusal = { ...needsAssigning, constraint: grouped.id };
  expect(await editor.refused(devices.removeMany, { body: { ids: [plain.id, grouped.id] } })).toMatchObject(refusal);
  const found = { filterData: { search: 'several' }, count: 2 };
  expect(await editor.refused(devices.removeMany, { body: found })).toMatchObject(refusal);
  expect([await exists(plain.id), await exists(grouped.id)]).toEqual([true, true]);
  expect(await manager.call(devices.removeMany, { body: found })).toEqual({ deleted: 2 });
});

test('a deletion takes into account a group that the device gets at the same moment', async () => {
  for (let i = 0; i < 5; i++) {
    const { id, name } = await add([]);
    const tags = [{ tagId: department, values: ['Phones'] }];
    const [given, removed] = await Promise.all([
      admin.request(devices.update, { params: { id }, body: { name, tags } }),
      editor.request(devices.remove, { params: { id } }),
    ]);
    expect([
      [200, 403],
      [404, 204],
    ]).toContainEqual([given.status, removed.status]);
  }
});

test('a device is restored with its groups or not at all', async () => {
  for (const values of [['Toys'], ['*']]) {
    const { id } = await add(values);
    const restoring = { params: { id } };
    await admin.call(devices.remove, restoring);
    expect((await editor.call(deletions.device, restoring)).data).toMatchObject({
      missing: [{ kind: 'value', name: values[0], of: 'Department', reason: 'notAllowed' }],
      obstacle: { code: 'deviceHasGroups' },
    });
    expect(await editor.refused(deletions.restoreDevice, restoring)).toMatchObject(needsAssigning);
    const back = (await manager.call(deletions.restoreDevice, restoring)).data;
    expect(await groupsOf(back.id)).toEqual(values);
  }
});

test('restoring a device still needs the right after one of its values was deleted', async () => {
  const { data: tag } = await admin.call(groups.create, {
    body: { label: 'Cage', type: 1, values: ['Left', 'Right'], objects: [{ type: 'devices' }] },
  });
  const { id, name } = await add([]);
  const tags = [{ tagId: tag.id, values: ['Left', 'Right'] }];
  await admin.call(devices.update, { params: { id }, body: { name, tags } });
  await admin.call(devices.remove, { params: { id } });
  const right = tag.values.flatMap((value) => (value.name === 'Right' ? [{ id: value.id }] : []));
  await admin.call(groups.update, { params: { id: tag.id }, body: { values: right } });
  expect(await editor.refused(deletions.restoreDevice, { params: { id } })).toMatchObject(needsAssigning);
  await admin.call(groups.remove, { params: { id: tag.id } });
  // the group itself no longer exists, for any caller
  expect((await editor.request(deletions.restoreDevice, { params: { id } })).status).toBe(201);
});

test('new hardware needs the right: the former serial number could be added without a group', async () => {
  const { id, serial_number: replaces } = await add(['Toys']);
  const replacing = { params: { id }, body: { serial_number: newSerial(), replaces } };
  expect(await editor.refused(devices.replace, replacing)).toMatchObject(needsAssigning);
  expect((await admin.call(devices.get, { params: { id } })).data.serial_number).toBe(replaces);
  await manager.call(devices.replace, replacing);
  expect(await groupsOf(id)).toEqual(['Toys']);
  const plain = await add([]);
  const own = { serial_number: newSerial(), replaces: plain.serial_number };
  expect((await editor.request(devices.replace, { params: { id: plain.id }, body: own })).status).toBe(200);
});
