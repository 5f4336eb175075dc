import { devices } from '@keyward/contract/devices';
import { groups } from '@keyward/contract/groups';
import { expect, test } from 'vitest';
import { north } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';

const portal = await openPortal();
const { admin } = portal.as;
const { data: locations } = await admin.call(groups.definitions, { query: { is_location: 'true' } });
const atNorth = { tagId: locations[0]?.id ?? '', values: [north] };
const padlock = (number: number) => ({ name: 'Bay', serial_number: `3A10ABC00000000${number}` });

test('a device has all but one of the 600 values of a group', async () => {
  const values = Array.from({ length: 600 }, (_, i) => `Bay ${i}`);
  const { data: bays } = await admin.call(groups.create, { body: { label: 'Bays', type: 1, values } });
  const { data } = await admin.call(devices.create, { body: { ...padlock(1), tags: [atNorth] } });
  const tags = [{ tagId: bays.id, values: values.slice(1) }];
  const { device } = await admin.call(devices.update, { params: { id: data.id }, body: { name: data.name, tags } });
  expect(device.tags.find(({ tagId }) => tagId === bays.id)?.values).toEqual(values.slice(1));
});

test('a save that leaves a group out keeps it, also under a name that it got since', async () => {
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
