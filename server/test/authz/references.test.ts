// Every id in a body, a filter or a nested path: another tenant's id gets the same bytes as an unknown
// one; so does one outside the caller's locations; and a refused call changes nothing.
import { activity } from '@keyward/contract/activity';
import { devices } from '@keyward/contract/devices';
import { gateway } from '@keyward/contract/gateway';
import { groups } from '@keyward/contract/groups';
import { profiles } from '@keyward/contract/profiles';
import { type SavedView, views } from '@keyward/contract/views';
import { why } from '@keyward/contract/why';
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { north, serials, tenants } from '#testing/people.ts';
import { type Answer, type Caller, openPortal } from '#testing/portal.ts';
import { stateOf } from '#testing/state.ts';
import { makeWorld } from './world.ts';

const portal = await openPortal();
const world = await makeWorld(portal);
const { admin, manager, clerk } = portal.as;
const { demo, harbor } = world.tags;

/** An id of the own tenant that the caller may see. */
const here = { device: await world.device('demo', 'North'), profile: await world.profile('demo', 'North') };
/** An id of the own tenant that is not visible at North. */
const away = { device: await world.device('demo', 'South'), profile: await world.profile('demo', 'South') };
const theirs = {
  device: await world.device('harbor', 'North'),
  profile: await world.profile('harbor', 'North'),
  role: await world.role('harbor'),
  tag: harbor.location,
  group: harbor.department,
  view: await world.privateThing('views.list', 'harbor'),
};
const theirDevice = theirs.device;
const okm = await world.device('demo', 'North');
const token = await world.token('demo', okm);
const theirToken = await world.token('harbor', theirDevice);
const awayToken = await world.token('demo', away.device);
const theirSerial = '3A100000000000F1';
await portal.database.system.query(`update device set serial_number = $2 where tenant_id = $1 and serial_number = $3`, [
  tenants.harbor,
  theirSerial,
  serials.nowhere,
]);
const idOf = async (tenant: string, text: string) =>
  (await portal.database.system.query<{ id: string }>(text, [tenant])).rows[0]?.id ?? '';
const valueOf = (tenant: string, name: string) =>
  idOf(tenant, `select v.id from tag_value v where v.tenant_id = $1 and v.name = '${name}'`);
const theirValue = await valueOf(tenants.harbor, 'Toys');
const ourGroup = demo.department;
await portal.database.system.query(
  `insert into tag_value (tenant_id, tag_definition_id, name, position) values ($1, $2, 'Harbor only', 9)`,
  [tenants.harbor, harbor.department],
);

let serial = 0;
const newSerial = () => `3A10${(0xf00000 + serial++).toString(16).padStart(12, '0')}`;
const newDevice = (tag: object) => ({
  name: 'New',
  serial_number: newSerial(),
  tags: [{ tagId: demo.location, values: [north] }, tag as { tagId: string; values: string[] }],
});
const view = (over: Partial<SavedView>): SavedView => ({
  name: `View ${serial++}`,
  description: '',
  base: 'Overview',
  filter: {},
  search: '',
  sort: [],
  columns: [{ accessorKey: 'name' }],
  sharing: { with: 'nobody' },
  ...over,
});
const tagged = (id: string, values = ['Toys']) => ({ tagId: id, values });
const inTag = (id: string) => ({ [`tags.${id}`]: 'Toys' });

type Slot = { theirs: string; away?: string; by?: Caller[]; ask: (as: Caller, id: string) => Promise<Answer> };
const slots: Record<string, Slot> = {
  'the roles of a new profile': {
    theirs: theirs.role,
    ask: (as, id) => as.request(profiles.create, { body: { name: 'X', username: `x.${serial++}`, roles: [id] } }),
  },
  'the roles of a profile': {
    theirs: theirs.role,
    ask: (as, id) => as.request(profiles.update, { params: { id: here.profile }, body: { roles: [id] } }),
  },
  'one role among others': {
    theirs: theirs.role,
    by: [admin],
    ask: async (as, id) =>
      as.request(profiles.update, { params: { id: here.profile }, body: { roles: [ourRole, id] } }),
  },
  'a tag of a new profile': {
    theirs: theirs.group,
    ask: (as, id) =>
      as.request(profiles.create, { body: { name: 'X', username: `x.${serial++}`, tags: [tagged(id)] } }),
  },
  'a tag of a profile': {
    theirs: theirs.group,
    ask: (as, id) => as.request(profiles.update, { params: { id: here.profile }, body: { tags: [tagged(id)] } }),
  },
  'a tag of a new device': {
    theirs: theirs.group,
    ask: (as, id) => as.request(devices.create, { body: newDevice(tagged(id)) }),
  },
  'the location of a new device': {
    theirs: theirs.tag,
    ask: (as, id) => as.request(devices.create, { body: { ...newDevice({}), tags: [tagged(id, [north])] } }),
  },
  'a tag of a device': {
    theirs: theirs.group,
    ask: (as, id) =>
      as.request(devices.update, { params: { id: here.device }, body: { name: 'Y', tags: [tagged(id)] } }),
  },
  'the role that a view is shared with': {
    theirs: theirs.role,
    ask: (as, id) =>
      as.request(views.create, { body: { ...view({ sharing: { with: 'role', roleId: id } }), resource: 'device' } }),
  },
  'a tag that a view filters by': {
    theirs: theirs.group,
    ask: (as, id) => as.request(views.create, { body: { ...view({ filter: inTag(id) }), resource: 'device' } }),
  },
  'the view of a list': {
    theirs: theirs.view,
    ask: (as, id) => as.request(devices.list, { query: { custom_view: id } }),
  },
  'devices to delete': {
    theirs: theirDevice,
    away: away.device,
    ask: (as, id) => as.request(devices.removeMany, { body: { ids: [id] } }),
  },
  'one device to delete among others': {
    theirs: theirDevice,
    away: away.device,
    ask: (as, id) => as.request(devices.removeMany, { body: { ids: [here.device, id] } }),
  },
  'devices to delete, found by id': {
    theirs: theirDevice,
    away: away.device,
    ask: (as, id) => as.request(devices.removeMany, { body: { filterData: { id }, count: 1 } }),
  },
  'devices to delete, found by tag': {
    theirs: theirs.group,
    ask: (as, id) => as.request(devices.removeMany, { body: { filterData: inTag(id), count: 1 } }),
  },
  'what goes with devices': {
    theirs: theirDevice,
    away: away.device,
    ask: (as, id) => as.request(devices.losses, { body: { ids: [here.device, id] } }),
  },
  'what goes with devices, found by id': {
    theirs: theirDevice,
    away: away.device,
    ask: (as, id) => as.request(devices.losses, { body: { filterData: { id }, count: 1 } }),
  },
  'profiles to delete': {
    theirs: theirs.profile,
    away: away.profile,
    ask: (as, id) => as.request(profiles.removeMany, { body: { ids: [id] } }),
  },
  'one profile to delete among others': {
    theirs: theirs.profile,
    away: away.profile,
    ask: (as, id) => as.request(profiles.removeMany, { body: { ids: [here.profile, id] } }),
  },
  'profiles to delete, found by tag': {
    theirs: theirs.group,
    ask: (as, id) => as.request(profiles.removeMany, { body: { filterData: inTag(id), count: 1 } }),
  },
  'one profile to end among others': {
    theirs: theirs.profile,
    away: away.profile,
    ask: (as, id) => as.request(profiles.end, { body: { ids: [here.profile, id] } }),
  },
  'the ids of a list of devices': {
    theirs: theirDevice,
    away: away.device,
    ask: (as, id) => as.request(devices.list, { query: { id: `${here.device},${id}` } }),
  },
  'a tag in a list of devices': {
    theirs: theirs.group,
    ask: (as, id) => as.request(devices.list, { query: inTag(id) }),
  },
  'a tag in a list of profiles': {
    theirs: theirs.group,
    ask: (as, id) => as.request(profiles.list, { query: inTag(id) }),
  },
  'the location in a list of profiles': {
    theirs: theirs.tag,
    ask: (as, id) => as.request(profiles.list, { query: { [`tags.${id}`]: north } }),
  },
  'the location in a list of events': {
    theirs: theirs.tag,
    ask: (as, id) => as.request(activity.list, { query: { [`tags.${id}`]: north } }),
  },
  'what events are about': {
    theirs: theirDevice,
    away: away.device,
    ask: (as, id) => as.request(activity.list, { query: { entity_id: id } }),
  },
  'whose events': {
    theirs: theirs.profile,
    away: away.profile,
    ask: (as, id) => as.request(activity.list, { query: { agent_id: id } }),
  },
  'a tag whose values are offered': {
    theirs: theirs.group,
    ask: (as, id) =>
      as.request(views.filterOptions, { params: { resource: 'device', column: `tags.${id}` }, query: {} }),
  },
  'the device of a why': {
    theirs: theirDevice,
    away: away.device,
    ask: (as, id) => as.request(why.device, { params: { id: here.profile, deviceId: id } }),
  },
  'the person of a why': {
    theirs: theirs.profile,
    away: away.profile,
    ask: (as, id) => as.request(why.device, { params: { id, deviceId: here.device } }),
  },
  'one of the devices of a why': {
    theirs: theirDevice,
    away: away.device,
    ask: (as, id) => as.request(why.devices, { params: { id: here.profile }, query: { ids: `${here.device},${id}` } }),
  },
  'one of the people of a why': {
    theirs: theirs.profile,
    away: away.profile,
    ask: (as, id) => as.request(why.people, { params: { id: here.device }, query: { ids: `${here.profile},${id}` } }),
  },
  'the token of a controller': {
    theirs: theirToken.id,
    away: awayToken.id,
    ask: (as, id) => as.request(devices.revokeToken, { params: { id: okm, tokenId: id } }),
  },
  'the tag that another goes before': {
    theirs: theirs.group,
    ask: (as, id) => as.request(groups.move, { params: { id: ourGroup }, body: { before: id } }),
  },
  'a value that stays': {
    theirs: theirValue,
    ask: (as, id) => as.request(groups.update, { params: { id: ourGroup }, body: { values: [{ id }] } }),
  },
};
const ourRole = await world.role('demo');

/** Ignores ids and numbers that differ between calls. */
const plain = ({ status, text }: Answer) =>
  `${status} ${text.replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => (kept.has(id) ? id : 'id'))}`;
const kept = new Set([here.device, here.profile]);
const callers = { admin, manager, clerk };

test.each(Object.entries(slots))('%s', async (_name, { theirs: foreign, away: hidden, by, ask }) => {
  const before = await stateOf(portal.database);
  for (const [who, as] of Object.entries(callers)) {
    if (by && !by.includes(as)) continue;
    const never = await ask(as, randomUUID());
    expect(plain(await ask(as, foreign)), `${who}, another tenant's`).toBe(plain(never));
    if (hidden && as !== admin) expect(plain(await ask(as, hidden)), `${who}, out of sight`).toBe(plain(never));
    expect(never.status, never.text).not.toBe(201);
    if (never.status >= 300) continue;
    // a successful response has no results
    expect(never.text).not.toContain(foreign);
  }
  expect(await stateOf(portal.database)).toEqual(before);
});

test('names of another tenant’s values get the same response as unknown names', async () => {
  const before = await stateOf(portal.database);
  const calls: Record<string, (as: Caller, name: string) => Promise<Answer>> = {
    device: (as, name) => as.request(devices.create, { body: newDevice(tagged(ourGroup, [name])) }),
    profile: (as, name) =>
      as.request(profiles.update, { params: { id: here.profile }, body: { tags: [tagged(ourGroup, [name])] } }),
    list: (as, name) => as.request(devices.list, { query: { [`tags.${ourGroup}`]: name } }),
    edit: (as, name) =>
      as.request(groups.editValues, {
        params: { id: ourGroup },
        body: { values: [{ oldValue: name, newValue: 'Renamed' }] },
      }),
  };
  for (const [slot, call] of Object.entries(calls))
    for (const [who, as] of Object.entries(callers)) {
      const named = (answer: Answer, name: string) => plain(answer).replaceAll(name, 'name');
      const never = named(await call(as, 'Never there'), 'Never there');
      expect(named(await call(as, 'Harbor only'), 'Harbor only'), `${slot}, ${who}`).toBe(never);
    }
  expect(await stateOf(portal.database)).toEqual(before);
});

test('for a controller, another tenant’s device is an unknown device', async () => {
  // the controller itself is marked as seen
  const before = await stateOf(portal.database, { tenant: tenants.harbor });
  const report = async (number: string) =>
    (
      await portal
        .controller(token.secret)
        .request(gateway.reports, { body: { reports: [{ serial: number, state: { secured: true } }] } })
    ).text;
  expect(await report(theirSerial)).toBe(await report('3A100000000000F2'));
  expect(await stateOf(portal.database, { tenant: tenants.harbor })).toEqual(before);
});

test('the slots are sensitive: own ids are found', async () => {
  const found = await admin.call(devices.list, { query: { id: away.device } });
  expect(found.data.map((d) => d.id)).toEqual([away.device]);
  expect((await admin.request(why.device, { params: { id: here.profile, deviceId: away.device } })).status).toBe(200);
  expect((await admin.request(groups.move, { params: { id: ourGroup }, body: { before: randomUUID() } })).status).toBe(
    400,
  );
  const given = { params: { id: here.profile }, body: { roles: [ourRole] } };
  expect((await admin.request(profiles.update, given)).status).toBe(200);
});
