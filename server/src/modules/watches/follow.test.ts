import { devices } from '@keyward/contract/devices';
import { groups } from '@keyward/contract/groups';
import { inbox } from '@keyward/contract/inbox';
import { type SavedView, views } from '@keyward/contract/views';
import { type WatchInput, watches } from '@keyward/contract/watches';
import { beforeAll, describe, expect, test } from 'vitest';
import { watchesOfList } from '#core/watches/job.ts';
import { openOutbox } from '#testing/outbox.ts';
import { north, serials, south, tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';

const portal = await openPortal();
const { admin, clerk, manager } = portal.as;
const { context } = openOutbox(portal);
const { data: definitions } = await admin.call(groups.definitions, {});
const location = definitions.find((d) => d.is_location);
const atNorth = { [`tags.${location?.id}`]: north };

const view = (more: Partial<SavedView> = {}): SavedView => ({
  name: 'Locks',
  description: '',
  base: 'Overview',
  filter: { name: 'like:*padlock*' },
  search: '',
  sort: [],
  columns: [{ accessorKey: 'name' }],
  sharing: { with: 'everyone' },
  ...more,
});
const watch = (more: Partial<WatchInput> = {}): WatchInput => ({
  name: 'Mine',
  resource: 'device',
  base: 'Overview',
  filter: { ...atNorth, name: 'like:*padlock*' },
  search: '',
  rule: { when: 'appears' },
  delivery: 'inbox',
  quiet: null,
  ...more,
});
const judge = () => watchesOfList.run({ tenantId: tenants.demo, resource: 'device' }, context);
const inboxCounts = async () => (await manager.call(inbox.list, {})).data.map(({ details }) => details['count']);
const rename = async (serial: string, name: string) => {
  const { data } = await admin.call(devices.list, { query: { serial_number: serial } });
  await admin.call(devices.update, { params: { id: data[0]?.id ?? '' }, body: { name } });
};

test('a watch says when its view finds other rows, and follows it without a notice of existing rows', async () => {
  const { value: id } = (await admin.call(views.create, { body: { ...view(), resource: 'device' } })).data;
  const mine = (await manager.call(watches.create, { body: watch({ view: id }) })).data;
  expect(mine.view).toEqual({ id, name: 'Locks', changed: false });
  // another name and other columns do not change the rows
  const params = { id };
  await admin.call(views.update, { params, body: view({ name: 'All', columns: [{ accessorKey: 'serial_number' }] }) });
  const own = async () => (await manager.call(watches.list)).data[0];
  expect((await own())?.view).toEqual({ id, name: 'All', changed: false });
  await admin.call(views.update, { params, body: view({ filter: { name: 'like:*drawer*' } }) });
  expect(await own()).toMatchObject({ view: { changed: true }, filter: { name: 'like:*padlock*' } });

  const { data: followed } = await manager.call(watches.follow, { params: { id: mine.id } });
  expect(followed).toMatchObject({
    view: { id, name: 'Locks', changed: false },
    filter: { ...atNorth, name: 'like:*drawer*' },
    version: mine.version + 1,
  });
  await judge();
  expect(await inboxCounts()).toEqual([]);
  await rename(serials.northPadlock, 'Another drawer');
  await rename(serials.southPadlock, 'Another drawer');
  await judge();
  expect(await inboxCounts()).toEqual([1]);

  expect(await clerk.refused(watches.follow, { params: { id: mine.id } })).toMatchObject({ status: 404 });
  // other profiles cannot follow its view
  await portal.database.system.query(`update profile set is_keyward_admin = true where username = 'admin'`);
  expect((await admin.call(watches.all)).data).toMatchObject([{ view: null }]);
  await admin.call(views.remove, { params });
  expect((await own())?.view).toBeNull();
  expect(await manager.refused(watches.follow, { params: { id: mine.id } })).toMatchObject({ status: 404 });
  await judge();
  expect(await inboxCounts()).toEqual([1]);
});

test('locations narrowed by the header stay, those of the view itself follow it', async () => {
  const column = `tags.${location?.id}`;
  const filter = { name: 'like:*padlock*', [column]: `${north},${south}` };
  const make = (own: Record<string, string>, of: string) =>
    manager.call(watches.create, { body: watch({ filter: own, view: of }) });
  const { value: id } = (
    await admin.call(views.create, { body: { ...view({ name: 'Both', filter }), resource: 'device' } })
  ).data;
  const { data: narrowed } = await make({ ...filter, [column]: north }, id);
  const { data: same } = await make(filter, id);
  const follow = async ({ id: one }: { id: string }) =>
    (await manager.call(watches.follow, { params: { id: one } })).data.filter;
  const change = (to: Record<string, string>) =>
    admin.call(views.update, { params: { id }, body: view({ name: 'Both', filter: to }) });

  await change({ name: 'like:*drawer*', [column]: `${north},${south}` });
  expect(await follow(narrowed)).toEqual({ name: 'like:*drawer*', [column]: north });
  await change({ name: 'like:*cabinet*', [column]: south });
  expect(await follow(same)).toEqual({ name: 'like:*cabinet*', [column]: south });
  await change({ name: 'like:*key*' });
  expect(await follow(narrowed)).toEqual({ name: 'like:*key*', [column]: north });
  expect(await follow(same)).toEqual({ name: 'like:*key*' });
});

describe('a watch that the header narrowed finds no location that its view lacks', () => {
  const column = `tags.${location?.id}`;
  const east = 'East';
  const all = [north, south, east].join();
  beforeAll(() =>
    admin.call(groups.update, {
      params: { id: location?.id ?? '' },
      body: { label: 'Location', values: [north, south, east] },
    }),
  );
  const locationFilter = (text: string | undefined) => (text === undefined ? {} : { [column]: text });

  test.each([
    // the view, the watch, the changed view, and the watch that follows it
    [all, `${north},${south}`, north, north],
    [all, `${north},${south}`, `${south},${east}`, south],
    [all, `${north},${south}`, all, `${north},${south}`],
    // a watch without any of the view's locations gets all of them
    [all, `${north},${south}`, east, east],
    [undefined, north, south, south],
    [undefined, `${north},NOT_EXISTS`, all, north],
    [undefined, 'NOT_EXISTS', `${south},NOT_EXISTS`, 'NOT_EXISTS'],
    [all, `not:${north}`, `${north},${south}`, south],
    [all, `${north},${south}`, `not:${north}`, south],
    [all, `not:${north}`, `not:${south}`, `not:${north},${south}`],
    [all, `${north},NOT_EXISTS`, 'EXISTS', north],
    // the locations of a pattern are unknown
    [all, north, 'like:*th', 'like:*th'],
    [all, `${north},${south}`, undefined, `${north},${south}`],
  ])('made from a view of %s with %s: once the view has %s, the watch has %s', async (first, own, then, expected) => {
    const body = { ...view({ filter: locationFilter(first) }), resource: 'device' as const };
    const { value: id } = (await admin.call(views.create, { body })).data;
    const { data: mine } = await manager.call(watches.create, {
      body: watch({ filter: locationFilter(own), view: id }),
    });
    await admin.call(views.update, { params: { id }, body: view({ filter: locationFilter(then), search: 'lock' }) });
    const { data: followed } = await manager.call(watches.follow, { params: { id: mine.id } });
    expect(followed).toMatchObject({ filter: locationFilter(expected), view: { changed: false } });
    await manager.call(watches.remove, { params: { id: mine.id } });
    await admin.call(views.remove, { params: { id } });
  });
});

test('a view that is not visible to the watch’s owner cannot be followed', async () => {
  const body = { ...view({ sharing: { with: 'nobody' } }), resource: 'device' as const };
  const { value } = (await admin.call(views.create, { body })).data;
  expect(await manager.refused(watches.create, { body: watch({ view: value }) })).toMatchObject({ status: 404 });
});
