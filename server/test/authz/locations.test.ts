// Without all-data access no call reveals anything of other locations. The same calls are made twice: in between
// South and unassigned objects are added, changed and deleted. Callers without South get byte-identical responses.
import { devices } from '@keyward/contract/devices';
import { endpoints } from '@keyward/contract/endpoints';
import { gateway } from '@keyward/contract/gateway';
import { listResources, resources as lists } from '@keyward/contract/resources';
import fs from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openListening } from '#modules/live/live.testing.ts';
import { settle } from '#testing/controllers.ts';
import { north, type Person, serials, south, tenants } from '#testing/people.ts';
import { type Caller, openPortal } from '#testing/portal.ts';
import { newToken } from './resources/devices.ts';
import { resources } from './resources/index.ts';
import type { ListCase, LocationCase } from './resources/resource.ts';
import { makeWorld } from './world.ts';

const portal = await openPortal();
const world = await makeWorld(portal);
const { admin, manager } = portal.as;
const { demo } = world.tags;

const nearDevice = await world.deviceOf('demo', serials.northPadlock);
const token = await newToken(world, 'demo', await world.deviceOf('demo', serials.northOkm));
const cases: LocationCase[] = [];
for (const resource of resources) if (resource.locations) cases.push(await resource.locations(world));

/** Every read of a list, with counts, sorts, filters, searches, pages, exports, views and filter options. */
function readsOf(path: string, { resource, named, sorts, options }: ListCase): string[] {
  // rows without tags of their own have the location of their object
  const tags = [demo.location, ...(lists[resource].tags ? [demo.department] : [])].map((id) => `tags.${id}`);
  const [location, ...others] = tags;
  const queries = [
    '',
    '?results_per_page=2',
    '?results_per_page=2&page=2',
    '?search=south',
    '?search=secret',
    `?${named}=like:*secret*`,
    `?${named}=not:like:*secret*`,
    ...[north, south, `${north},${south}`, 'NOT_EXISTS', `not:${south}`, `not:${north}`, 'EXISTS'].map(
      (value) => `?${location}=${encodeURIComponent(value)}`,
    ),
    ...sorts.flatMap((sort) => [`?sort=${sort}:asc`, `?sort=${sort}:desc&results_per_page=3`]),
    ...others.flatMap((tag) => [`?${tag}=Toys`, `?${tag}=NOT_EXISTS`]),
  ];
  return [
    ...queries.map((query) => path + query),
    `/api/v1/custom-views?resource=${resource}`,
    `/api/v1/custom-views/counts?resource=${resource}`,
    ...[...options, ...tags].flatMap((column) =>
      ['', '?search=s'].map((query) => `/api/v1/filter-options/${resource}/${column}${query}`),
    ),
  ];
}
const listed = resources.flatMap(({ area, list }) =>
  list ? [{ list, path: endpoints[`${area}.list`]?.path ?? '' }] : [],
);
const paths = [...listed.flatMap(({ list, path }) => readsOf(path, list)), ...cases.flatMap(({ reads = [] }) => reads)];
/** Values that differ between identical calls; a list response contains its own cursor. */
const steady = (text: string) =>
  text
    .replace(/"next":"[^"]+"/g, 'next')
    // a profile with all-data access is held at every OKM, wherever it was added
    .replace(/"behind":\d+/g, 'behind')
    // the start of a card's period moves with the time
    .replace(/"unit":"day","since":"[^"]+"/g, 'since')
    .replace(/"(last_activity|last_activity_portal|last_used_at)":("[^"]+"|null)/g, 'used');

async function transcript(as: Caller, asking = paths): Promise<Record<string, string>> {
  const responses: Record<string, string> = {};
  for (const asked of asking) {
    const answer = await as.raw('GET', asked);
    responses[asked] = `${answer.status} ${steady(answer.text)}`;
  }
  return responses;
}

/** The access of a controller, without the people with all-data access, who may use every device. */
async function heldAt(secret: string) {
  const { devices: held, people, keys } = (await portal.controller(secret).call(gateway.access)).data;
  const { rows } = await world.owner.query<{ id: string }>(
    `select r.profile_id as id from profile_role r join role_permission p on p.tenant_id = r.tenant_id
       and p.role_id = r.role_id and p.permission = 'ALL-DATA-ACCESS' where r.tenant_id = $1`,
    [tenants.demo],
  );
  const everywhere = new Set(rows.map(({ id }) => id));
  return { held, keys, people: people.filter(({ id }) => !everywhere.has(id)) };
}

/** Adds, changes and deletes South and unassigned objects, by profiles unrelated to North. */
async function stir(): Promise<void> {
  for (const { stir: change } of cases) await change?.();
}

// several hundred requests, on a machine that may be busy
test('reads reveal no changes at other locations', { timeout: 90_000 }, async () => {
  const blind: Person[] = ['manager', 'clerk', 'homeless'];
  await settle(portal);
  const doors = await heldAt(token.secret);
  const all = await transcript(admin);
  const before = new Map<Person, Record<string, string>>();
  for (const who of blind) before.set(who, await transcript(portal.as[who]));
  await stir();
  await settle(portal);
  for (const who of blind) expect(await transcript(portal.as[who]), who).toEqual(before.get(who));
  expect(await heldAt(token.secret)).toEqual(doors);
  // callers with all-data access see the difference, so the calls are sensitive
  const after = await transcript(admin);
  const changed = paths.filter((path) => after[path] !== all[path]).length;
  expect(changed).toBeGreaterThan(60);
  expect(listed.flatMap(({ path }) => (after[path] === all[path] ? [path] : []))).toEqual([]);
});

test('an export, recorded at the caller’s own location, reveals no change at others', async () => {
  const rows = async () => {
    const { data, total_results } = await manager.call(devices.list, { query: { results_per_page: '201' } });
    return { data, total_results };
  };
  const before = await rows();
  await stir();
  expect(await rows()).toEqual(before);
});

test('the manager’s transcript is not empty, so it is sensitive', async () => {
  const responses = await transcript(manager);
  const answered = paths.filter((path) => responses[path]?.startsWith('200'));
  expect(answered.length).toBeGreaterThan(paths.length * 0.8);
  const { rows } = await world.owner.query(
    `select from device join tag_value on tag_value.id = location_value_id
     where device.tenant_id = $1 and tag_value.name = $2`,
    [tenants.demo, north],
  );
  expect(rows.length).toBeGreaterThan(3);
  expect(responses['/api/v1/devices']).toContain(`"total_results":${rows.length}`);
});

test('filters offer only the caller’s own locations', async () => {
  const offers = paths.filter((path) => path.includes('/filter-options/') || path.includes('/custom-views'));
  for (const who of ['manager', 'clerk', 'homeless'] as const) {
    const responses = await transcript(portal.as[who], offers);
    for (const path of offers) expect(responses[path], `${who} ${path}`).not.toMatch(/"South"/);
  }
  expect(await transcript(admin, offers).then((said) => offers.some((path) => said[path]?.includes('"South"')))).toBe(
    true,
  );
});

test('live messages show own locations only', async () => {
  const { listen } = await openListening(portal);
  const streams = await Promise.all((['manager', 'homeless', 'admin'] as const).map((person) => listen(person)));
  onTestFinished(() => streams.forEach((stream) => stream.stop()));
  const [neighbour, homeless, boss] = streams;
  for (const stream of streams) await stream.received('hello');
  await stir();
  await boss?.change((data) => Array.isArray(data.device));
  // the last message is about North: receiving it means having received all before
  await admin.call(devices.update, { params: { id: nearDevice }, body: { name: 'Heard' } });
  await neighbour?.change((data) => Array.isArray(data.device) && data.device.includes(nearDevice));
  expect(neighbour?.changes().flatMap((data) => data.device)).toEqual([nearDevice]);
  expect(homeless?.changes()).toEqual([]);
});

test('every list of the contract is in the transcript', () => {
  expect(new Set(listed.map(({ list }) => list.resource))).toEqual(new Set(listResources));
});

test('every read that is not tenant-wide is in the transcript', () => {
  const everywhere = resources.flatMap(({ area, tenantWide = [] }) => tenantWide.map((call) => `${area}.${call}`));
  const fits = (path: string) => new RegExp(`^${path.replace(/:\w+/g, '[^/?]+')}(\\?|$)`);
  const unread = Object.entries(endpoints).flatMap(([name, { method, path, writes }]) =>
    method !== 'GET' || writes || everywhere.includes(name) || paths.some((asked) => fits(path).test(asked))
      ? []
      : [name],
  );
  expect(unread).toEqual([]);
});

test('locations are checked only by two helpers', () => {
  const folder = join(import.meta.dirname, '../../src');
  const judging = fs
    .globSync('**/*.ts', { cwd: folder })
    .filter((file) => !/(^seed|^testing|\.test\.ts$|\.testing\.ts$)/.test(file))
    .filter((file) =>
      /\.allData\b|\.locations\.(some|every|includes)\b/.test(fs.readFileSync(join(folder, file), 'utf8')),
    );
  expect(new Set(judging)).toEqual(
    new Set([
      'core/auth/scope.ts',
      // not a check: says of an actor whether it has all-data access
      'core/auth/session.ts',
      // not a check: which people a controller at a location needs to know
      'core/controllers/people.ts',
      'core/list/conditions/scope.ts',
      'core/list/conditions/location.ts',
      // not a check: the hours of 'tonight' are those of the only location of an actor who has one
      'core/list/night.ts',
      // not a check: without a location, a caller with one location adds profiles there
      'modules/profiles/service.ts',
      // not about a location: who sees the files that others have applied
      'modules/profiles/import-plan.ts',
      // not about a location: rows of a file are rolled back when its author lost one while they were written
      'modules/profiles/import-run.ts',
    ]),
  );
});
