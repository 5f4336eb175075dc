// Each tag is a column in the lists of the objects that can have it.
import { devices } from '@keyward/contract/devices';
import { printFilter } from '@keyward/contract/filter';
import { groups } from '@keyward/contract/groups';
import { profiles } from '@keyward/contract/profiles';
import { views } from '@keyward/contract/views';
import { expect, test } from 'vitest';
import { north, serials } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';
import { find, save } from './saved.testing.ts';

const portal = await openPortal();
const { admin, clerk, harborAdmin } = portal.as;
const { data: definitions } = await admin.call(groups.definitions, {});
const tag = (label: string) => definitions.find((d) => d.label === label)?.id ?? '';
const [location, department, notes] = [tag('Location'), tag('Department'), tag('Notes')];

const at = (locationName: string) => ({ tagId: location, values: [locationName] });
const deviceOf = async (serial: string, query: object = {}, who = admin) =>
  (await who.call(devices.list, { query: { serial_number: serial, ...query } })).data[0];
async function write(serial: string, more: { tagId: string; values: string[] }[]) {
  const row = await deviceOf(serial);
  const tags = [at(north), ...more];
  await admin.call(devices.update, { params: { id: row?.id ?? '' }, body: { name: row?.name ?? '', tags } });
}
await write(serials.northPadlock, [
  { tagId: department, values: ['Toys', 'Shoes'] },
  { tagId: notes, values: ['Back door, ask Mona'] },
]);
await write(serials.northCabinet, [{ tagId: department, values: ['*'] }]);

test('device rows carry their tags on request, except the location', async () => {
  const query = { with: 'tags' as const };
  expect((await deviceOf(serials.northPadlock, query))?.tags).toEqual({
    [department]: ['Toys', 'Shoes'],
    [notes]: 'Back door, ask Mona',
  });
  expect((await deviceOf(serials.northCabinet, query, clerk))?.tags).toEqual({ [department]: ['*'] });
  expect((await deviceOf(serials.northOkm, query))?.tags).toEqual({});
  expect((await deviceOf(serials.northPadlock, query, harborAdmin))?.tags).toEqual({});
  expect(await deviceOf(serials.northPadlock)).not.toHaveProperty('tags');
  expect((await admin.raw('GET', '/api/v1/devices?with=roles')).status).toBe(400);
});

test('profile rows carry their tags on request', async () => {
  const body = { name: 'Tess', username: 'tess', tags: [at(north), { tagId: department, values: ['Phones'] }] };
  await admin.call(profiles.create, { body });
  const { data } = await admin.call(profiles.list, { query: { username: 'tess', with: 'tags' } });
  expect(data[0]?.tags).toEqual({ [department]: ['Phones'] });
});

test('every list offers a column for each of its tags, titled with the tag’s name', async () => {
  const offered = async (resource: 'device' | 'event' | 'user') =>
    (await clerk.call(views.list, { query: { resource } })).columns.filter((c) => c.accessorKey.startsWith('tags.'));
  const column = { sortable: false };
  const groupColumn = { ...column, header: 'Department', accessorKey: `tags.${department}`, type: 'tags' };
  expect(await offered('device')).toEqual([
    groupColumn,
    { ...column, header: 'Notes', accessorKey: `tags.${notes}`, type: 'text' },
  ]);
  expect(await offered('user')).toEqual([groupColumn]);
});

test('the built-in views of activity show the locations beside the entity of the event', async () => {
  const { data } = await clerk.call(views.list, { query: { resource: 'event' } });
  for (const { value, columns } of data) {
    const names = columns.map(({ accessorKey }) => accessorKey);
    expect(names[names.indexOf('description.entityName') + 1], value).toBe(`tags.${location}`);
  }
  const ofDevices = (await clerk.call(views.list, { query: { resource: 'device' } })).data[0];
  expect(ofDevices?.columns.some(({ accessorKey }) => accessorKey.startsWith('tags.'))).toBe(false);
});

test('text tags are filtered by any text', async () => {
  const found = async (filter: string) =>
    (await admin.call(devices.list, { query: { [`tags.${notes}`]: filter } })).data.map((d) => d.serial_number);
  expect(await found('like:*BACK DOOR*')).toEqual([serials.northPadlock]);
  const exactly = printFilter({ op: 'in', values: ['back door, ask mona'] });
  expect(await found(exactly)).toEqual([serials.northPadlock]);
  expect(await found('EXISTS')).toEqual([serials.northPadlock]);
});

test('a saved view has a tag column, and reports a deleted tag', async () => {
  const body = { label: 'Shelf', values: [], type: 0 as const, objects: [{ type: 'devices' as const }] };
  const { id } = (await admin.call(groups.create, { body })).data;
  const columns = [{ accessorKey: 'name' }, { accessorKey: `tags.${id}`, width: 200 }];
  const view = await save(admin, { columns });
  expect(view.columns.at(-1)).toMatchObject({ header: 'Shelf', type: 'text', width: 200 });
  expect(view.saved?.lost).toEqual([]);
  await admin.call(groups.remove, { params: { id } });
  const after = await find(admin, view.value);
  expect(after?.columns.map((c) => c.accessorKey)).toEqual(['name']);
  expect(after?.saved?.lost).toEqual([`tags.${id}`]);
});
