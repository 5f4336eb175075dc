// Without all-data access no call reveals anything of other locations. The same calls are made twice: in between
// South and unassigned objects are added, changed and deleted. Callers without South get byte-identical responses.
import { devices } from '@keyward/contract/devices';
import { endpoints } from '@keyward/contract/endpoints';
import { gateway } from '@keyward/contract/gateway';
import { profiles } from '@keyward/contract/profiles';
import { type SavedView, views } from '@keyward/contract/views';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openListening } from '#modules/live/live.testing.ts';
import { north, type Person, serials, south, tenants } from '#testing/people.ts';
import { type Caller, openPortal } from '#testing/portal.ts';
import { makeWorld } from './world.ts';

const portal = await openPortal();
const world = await makeWorld(portal);
const { admin, manager } = portal.as;
const owner = portal.database.system;
const { demo } = world.tags;

const store = (name: string) => ({ tagId: demo.location, values: [name] });
const group = { tagId: demo.department, values: ['Toys'] };
/** A profile at the caller's own location, for the Why panel. */
const near = await world.profile('demo', 'North');
const nearDevice = await idOf('device', `serial_number = '${serials.northPadlock}'`);
const northOkm = await idOf('device', `serial_number = '${serials.northOkm}'`);
const token = await world.token('demo', northOkm);
const bothPlaces = await world.profile('demo', 'North');
await owner.query(
  'insert into profile_tag (tenant_id, profile_id, tag_definition_id, value_id) values ($1, $2, $3, $4)',
  [tenants.demo, bothPlaces, demo.location, demo.store('South')],
);
await world.event('demo', 'North');
async function idOf(table: string, condition: string): Promise<string> {
  const { rows } = await owner.query<{ id: string }>(`select id from ${table} where tenant_id = $1 and ${condition}`, [
    tenants.demo,
  ]);
  return rows[0]?.id ?? '';
}
const view: SavedView = {
  name: 'Toys',
  description: '',
  base: 'Overview',
  search: '',
  sort: [],
  filter: { [`tags.${demo.department}`]: 'Toys' },
  columns: [{ accessorKey: 'name' }],
  sharing: { with: 'everyone' },
};
const shared = (await admin.call(views.create, { body: { ...view, resource: 'device' } })).data.value;

/** Every read, with counts, sorts, filters, searches, pages, exports and filter options. */
const lists = ['devices', 'users', 'events'] as const;
const queries = (list: (typeof lists)[number]): string[] => {
  const sorts = {
    devices: ['name', 'serial_number', 'device_type_name', 'locationTagValue', 'security_status', 'state_updated_at'],
    users: ['name', 'username', 'email', 'locationTagValue'],
    events: ['event_time', 'event', 'description.agentName'],
  }[list];
  const name = { devices: 'name', users: 'name', events: 'description.entityName' }[list];
  const by = [`tags.${demo.location}`].flatMap((tag) =>
    [north, south, `${north},${south}`, 'NOT_EXISTS', `not:${south}`, `not:${north}`, 'EXISTS'].map(
      (value) => `?${tag}=${encodeURIComponent(value)}`,
    ),
  );
  return [
    '',
    '?results_per_page=2',
    '?results_per_page=2&page=2',
    '?search=south',
    '?search=secret',
    `?${name}=like:*secret*`,
    `?${name}=not:like:*secret*`,
    ...by,
    ...sorts.flatMap((sort) => [`?sort=${sort}:asc`, `?sort=${sort}:desc&results_per_page=3`]),
    ...(list === 'events' ? [] : [`?tags.${demo.department}=Toys`, `?tags.${demo.department}=NOT_EXISTS`]),
    ...(list === 'devices' ? [`?custom_view=${shared}`, '?custom_view=Unassigned+Devices'] : []),
  ];
};
const paths = [
  ...lists.flatMap((list) => queries(list).map((query) => `/api/v1/${list}${query}`)),
  ...['device', 'user', 'event'].map((resource) => `/api/v1/custom-views?resource=${resource}`),
  ...[
    'device/device_type_name',
    'device/locationTagValue',
    `device/tags.${demo.location}`,
    `device/tags.${demo.department}`,
    'user/roles',
    `user/tags.${demo.location}`,
    'event/description.agentName',
    'event/description.entityName',
    'event/description.entityEmail',
    `event/tags.${demo.location}`,
    'event/event',
  ].flatMap((column) => ['', '?search=s'].map((query) => `/api/v1/filter-options/${column}${query}`)),
  `/api/v1/devices/${nearDevice}`,
  `/api/v1/devices/${northOkm}/controller-tokens`,
  `/api/v1/users/${near}`,
  `/api/v1/users/${near}/why/devices/${nearDevice}`,
  `/api/v1/users/${near}/why/devices?ids=${nearDevice},${northOkm}`,
  `/api/v1/devices/${nearDevice}/why/users?ids=${near}`,
  ...['DEVICES', 'ROLES', 'ALL-DATA-ACCESS'].map((id) => `/api/v1/users/${near}/why/permissions/${id}`),
  '/api/v1/tag-definitions',
  '/api/v1/tag-definitions/names',
  '/api/v1/me',
  '/api/v1/me/settings',
];
/** Values that differ between identical calls; a list response contains its own cursor. */
const steady = (text: string) =>
  text
    .replace(/"next":"[^"]+"/g, 'next')
    .replace(/"(last_activity|last_activity_portal|last_used_at)":("[^"]+"|null)/g, 'used');

async function transcript(as: Caller): Promise<Record<string, string>> {
  const responses: Record<string, string> = {};
  for (const asked of paths) {
    const answer = await as.raw('GET', asked);
    responses[asked] = `${answer.status} ${steady(answer.text)}`;
  }
  return responses;
}

let serial = 0;
/** Adds, changes and deletes South and unassigned objects, by profiles unrelated to North. */
async function stir(): Promise<void> {
  const made: string[] = [];
  for (const name of ['Secret one', 'Secret two', 'Secret three']) {
    const number = `3A10${(0xa00000 + serial++).toString(16).toUpperCase().padStart(12, '0')}`;
    const body = { name, serial_number: number, tags: [store(south), group] };
    made.push((await admin.call(devices.create, { body })).data.id);
  }
  await admin.call(devices.update, { params: { id: made[0] ?? '' }, body: { name: 'Secret renamed' } });
  await admin.call(devices.remove, { params: { id: made[1] ?? '' } });
  const okm = await idOf('device', `serial_number = '${serials.southOkm}'`);
  await admin.call(devices.update, { params: { id: okm }, body: { name: `Secret cabinet ${serial}` } });
  const issued = (await admin.call(devices.issueToken, { params: { id: okm } })).data;
  const event = { id: `${serial}`, type: 'LOCK_UNLOCK' as const, time: new Date().toISOString() };
  const report = { serial: serials.southPadlock, state: { secured: false }, events: [event] };
  await portal.controller(issued.token).call(gateway.reports, { body: { reports: [report] } });
  for (const place of ['South', null] as const) {
    await world.device('demo', place);
    await world.event('demo', place);
    await world.profile('demo', place);
  }
  const body = { name: 'Secret person', username: `secret.${randomUUID()}`, tags: [store(south), group] };
  const person = (await admin.call(profiles.create, { body })).data.id;
  await admin.call(profiles.update, { params: { id: person }, body: { email: `secret.${serial}@demo.example` } });
  await owner.query(
    `insert into profile_role select tenant_id, $2, id from role where tenant_id = $1 and name in ('Admin', 'Store clerk')`,
    [tenants.demo, person],
  );
}

// several hundred requests, on a machine that may be busy
test('reading other locations', { timeout: 90_000 }, async () => {
  const blind: Person[] = ['manager', 'clerk', 'homeless'];
  const all = await transcript(admin);
  const before = new Map<Person, Record<string, string>>();
  for (const who of blind) before.set(who, await transcript(portal.as[who]));
  const doors = await portal.controller(token.secret).call(gateway.access);
  await stir();
  for (const who of blind) expect(await transcript(portal.as[who]), who).toEqual(before.get(who));
  expect(await portal.controller(token.secret).call(gateway.access)).toEqual(doors);
  // callers with all-data access see the difference, so the calls are sensitive
  const after = await transcript(admin);
  const changed = paths.filter((path) => after[path] !== all[path]).length;
  expect(changed).toBeGreaterThan(60);
});

test('exporting, whose event is at the caller’s own location', async () => {
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
  expect(responses['/api/v1/devices']).toContain('"total_results":4');
});

test('filters offer only the caller’s own locations', async () => {
  const offers = paths.filter((path) => path.includes('/filter-options/') || path.includes('/custom-views'));
  for (const who of ['manager', 'clerk', 'homeless'] as const) {
    const responses = await transcript(portal.as[who]);
    for (const path of offers) expect(responses[path], `${who} ${path}`).not.toMatch(/"South"/);
  }
  expect(await transcript(admin).then((said) => offers.some((path) => said[path]?.includes('"South"')))).toBe(true);
});

test('live messages', async () => {
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

test('every read that is not tenant-wide is in the transcript or, by id, in the matrix', () => {
  const tenantWide = [
    'auth.sessionCheck',
    'auth.demoAccounts',
    'auth.loginSso',
    'apps.links',
    'signIn.startSsoInternal',
    'settings.defaults',
    'settings.tenantConfig',
    'settings.sessions',
    'passkeys.list',
    'confirm.ways',
    'organizations.get',
    'live.stream',
    'gateway.access',
    'roles.list',
    'roles.permissions',
    'views.audience',
    'groups.all',
    'groups.usage',
    // for the in-product admin alone
    'imports.list',
    'imports.get',
    'imports.rows',
  ];
  const fits = (path: string) => new RegExp(`^${path.replace(/:\w+/g, '[^/?]+')}(\\?|$)`);
  const unread = Object.entries(endpoints).flatMap(([name, { method, path }]) =>
    method !== 'GET' || tenantWide.includes(name) || paths.some((asked) => fits(path).test(asked)) ? [] : [name],
  );
  expect(unread).toEqual(['activity.get', 'pins.show', 'pins.reset', 'pins.events']);
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
      'core/list/conditions/scope.ts',
      'core/list/conditions/location.ts',
      // not a check: without a location, a caller with one location adds profiles there
      'modules/profiles/service.ts',
    ]),
  );
});
