// Every id in a body, a filter or a nested path: another tenant's id gets the same bytes as an unknown
// one; so does one outside the caller's locations; and a refused call changes nothing.
import { devices } from '@keyward/contract/devices';
import { endpoints } from '@keyward/contract/endpoints';
import { gateway } from '@keyward/contract/gateway';
import { groups } from '@keyward/contract/groups';
import { profiles } from '@keyward/contract/profiles';
import { why } from '@keyward/contract/why';
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { serials, tenants } from '#testing/people.ts';
import { type Answer, openPortal } from '#testing/portal.ts';
import { stateOf } from '#testing/state.ts';
import { placesIn, placesOf } from './places.ts';
import { newToken } from './resources/devices.ts';
import { resources } from './resources/index.ts';
import type { Area, Ids, Location, References, Scene, Slot, TenantName } from './resources/resource.ts';
import { makeWorld } from './world.ts';

const portal = await openPortal();
const world = await makeWorld(portal);
const { admin, manager, clerk } = portal.as;

async function rowsAt(tenant: TenantName, place: Location): Promise<(area: Area) => Ids> {
  const made = new Map<Area, Ids>();
  for (const { area, make } of resources) if (make) made.set(area, await world.make(area, tenant, place));
  return (area) => {
    const ids = made.get(area);
    if (!ids) throw new Error(`${area} makes no rows`);
    return ids;
  };
}
const scene: Scene = {
  world,
  here: await rowsAt('demo', 'North'),
  away: await rowsAt('demo', 'South'),
  theirs: await rowsAt('harbor', 'North'),
};
const here = { device: scene.here('devices').id, profile: scene.here('profiles').id };
const away = { device: scene.away('devices').id };
const token = await newToken(world, 'demo', (await world.make('devices', 'demo', 'North')).id);
const theirSerial = '3A100000000000F1';
await portal.database.system.query(`update device set serial_number = $2 where tenant_id = $1 and serial_number = $3`, [
  tenants.harbor,
  theirSerial,
  serials.nowhere,
]);
await portal.database.system.query(
  `insert into tag_value (tenant_id, tag_definition_id, name, position) values ($1, $2, 'Harbor only', 9)`,
  [tenants.harbor, world.tags.harbor.department],
);
const brought: References[] = [];
for (const resource of resources) if (resource.references) brought.push(await resource.references(scene));
const slots: [string, Slot][] = brought.flatMap((references) => Object.entries(references.slots));

/** Ignores ids and numbers that differ between calls. */
const plain = ({ status, text }: Answer) =>
  `${status} ${text.replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => (kept.has(id) ? id : 'id'))}`;
const kept = new Set([here.device, here.profile]);
const callers = { admin, manager, clerk };

test.each(slots)('%s: foreign ids are unknown', async (_name, { theirs: foreign, away: hidden, by, counts, ask }) => {
  const except = counts ? [counts] : [];
  const before = await stateOf(portal.database, { except });
  for (const [who, as] of Object.entries(callers)) {
    if (by && !by.includes(who as keyof typeof callers)) continue;
    const never = await ask(as, randomUUID());
    expect(plain(await ask(as, foreign)), `${who}, another tenant's`).toBe(plain(never));
    if (hidden && as !== admin) expect(plain(await ask(as, hidden)), `${who}, out of sight`).toBe(plain(never));
    expect(never.status, never.text).not.toBe(201);
    if (never.status >= 300) continue;
    // a successful response has no results
    expect(never.text).not.toContain(foreign);
  }
  expect(await stateOf(portal.database, { except })).toEqual(before);
});

test('each id that a call takes has a slot', () => {
  const nameOf = new Map(Object.entries(endpoints).map(([name, spec]) => [spec, name]));
  const covered = new Set(
    slots.flatMap(([, { spec, parts }]) => {
      const id = randomUUID();
      return placesOf(parts(id), id).map((place) => `${nameOf.get(spec)} ${place}`);
    }),
  );
  // the target of a call is in the matrix
  const isTarget = (place: string) => place === 'params.id';
  const wanted = Object.entries(endpoints).flatMap(([name, { params, query, body }]) =>
    Object.entries({ params, query, body })
      .flatMap(([part, schema]) => placesIn(schema, part))
      .filter((place) => !isTarget(place))
      .map((place) => `${name} ${place}`),
  );
  expect(wanted.filter((place) => !covered.has(place))).toEqual([]);
  // an empty walk would pass
  expect(wanted.length).toBeGreaterThan(30);
});

test('names of another tenant’s values get the same response as unknown names', async () => {
  const before = await stateOf(portal.database);
  for (const [slot, call] of brought.flatMap(({ valueNames = {} }) => Object.entries(valueNames)))
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
  const group = { params: { id: world.tags.demo.department } };
  expect((await admin.request(groups.move, { ...group, body: { before: randomUUID() } })).status).toBe(400);
  const given = { params: { id: here.profile }, body: { roles: [scene.here('roles').id] } };
  expect((await admin.request(profiles.update, given)).status).toBe(200);
});
