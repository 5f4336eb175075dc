import { type DeviceChange, deviceChanges } from '@keyward/contract/device-changes';
import { devices } from '@keyward/contract/devices';
import { groups } from '@keyward/contract/groups';
import { expect, test } from 'vitest';
import { north, serials, south } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';

const portal = await openPortal();
const { admin, manager } = portal.as;
const { data: locations } = await admin.call(groups.definitions, { query: { is_location: 'true' } });
const atNorth = { tagId: locations[0]?.id ?? '', values: [north] };
const padlock = (number: number) => ({ name: 'Bay', serial_number: `3A10ABC00000000${number}` });

test('a device can have all but one of the 600 values of a group', async () => {
  const values = Array.from({ length: 600 }, (_, i) => `Bay ${i}`);
  const { data: bays } = await admin.call(groups.create, { body: { label: 'Bays', type: 1, values } });
  const { data } = await admin.call(devices.create, { body: { ...padlock(1), tags: [atNorth] } });
  const tags = [{ tagId: bays.id, values: values.slice(1) }];
  const { device } = await admin.call(devices.update, { params: { id: data.id }, body: { name: data.name, tags } });
  expect(device.tags.find(({ tagId }) => tagId === bays.id)?.values).toEqual(values.slice(1));
});

test('a save that omits a group keeps its values, even if one was renamed since', async () => {
  const { data: shelves } = await admin.call(groups.create, {
    body: { label: 'Shelves', type: 1, values: ['Low', 'High'] },
  });
  const { data } = await admin.call(devices.create, {
    body: { ...padlock(2), tags: [atNorth, { tagId: shelves.id, values: ['Low'] }] },
  });
  const values = [{ oldValue: 'Low', newValue: 'Lowest' }];
  await admin.call(groups.editValues, { params: { id: shelves.id }, body: { values } });
  const save = { params: { id: data.id }, body: { name: 'Renamed', tags: [] }, ifMatch: data.version };
  const { device } = await admin.call(devices.update, save);
  expect(device).toMatchObject({ name: 'Renamed', locationTagValue: north });
  expect(device.tags.find(({ tagId }) => tagId === shelves.id)?.values).toEqual(['Lowest']);
});

test('undoing a bulk change makes a device unassigned again if it was, only with all-data access', async () => {
  const { data: pods } = await admin.call(devices.list, { query: { serial_number: serials.nowhere } });
  const pod = pods[0]?.id ?? '';
  const locationOf = async (id: string) => (await admin.call(devices.get, { params: { id } })).data.locationTagValue;
  const toNorth: DeviceChange = { kind: 'tag', tagId: atNorth.tagId, give: [north], take: [] };
  const move = async (ids: string[]) => {
    const { data } = await admin.call(deviceChanges.apply, { body: { rows: { ids }, change: toNorth } });
    return { params: { id: data.id ?? '' } };
  };
  const alone = await move([pod]);
  const refusal = { code: 'locationNotAllowed', constraint: pod };
  expect(await manager.refused(deviceChanges.undo, alone)).toMatchObject(refusal);
  expect(await locationOf(pod)).toBe(north);
  await admin.call(deviceChanges.undo, alone);
  expect(await locationOf(pod)).toBe(null);

  const tags = [{ ...atNorth, values: [south] }];
  const { data: lock } = await admin.call(devices.create, { body: { ...padlock(3), tags } });
  const both = await move([pod, lock.id]);
  expect([await locationOf(pod), await locationOf(lock.id)]).toEqual([north, north]);
  expect((await admin.call(deviceChanges.undo, both)).data).toMatchObject({ changed: 2 });
  expect([await locationOf(pod), await locationOf(lock.id)]).toEqual([null, south]);
  const counted = (await admin.call(devices.list, { query: { name: 'like:*' } })).total_results;
  expect((await admin.call(devices.list, {})).total_results).toBe(counted);
});

test('undoing a bulk change does not ask for a group that became required since then', async () => {
  const { data: lock } = await admin.call(devices.create, { body: { ...padlock(4), tags: [atNorth] } });
  const change: DeviceChange = { kind: 'tag', tagId: atNorth.tagId, give: [south], take: [] };
  const body = { rows: { ids: [lock.id] }, change };
  const { data: moved } = await admin.call(deviceChanges.apply, { body });
  const label = 'Required since';
  const required = { label, type: 1 as const, values: ['A'], objects: [{ type: 'devices' as const, required: true }] };
  const { data: group } = await admin.call(groups.create, { body: required });
  await admin.call(deviceChanges.undo, { params: { id: moved.id ?? '' } });
  await admin.call(groups.remove, { params: { id: group.id } });
  const { data } = await admin.call(devices.get, { params: { id: lock.id } });
  expect([data.locationTagValue, data.tags.map(({ label: one }) => one)]).toEqual([north, ['Location']]);
});
