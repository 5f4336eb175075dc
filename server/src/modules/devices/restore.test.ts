import { activity } from '@keyward/contract/activity';
import { deletions } from '@keyward/contract/deletions';
import { devices } from '@keyward/contract/devices';
import { groups } from '@keyward/contract/groups';
import { expect, test } from 'vitest';
import { oldDeletions } from '#core/deletions/job.ts';
import { openOutbox } from '#testing/outbox.ts';
import { north, south } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';
import { issueToken } from '#testing/tokens.ts';

const portal = await openPortal();
const { admin, manager, clerk, editor, harborAdmin } = portal.as;
const { context } = openOutbox(portal);
const owner = portal.database.system;

const { data: definitions } = await admin.call(groups.definitions, {});
const tagOf = (label: string) => definitions.find((d) => d.label === label)?.id ?? '';
const [location, department, notes] = [tagOf('Location'), tagOf('Department'), tagOf('Notes')];

let made = 0;
const serialOf = (prefix: string) => `${prefix}${(0xbac000 + made++).toString(16).toUpperCase().padStart(12, '0')}`;
type Input = { name?: string; locationName?: string; prefix?: string; values?: string[] };
async function add({ name = 'Comes back', locationName = north, prefix = '3A10', values = ['Toys'] }: Input = {}) {
  const tags = [
    { tagId: location, values: [locationName] },
    { tagId: department, values },
    { tagId: notes, values: ['Behind the counter'] },
  ];
  const { data } = await admin.call(devices.create, { body: { name, serial_number: serialOf(prefix), tags } });
  return data;
}
const remove = (id: string, as = admin) => as.call(devices.remove, { params: { id } });
const restore = async (id: string, as = admin) => (await as.call(deletions.restoreDevice, { params: { id } })).data;
const refused = (id: string, as = admin) => as.refused(deletions.restoreDevice, { params: { id } });
const preview = async (id: string, as = admin) => (await as.call(deletions.device, { params: { id } })).data;
const listed = async (as = admin, query = {}) => (await as.call(deletions.devices, { query })).data;
const age = (id: string, days: number) =>
  owner.query(`update deletion set deleted_at = now() - make_interval(days => $2) where id = $1`, [id, days]);
const total = async () => (await admin.call(devices.list, {})).total_results;

test('a deleted device is restored as a new one with its fields, as one event', async () => {
  const device = await add();
  await admin.call(devices.update, {
    params: { id: device.id },
    body: { name: 'With two people', info: { dual_auth: true } },
  });
  const before = await total();
  await remove(device.id);
  expect(await listed()).toMatchObject([
    { id: device.id, name: 'With two people', detail: device.serial_number, deleted_by: 'Ada Admin' },
  ]);
  expect(await preview(device.id)).toMatchObject({ missing: [], obstacle: null });

  const back = await restore(device.id);
  expect(back.id).not.toBe(device.id);
  expect(back).toMatchObject({
    name: 'With two people',
    serial_number: device.serial_number,
    info: { dual_auth: true },
  });
  const values = (tags: typeof back.tags) => new Map(tags.map((tag) => [tag.label, tag.values]));
  expect(values(back.tags)).toEqual(values(device.tags));
  expect(back).toMatchObject({ controller: device.controller, state: {}, custody: null });
  expect(await total()).toBe(before);
  expect((await admin.call(devices.list, { query: { name: 'like:*' } })).total_results).toBe(before);

  const { data } = await admin.call(activity.list, { query: { entity_id: back.id } });
  expect(data.map(({ event }) => event)).toEqual(['RESTORE_DEVICE']);
  expect(JSON.parse(data[0]?.rawDescription ?? '')).toMatchObject({ former: device.id, missing: [] });
  expect(await listed()).toEqual([]);
  expect(await refused(device.id)).toMatchObject({ status: 404 });
});

test('only one of several concurrent restores adds the device', async () => {
  const { id } = await add();
  await remove(id);
  const before = await total();
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => admin.request(deletions.restoreDevice, { params: { id } })),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 404, 404, 404, 404]);
  expect(await total()).toBe(before + 1);
});

test('a key gets its curfew back, each device of a bulk deletion can be restored, and an OKM gets no tokens back', async () => {
  const key = await add({ name: 'Key', prefix: '7E00' });
  await admin.call(devices.update, { params: { id: key.id }, body: { name: 'Key', curfew: '22:30' } });
  const okm = await add({ name: 'Cabinet', prefix: '9F40' });
  await issueToken(admin, okm.id);
  await admin.call(devices.removeMany, { body: { ids: [key.id, okm.id] } });
  expect((await listed()).map(({ name }) => name).toSorted()).toEqual(['Cabinet', 'Key']);
  expect(await restore(key.id)).toMatchObject({ curfew: '22:30' });
  const { id } = await restore(okm.id);
  expect((await admin.call(devices.tokens, { params: { id } })).data).toEqual([]);
});

test('names missing values in the preview and in the event, and is refused if a group may not be assigned', async () => {
  const { data: tag } = await admin.call(groups.create, {
    body: { label: 'Shelf', type: 1, values: ['Upper', 'Lower'], objects: [{ type: 'devices' }] },
  });
  const device = await add();
  const tags = [{ tagId: tag.id, values: ['Upper'] }];
  await admin.call(devices.update, { params: { id: device.id }, body: { name: device.name, tags } });
  await remove(device.id);
  await admin.call(groups.remove, { params: { id: tag.id } });
  const gone = [{ kind: 'value', name: 'Upper', of: 'Shelf', reason: 'gone' }];
  expect((await preview(device.id)).missing).toEqual(gone);
  // the editor may not assign groups
  const asEditor = await preview(device.id, editor);
  expect(asEditor.missing).toEqual(
    expect.arrayContaining([...gone, { kind: 'value', name: 'Toys', of: 'Department', reason: 'notAllowed' }]),
  );
  expect(asEditor.obstacle).toMatchObject({ code: 'deviceHasGroups' });
  expect(await refused(device.id, editor)).toMatchObject({ status: 403, code: 'deviceHasGroups' });
  const back = await restore(device.id);
  expect(back.tags.map(({ label }) => label).toSorted()).toEqual(['Department', 'Location', 'Notes']);
  const { data } = await admin.call(activity.list, { query: { entity_id: back.id } });
  expect(JSON.parse(data[0]?.rawDescription ?? '').missing).toEqual(gone);
});

test('a device that had all the remaining values gets those, not *', async () => {
  const { data: tag } = await admin.call(groups.create, {
    body: { label: 'Zone', type: 1, values: ['A', 'B', 'C'], objects: [{ type: 'devices' }] },
  });
  const device = await add();
  const assigned = [{ tagId: tag.id, values: ['A', 'B'] }];
  await admin.call(devices.update, { params: { id: device.id }, body: { name: device.name, tags: assigned } });
  await remove(device.id);
  const kept = tag.values.filter(({ name }) => name !== 'C').map(({ id }) => ({ id }));
  await admin.call(groups.update, { params: { id: tag.id }, body: { values: kept } });
  expect((await restore(device.id)).tags.find(({ tagId }) => tagId === tag.id)?.values).toEqual(['A', 'B']);
});

test('a serial number that is in use again is refused with a reason', async () => {
  const device = await add();
  await remove(device.id);
  const body = {
    name: 'In its place',
    serial_number: device.serial_number,
    tags: [{ tagId: location, values: [south] }],
  };
  const other = (await admin.call(devices.create, { body })).data.id;
  expect((await preview(device.id)).obstacle).toMatchObject({ code: 'serialNumberTaken' });
  expect(await refused(device.id)).toMatchObject({ status: 409, code: 'serialNumberTaken' });
  // the manager does not learn about a device at South
  expect(await refused(device.id, manager)).toMatchObject({ status: 400, code: 'unknownSerialNumber' });
  await remove(other);
  expect((await restore(device.id)).serial_number).toBe(device.serial_number);
});

test('is restored without a location if it had none, only with all-data access', async () => {
  const { id } = await add({ name: 'Unassigned' });
  await owner.query('update device set location_definition_id = null, location_value_id = null where id = $1', [id]);
  await remove(id);
  expect(await preview(id)).toMatchObject({ missing: [], obstacle: null });
  expect((await refused(id, manager)).status).toBe(404);
  expect(await restore(id)).toMatchObject({ name: 'Unassigned', locationTagValue: null, controller: null });
});

test('is refused when its location no longer exists', async () => {
  const values = (...names: string[]) =>
    admin.call(groups.update, { params: { id: location }, body: { values: [north, south, ...names] } });
  await values('East');
  const { id } = await add({ name: 'From East', locationName: 'East' });
  await remove(id);
  await values();
  const refusal = { code: 'tagRequired', params: { field: 'Location' } };
  expect(await preview(id)).toMatchObject({
    missing: [{ kind: 'value', name: 'East', of: 'Location', reason: 'gone' }],
    obstacle: refusal,
  });
  expect(await refused(id)).toMatchObject({ status: 400, ...refusal });
  expect(await listed(admin, { id })).toHaveLength(1);
});

test('needs the right to edit devices at the location', async () => {
  const near = await add({ name: 'Near' });
  const far = await add({ name: 'Far', locationName: south });
  for (const { id } of [near, far]) await remove(id);
  expect((await listed(manager)).map(({ name }) => name)).toEqual(['Near']);
  expect(await listed(manager, { id: far.id })).toEqual([]);
  expect((await refused(far.id, manager)).status).toBe(404);
  expect((await refused(near.id, harborAdmin)).status).toBe(404);
  expect((await refused(near.id, clerk)).status).toBe(403);
  expect((await restore(near.id, manager)).name).toBe('Near');
});

test('is refused after 30 days, and the snapshot is deleted', async () => {
  const { id } = await add({ name: 'Old' });
  await remove(id);
  await age(id, 29);
  expect(await listed(admin, { id })).toHaveLength(1);
  await oldDeletions.run(undefined, context);
  expect(await listed(admin, { id })).toHaveLength(1);
  await age(id, 30);
  expect(await listed(admin, { id })).toEqual([]);
  expect((await refused(id)).status).toBe(404);
  const kept = () => owner.query('select from deletion where id = $1', [id]);
  expect((await kept()).rowCount).toBe(1);
  await oldDeletions.run(undefined, context);
  expect((await kept()).rowCount).toBe(0);
});

test('a refused deletion stores no snapshot', async () => {
  const { id } = await add();
  const before = (await listed()).length;
  await admin.refused(devices.removeMany, { body: { ids: [id, '0198a000-0000-7000-8000-000000000000'] } });
  expect(await listed()).toHaveLength(before);
  // names are not readable in the database either
  await remove(id);
  const { rows } = await owner.query<{ text: string }>(
    `select encode(sealed, 'escape') as text from deletion where id = $1`,
    [id],
  );
  expect(rows[0]?.text).not.toMatch(/Comes back|3A10/);
});
