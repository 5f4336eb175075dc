// Watches whose owner's locations change: rows at a new location do not count as new, while changes at unchanged locations are
// still notified.
import { auth } from '@keyward/contract/auth';
import { groups } from '@keyward/contract/groups';
import { inbox } from '@keyward/contract/inbox';
import { profiles } from '@keyward/contract/profiles';
import { type WatchInput, watches } from '@keyward/contract/watches';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { clock } from '#core/clock.ts';
import { type NewEvent, writeEvents } from '#core/events/events.ts';
import { watchesByTime, watchesOfList } from '#core/watches/job.ts';
import { openOutbox } from '#testing/outbox.ts';
import { north, serials, south, tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';

const portal = await openPortal();
const { admin, manager } = portal.as;
const { context } = openOutbox(portal);
const owner = portal.database.system;
const { data: definitions } = await admin.call(groups.definitions, {});
const location = definitions.find((d) => d.is_location);
const locationIdOf = (name: string) => location?.values.find((v) => v.name === name)?.id ?? '';

/** Gives a profile exactly these locations. */
async function setLocationsOf(username: string, ...names: string[]): Promise<void> {
  await owner.query(
    `delete from profile_tag where tenant_id = $1 and tag_definition_id = $2
       and profile_id = (select id from profile where tenant_id = $1 and username = $3)`,
    [tenants.demo, location?.id, username],
  );
  for (const name of names) {
    await owner.query(
      `insert into profile_tag (tenant_id, profile_id, tag_definition_id, value_id)
       select tenant_id, id, $2, $3 from profile where tenant_id = $1 and username = $4`,
      [tenants.demo, location?.id, locationIdOf(name), username],
    );
  }
}
const setLocations = (...names: string[]) => setLocationsOf('manager', ...names);
const setSecured = (serial: string, isSecured: boolean) =>
  owner.query('update device set security_status = $3 where tenant_id = $1 and serial_number = $2', [
    tenants.demo,
    serial,
    isSecured ? 'secured' : 'unsecured',
  ]);

const make = (more: Partial<WatchInput>, who = manager) =>
  who.call(watches.create, {
    body: {
      name: 'Mine',
      resource: 'device',
      base: 'Overview',
      filter: { security_status: 'unsecured' },
      search: '',
      rule: { when: 'appears' },
      delivery: 'inbox',
      quiet: null,
      ...more,
    },
  });
const opened = (locationName: string, more: Partial<NewEvent> = {}): NewEvent => ({
  event: 'LOCK_UNLOCK',
  locations: [locationIdOf(locationName)],
  ...more,
});
const happen = (...events: NewEvent[]) => portal.inTenant('demo', (db) => writeEvents(db, events));
const judge = (resource: 'device' | 'event') => watchesOfList.run({ tenantId: tenants.demo, resource }, context);
const sweep = async () => {
  await owner.query('update watch set next_at = now()');
  await watchesByTime.run(undefined, context);
};
const inboxEntries = async (who = manager) =>
  (await who.call(inbox.list, {})).data.map(({ kind, details }) => [kind, details['count']]).toReversed();
let ahead = 0;
const minutesLater = async (minutes: number) => {
  ahead += minutes * 60_000;
  await sweep();
};

beforeEach(async () => {
  ahead = 0;
  vi.spyOn(clock, 'now').mockImplementation(() => new Date(Date.now() + ahead));
  for (const serial of [serials.northPadlock, serials.southPadlock]) await setSecured(serial, true);
  await setLocations(north);
});
afterEach(async () => {
  vi.restoreAllMocks();
  for (const table of ['watch', 'inbox_entry', 'watched_event']) await owner.query(`delete from ${table}`);
});

describe('a watch for new rows', () => {
  test('gives no notice of rows at a newly assigned location, even when it is assigned again', async () => {
    await setSecured(serials.southPadlock, false);
    await make({});
    for (const locationNames of [[north, south], [north], [south], [north, south]]) {
      await setLocations(...locationNames);
      await judge('device');
      await judge('device');
    }
    expect(await inboxEntries()).toEqual([]);
    await setSecured(serials.southPadlock, true);
    await judge('device');
    await setSecured(serials.southPadlock, false);
    await judge('device');
    expect(await inboxEntries()).toEqual([['watchRows', 1]]);
  });

  test('gives notice of a row at a location that the owner had before as well', async () => {
    await setSecured(serials.southPadlock, false);
    await make({});
    await setLocations(north, south);
    await setSecured(serials.northPadlock, false);
    await judge('device');
    await judge('device');
    expect(await inboxEntries()).toEqual([['watchRows', 1]]);
  });

  test('gives notice of an event at a location that the owner had before as well, but of none at a new one', async () => {
    await make({ resource: 'event', filter: { event: 'LOCK_UNLOCK' } });
    await happen(opened(south));
    await setLocations(north, south);
    await happen(opened(north));
    await judge('event');
    expect(await inboxEntries()).toEqual([['watchRows', 1]]);
    await happen(opened(south));
    await judge('event');
    expect(await inboxEntries()).toEqual([
      ['watchRows', 1],
      ['watchRows', 1],
    ]);
    await happen(opened(north), opened(south));
    await setLocations(south);
    await happen(opened(north), opened(south));
    await judge('event');
    expect((await inboxEntries()).slice(2)).toEqual([['watchRows', 2]]);
  });

  test('gives notice of an event after a change of roles that leaves the list readable', async () => {
    await make({ resource: 'event', filter: { event: 'LOCK_UNLOCK' } });
    await owner.query(
      `insert into profile_role (tenant_id, profile_id, role_id) select p.tenant_id, p.id, r.id from profile p join role r
         on r.tenant_id = p.tenant_id and r.name = 'Editor' where p.tenant_id = $1 and p.username = 'manager'`,
      [tenants.demo],
    );
    await happen(opened(north), opened(south));
    await judge('event');
    const after = await inboxEntries();
    await owner.query(
      `delete from profile_role using role r where r.tenant_id = profile_role.tenant_id and r.id = role_id and r.name = 'Editor'
         and profile_role.tenant_id = $1 and profile_id = (select id from profile where tenant_id = $1 and username = 'manager')`,
      [tenants.demo],
    );
    expect(after).toEqual([['watchRows', 1]]);
  });
});

test('a profile that gains a location is not notified of earlier events there', async () => {
  const me = (await manager.call(auth.me)).data;
  const body = { name: 'Twin', username: 'twin', roles: me.roles.map(({ id }) => id) };
  const twin = await portal.signIn((await admin.call(profiles.create, { body })).data.id);
  await setLocationsOf('twin', north, south);
  const each = [manager, twin];
  for (const who of each) await make({ resource: 'event', filter: { event: 'LOCK_UNLOCK' } }, who);
  await setLocations(north, south);
  await happen(opened(north), opened(south));
  await judge('event');
  const heard = await Promise.all(each.map(inboxEntries));
  expect(heard).toEqual([[['watchRows', 1]], [['watchRows', 2]]]);
  // both look for the same with the same permissions from now on
  await happen(opened(south));
  await judge('event');
  expect((await Promise.all(each.map(inboxEntries))).map((all) => all.slice(1))).toEqual([
    [['watchRows', 1]],
    [['watchRows', 1]],
  ]);
});

describe('a watch for a number of rows', () => {
  const countsAll: Partial<WatchInput> = { rule: { when: 'count', above: 0 } };

  test('gives no alarm for rows of a newly assigned location, and does not recover without them', async () => {
    await setSecured(serials.southPadlock, false);
    await make(countsAll);
    for (const locationNames of [[north, south], [north], [north, south]]) {
      await setLocations(...locationNames);
      for (let i = 0; i < 3; i++) await minutesLater(3);
    }
    expect(await inboxEntries()).toEqual([]);
    // the alarm was not sent, so it is not cleared either
    await setSecured(serials.southPadlock, true);
    for (let i = 0; i < 3; i++) await minutesLater(3);
    expect(await inboxEntries()).toEqual([]);
  });

  test('does not recover because the location of its rows was removed from the owner', async () => {
    await make(countsAll);
    await setSecured(serials.northPadlock, false);
    await judge('device');
    await setLocations(south);
    for (let i = 0; i < 3; i++) await minutesLater(3);
    expect(await inboxEntries()).toEqual([['watchCount', 1]]);
  });

  test('recovers if the number was normal before the owner’s locations changed', async () => {
    await make(countsAll);
    await setSecured(serials.northPadlock, false);
    await judge('device');
    await setSecured(serials.northPadlock, true);
    await minutesLater(0);
    await setLocations(south);
    for (let i = 0; i < 3; i++) await minutesLater(3);
    expect((await inboxEntries()).map(([one]) => one)).toEqual(['watchCount', 'watchCleared']);
  });

  test.each<[string, WatchInput['rule'], string]>([
    ['passed', { when: 'count', above: 0 }, 'watchCount'],
    ['there for a time', { when: 'still', minutes: 30 }, 'watchStill'],
  ])('with an alarm (%s) recovers once the number is normal, after a location was added', async (_, rule, kind) => {
    await make({ rule });
    await setSecured(serials.northPadlock, false);
    await minutesLater(0);
    await minutesLater(30);
    await setLocations(north, south);
    await minutesLater(3);
    expect(await inboxEntries()).toEqual([[kind, 1]]);
    await setSecured(serials.northPadlock, true);
    for (let i = 0; i < 3; i++) await minutesLater(3);
    expect((await inboxEntries()).map(([one]) => one)).toEqual([kind, 'watchCleared']);
  });
});
