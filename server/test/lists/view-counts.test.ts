// The counts of a list's views are the totals of the list with each of them.
import { endpoints } from '@keyward/contract/endpoints';
import { type ListResource, listResources } from '@keyward/contract/resources';
import { secureKeys } from '@keyward/contract/onepass';
import { views } from '@keyward/contract/views';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { clock } from '#core/clock.ts';
import { deviceList } from '#modules/devices/list.ts';
import { countTime } from '#modules/views/counts.ts';
import { nightly } from '#testing/nightly.ts';
import { type Person, serials, tenants } from '#testing/people.ts';
import { type Caller, openPortal } from '#testing/portal.ts';
import { checkCases } from './model.ts';

const portal = await openPortal();
const { admin, manager, clerk, nobody, harborAdmin } = portal.as;
const owner = portal.database.system;

type Counted = ListResource;
/** The call of a list: all of them answer a page with its total. */
const listCall = (resource: Counted) =>
  Object.values(endpoints).find((spec) => 'list' in spec && spec.list === resource) as typeof secureKeys.list;
let location = '';

const save = (caller: Caller, resource: Counted, over: object) =>
  caller.call(views.create, {
    body: {
      resource,
      name: 'Saved',
      description: '',
      base: 'Overview',
      filter: {},
      search: '',
      sort: [],
      columns: [{ accessorKey: resource === 'event' ? 'event_time' : 'name' }],
      sharing: { with: 'nobody' },
      ...over,
    },
  });
const countsOf = async (caller: Caller, query: { resource: Counted; [filter: string]: string }) =>
  (await caller.call(views.counts, { query })).data;
const totalOf = async (caller: Caller, resource: Counted, query: Record<string, string>) =>
  (await caller.call(listCall(resource), { query })).total_results;

const usualTime = { ...countTime };

beforeAll(async () => {
  Object.assign(countTime, { eachMs: 30_000, allMs: 60_000 });
  const { rows } = await owner.query<{ id: string }>(
    'select id from tag_definition where tenant_id = $1 and is_location',
    [tenants.demo],
  );
  location = `tags.${rows[0]?.id}`;
  for (const serial of [serials.northPadlock, serials.southPadlock]) {
    await admin.call(secureKeys.create, { body: { serial, duration: 60, count: 1 } });
  }
  await save(admin, 'device', { name: 'Narrow', base: 'Locks', filter: { name: 'like:*padlock*' } });
  await save(admin, 'device', { name: 'North', filter: { [location]: 'North' }, sharing: { with: 'everyone' } });
  await save(admin, 'event', { name: 'Logins', search: 'ada', filter: { event: 'LOGIN,ADD_SECURE_KEY' } });
  await save(manager, 'device', { name: 'Searched', search: 'cabinet' });
  await save(manager, 'user', { name: 'M', filter: { name: 'like:m*' } });
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(() => {
  Object.assign(countTime, usualTime);
});

test.each(listResources)('%s: every view is counted, in the order of the views', async (resource) => {
  for (const caller of [admin, manager, harborAdmin]) {
    const { data } = await caller.call(views.list, { query: { resource } });
    const counts = await countsOf(caller, { resource });
    expect(counts.map(({ value }) => value)).toEqual(data.map(({ value }) => value));
    const [first] = counts;
    expect(first).toEqual({ value: 'Overview', count: await totalOf(caller, resource, {}) });
  }
});

const locationFilters = fc.constantFrom('', 'North', 'South', 'North,South', 'not:North', 'NOT_EXISTS');
/** Queries of the lists that have more than a first page to count. */
const filters: Partial<Record<Counted, readonly Record<string, string>[]>> = {
  event: [
    {},
    { event: 'ADD_SECURE_KEY,LOGIN' },
    { result: 'unauthorized' },
    { event_time: 'gte:now-1d' },
    { event_time: 'range:now-7d,now-1h' },
    { search: 'ada' },
    { 'description.agentName': 'like:*a*', hour: 'range:0,12' },
  ],
  user: [{}, { name: 'like:*a*' }, { search: 'm' }, { name: 'not:Mona Manager' }],
  device: [{}, { device_class: 'LOCK,OKM' }, { search: 'cabinet' }, { q: 'name:North key' }, { name: 'like:*2' }],
  'secure-key': [{}, { search: 'north' }],
};
const callers = ['admin', 'manager', 'editor', 'homeless', 'harborAdmin'] as const satisfies readonly Person[];
const cases = fc.constantFrom(...listResources).chain((resource) =>
  fc.record({
    resource: fc.constant(resource),
    who: fc.constantFrom(...callers),
    filter: fc.constantFrom(...(filters[resource] ?? [{}])),
    locationFilter: locationFilters,
    timezone: fc.constantFrom('UTC', 'Asia/Kathmandu', 'America/St_Johns'),
  }),
);

test('counts are the totals of the list, for random filters and locations', { timeout: 120_000 }, async () => {
  await checkCases({ ms: nightly ? 60_000 : 4_000, numRuns: nightly ? 2000 : 20 }, cases, async (drawn) => {
    const { resource, who, filter, locationFilter, timezone } = drawn;
    const caller = portal.as[who];
    const query = {
      ...filter,
      ...(locationFilter && who !== 'harborAdmin' ? { [location]: locationFilter } : {}),
      timezone,
    };
    const asked = { query: { resource, ...query } };
    const answer = await caller.request(views.counts, asked);
    if (answer.status !== 200) {
      // a call that the list refuses, for that caller or that filter, is refused in the same way
      const refused = await caller.request(listCall(resource), { query });
      expect([answer.status, answer.text]).toEqual([refused.status, refused.text]);
      return;
    }
    for (const { value, count } of await countsOf(caller, asked.query)) {
      expect([value, count]).toEqual([value, await totalOf(caller, resource, { ...query, custom_view: value })]);
    }
  });
});

test('only visible rows are counted, and only for visible views', async () => {
  const all = await countsOf(admin, { resource: 'device' });
  const north = await countsOf(clerk, { resource: 'device' });
  const [everywhere, here] = [all, north].map((counts) => counts.find(({ value }) => value === 'Locks')?.count);
  expect(here).toBeGreaterThan(0);
  expect(everywhere).toBeGreaterThan(here ?? 0);
  expect(north.find(({ value }) => value === 'Unassigned Devices')?.count).toBe(0);
  expect(all.length - north.length).toBeGreaterThan(0);
  const { data } = await clerk.call(views.list, { query: { resource: 'device' } });
  expect(north.map(({ value }) => value)).toEqual(data.map(({ value }) => value));
});

test('counts of a list are refused without the permission to read it', async () => {
  for (const resource of listResources) {
    expect(await nobody.refused(views.counts, { query: { resource } })).toMatchObject({
      status: 403,
      code: 'forbidden',
    });
  }
});

test('page, order, cursor and view of the query do not matter', async () => {
  const plain = await countsOf(admin, { resource: 'device', device_class: 'LOCK' });
  const query = {
    resource: 'device' as const,
    device_class: 'LOCK',
    page: '3',
    results_per_page: '5000',
    sort: 'nothing:asc',
    cursor: 'x',
    custom_view: 'Nothing',
    with: 'tags',
  };
  expect(await countsOf(admin, query)).toEqual(plain);
});

test('a query for anything that the list does not have is refused', async () => {
  const hostile: Record<string, string>[] = [
    { resource: 'nothing' },
    { resource: '__proto__' },
    { resource: 'device', nothing: 'x' },
    { resource: 'device', constructor: 'x' },
    { resource: 'device', __proto__: 'x', name: 'gt:1' },
    { resource: 'device', timezone: 'Mars/Olympus' },
    { resource: 'device', device_class: "LOCK' or '1'='1" },
    { resource: 'device', name: 'x'.repeat(20_000) },
    { resource: 'device', search: '\u0000' },
    { resource: 'device', 'tags.00000000-0000-7000-8000-000000000000': 'North' },
    {},
  ];
  for (const query of hostile) {
    const answer = await admin.raw('GET', `${views.counts.path}?${new URLSearchParams(query).toString()}`);
    expect([query, answer.status]).toEqual([query, 400]);
  }
});

test('a view that takes too long has no count, and rests before it is counted again', async () => {
  await owner.query(
    `create function slow_class(text) returns text language plpgsql immutable as $$ begin perform pg_sleep(20); return $1; end $$`,
  );
  const column = deviceList.columns['security_status'];
  if (!column) throw new Error('The list has a security status.');
  const { filter } = column;
  column.filter = 'slow_class(d.security_status)';
  const slow = await save(admin, 'device', { name: 'Slow', filter: { security_status: 'unsecured' } });
  const countOf = async (wanted: string) =>
    (await countsOf(admin, { resource: 'device' })).find(({ value }) => value === wanted)?.count;
  countTime.eachMs = 1000;
  expect(await countOf(slow.data.value)).toBeNull();
  countTime.eachMs = 30_000;
  expect(await countOf('Overview')).toBeGreaterThan(0);
  if (filter) column.filter = filter;
  // its count is not due again yet
  expect(await countOf(slow.data.value)).toBeNull();
  const now = clock.now().getTime();
  vi.spyOn(clock, 'now').mockImplementation(() => new Date(now + 601_000));
  expect(await countOf(slow.data.value)).toBe(0);
  await owner.query('drop function slow_class');
});

test('views for which no time is left are counted the next time', async () => {
  countTime.allMs = 0;
  expect((await countsOf(admin, { resource: 'user' })).every(({ count }) => count === null)).toBe(true);
  countTime.allMs = 60_000;
  expect((await countsOf(admin, { resource: 'user' })).every(({ count }) => count !== null)).toBe(true);
});
