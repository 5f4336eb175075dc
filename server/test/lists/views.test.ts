// Every built-in view on the demo data, compared with its definition in plain code.
import { eventTypes } from '@keyward/contract/activity';
import { beforeAll, expect, test } from 'vitest';
import { writeEvents } from '#core/events/events.ts';
import { viewsFor } from '#core/list/views/built-in.ts';
import { inTenant, rows } from '#db/tenant.ts';
import { eventList } from '#modules/activity/list.ts';
import { deviceList } from '#modules/devices/list.ts';
import { profileList } from '#modules/profiles/list.ts';
import { demoTenants } from '#seed/demo.ts';
import { loadStaffedFleet } from '#seed/fleet.ts';
import { datesUntil, historyOf, reportDay, reportNow, reportStart, updateLastActive } from '#seed/history.ts';
import { demoSpec } from '#seed/model.ts';
import { portalLife } from '#seed/portal-life.ts';
import { tenantIdOf, writeTenant } from '#seed/tenant.ts';
import { openPortal } from '#testing/portal.ts';
import { run, readAll } from './model.ts';
import { actorOf } from '#testing/actor.ts';
import type { AnyList, List } from '#core/list/types.ts';

const portal = await openPortal();
const tenant = tenantIdOf('views');
const minute = 60_000;
const hour = 60 * minute;

type Device = {
  id: string;
  device_class: string;
  opens: boolean;
  location: string | null;
  reported: string | null;
  security: string | null;
  /** Its controller confirmed an older version than it should hold. */
  behind: boolean;
  out: boolean;
  taken: string | null;
  /** In hours. */
  curfew: number | null;
  lost: boolean;
  battery: number | null;
  firmware: string | null;
  type: string;
};
type Event = { id: string; event: string; result: string | null; time: string };
let devices: Device[] = [];
let events: Event[] = [];
type Profile = { id: string; used: string | null; created: string; until: string | null };
let profiles: Profile[] = [];
const since = (ago: number) => Date.now() - ago;

beforeAll(async () => {
  const [demo] = demoTenants;
  if (!demo) throw new Error('there is no demo');
  const now = new Date();
  const two = { ...demo, slug: 'views', hosts: ['views.localhost'], stores: demo.stores.slice(0, 3), profiles: 30 };
  await inTenant(portal.database.system, tenant, async (db) => {
    await writeTenant(db, demoSpec(two, 'hash', now));
    const fleet = await loadStaffedFleet(db);
    for (const [i, store] of fleet.entries()) {
      const history = historyOf(store, i, 1);
      await reportStart(db, history, new Date(now.getTime() - 10 * 24 * hour));
      for (const date of datesUntil(store.zone, now, 9)) await reportDay(db, history, date, now);
      await reportNow(db, history, now);
    }
    await updateLastActive(db);
    await portalLife(db, 1, now, 9);
    await writeEvents(
      db,
      eventTypes.map((event) => ({ event, locations: [] })),
    );
    const refused = (daysAgo: number) => ({
      ...({ event: 'LOCK_UNLOCK', result: 'unauthorized', locations: [] } as const),
      time: new Date(since(daysAgo * 24 * hour)),
    });
    await writeEvents(db, [refused(6.99), refused(7.01)]);
    await rows(
      db,
      `insert into lost_key (tenant_id, device_id, by_name)
       select d.tenant_id, d.id, 'Ada Admin' from device d
       join device_type t on t.id = d.device_type_id and t.device_class = 'KEY'
       where d.tenant_id = $1 order by d.id limit 2`,
      [tenant],
    );
    // half of the checked-out keys are overdue by a curfew of their own, which takes precedence over their location's
    await rows(
      db,
      `update device d set curfew = case n % 2 when 0 then '100h' else '1h' end
       from (select device_id, row_number() over (order by device_id) as n from key_custody where tenant_id = $1) k
       where d.tenant_id = $1 and d.id = k.device_id`,
      [tenant],
    );
    await rows(
      db,
      `update key_custody set checked_out_at = checked_out_at - interval '61 minutes' where tenant_id = $1`,
      [tenant],
    );
    // of the three OKMs one is in sync, one behind, and one was never judged
    await rows(
      db,
      `insert into controller_state (tenant_id, device_id, version, confirmed_version)
       select d.tenant_id, d.id, 2, row_number() over (order by d.id)
       from device d join device_type t on t.id = d.device_type_id and t.device_class = 'OKM'
       where d.tenant_id = $1 limit 2`,
      [tenant],
    );
    devices = await rows<Device>(
      db,
      `select d.id, t.device_class, t.secure_key_compatible as opens, v.name as location, d.state_updated_at as reported,
         d.security_status as security, coalesce(s.confirmed_version <> s.version, false) as behind,
         k.device_id is not null as out, k.checked_out_at as taken, rtrim(d.curfew, 'h')::int as curfew, x.device_id is not null as lost, (d.state->>'battery')::float8 as battery,
         d.state->>'firmwareVersion' as firmware, d.device_type_id as type
       from device d join device_type t on t.id = d.device_type_id left join tag_value v on v.id = d.location_value_id
         left join controller_state s on s.device_id = d.id left join key_custody k on k.device_id = d.id
         left join lost_key x on x.device_id = d.id
       where d.tenant_id = $1`,
      [tenant],
    );
    events = await rows<Event>(db, 'select id, event, result, event_time as time from event where tenant_id = $1', [
      tenant,
    ]);
    profiles = await rows<Profile>(
      db,
      'select id, last_active_at as used, created_at as created, valid_until as until from profile where tenant_id = $1',
      [tenant],
    );
  });
}, 60_000);

const isNewer = (one: string | null, other: string | null) =>
  one !== null && other !== null && one.localeCompare(other, 'en', { numeric: true }) > 0;
const isOne = (of: string) => (d: Device) => d.device_class === of;
const reportedAfter = (d: Device, at: number) => d.reported !== null && Date.parse(d.reported) >= at;
const ofDevices: Record<string, (device: Device) => boolean> = {
  Overview: () => true,
  Keys: isOne('KEY'),
  'Keys out': (d) => d.out,
  'Lost keys': (d) => d.lost,
  Locks: isOne('LOCK'),
  OKMs: isOne('OKM'),
  PODs: isOne('POD'),
  'OKMs Offline': (d) => isOne('OKM')(d) && d.reported !== null && !reportedAfter(d, since(15 * minute)),
  'Waiting for OKMs': (d) => isOne('OKM')(d) && d.behind,
  'Unsecured Locks': (d) => isOne('LOCK')(d) && d.security === 'unsecured' && reportedAfter(d, since(8 * hour)),
  'Low battery': (d) => d.battery !== null && d.battery < 20,
  'Old firmware': (d) => devices.some((other) => other.type === d.type && isNewer(other.firmware, d.firmware)),
  'Never reported': (d) => d.reported === null,
  'Unassigned Devices': (d) => d.location === null,
  'OnePASS Supported Devices': (d) => d.opens,
  'Overdue keys': (d) => d.taken !== null && Date.parse(d.taken) + Number(d.curfew) * hour <= Date.now(),
};

const named = (pattern: RegExp) => (e: Event) => pattern.test(e.event);
const ofEvents: Record<string, (event: Event) => boolean> = {
  Overview: () => true,
  'Key Activity': named(/^KEY_CHECK(IN|OUT)$|^FOREIGN_KEY/),
  'Lock/Unlock Activity': named(/LOCK_UNLOCK$|REMOTE_UNLOCK|^DUAL_AUTHORIZATION_UNLOCK$|^ARM_DISARM/),
  'OnePASS Activity': named(/_INVITATION$|SECURE_KEY/),
  PIN: named(/_PINS?$|_PIN_SLIP$/),
  'Profile Activity': named(
    /_USERS?$|LOGIN$|^LOGOUT$|^REVOKE_SESSION$|^RESET_P|_PINS?$|_PIN_SLIP$|^(ASSIGN|REVOKE)_ROLE$|^ISSUE_.*_LINK$/,
  ),
  'Unauthorized Attempts': (e) => e.result === 'unauthorized' && Date.parse(e.time) >= since(7 * 24 * hour),
};

const within14Days = (at: number) => at >= Date.now() && at <= since(-14 * 24 * hour);
const ofProfiles: Record<string, (profile: Profile) => boolean> = {
  Overview: () => true,
  'Ending soon': (p) => p.until !== null && within14Days(Date.parse(p.until)),
  'Inactive Users': (p) => Date.parse(p.used ?? p.created) < since(90 * 24 * hour),
};

const allDataActor = { ...actorOf(tenant, 'all') };
const actor = { ...allDataActor, authority: { ...allDataActor.authority, features: ['secureKey'] } };
const idsOf = <R>(list: List<R>, view: string) =>
  inTenant(portal.database.app, tenant, (db) => readAll({ db, actor, list, query: { custom_view: view } }, 200));
const fits = <T extends { id: string }>(all: readonly T[], says: (one: T) => boolean) =>
  all.flatMap((one) => (says(one) ? [one.id] : []));

const namesOf = (list: AnyList) => list.views.map(({ value }) => value);

async function expectOnly<R>(list: List<R>, view: string, expected: readonly string[]) {
  const { ids, totals } = await idsOf(list, view);
  expect(expected.length).toBeGreaterThan(0);
  expect(new Set(ids)).toEqual(new Set(expected));
  expect(totals[0]).toBe(expected.length);
}
test.each(Object.entries(ofDevices))('devices: %s shows exactly its rows', (view, says) =>
  expectOnly(deviceList, view, fits(devices, says)),
);
test.each(Object.entries(ofEvents))('activity: %s shows exactly its rows', (view, says) =>
  expectOnly(eventList, view, fits(events, says)),
);
test.each(Object.entries(ofProfiles))('profiles: %s shows exactly its rows', (view, says) =>
  expectOnly(profileList, view, fits(profiles, says)),
);

test('in the demo, as in real fleets, most devices have the newest firmware, and some are behind', () => {
  const reporting = devices.filter(({ firmware }) => firmware !== null);
  const old = fits(reporting, ofDevices['Old firmware'] ?? (() => false)).length / reporting.length;
  expect(old).toBeGreaterThan(0.02);
  expect(old).toBeLessThan(0.25);
});

test('OnePASS Supported Devices requires the right to see OnePASS keys', async () => {
  const view = 'OnePASS Supported Devices';
  expect(viewsFor(deviceList, actor).map(({ value }) => value)).toContain(view);
  expect(viewsFor(deviceList, allDataActor).map(({ value }) => value)).not.toContain(view);
  const refused = inTenant(portal.database.app, tenant, (db) =>
    run({ db, actor: allDataActor, list: deviceList, query: { custom_view: view } }),
  );
  await expect(refused).rejects.toMatchObject({ code: 'invalidFilterValue' });
});

test('every view is covered', () => {
  expect(new Set(namesOf(deviceList))).toEqual(new Set(Object.keys(ofDevices)));
  expect(new Set(namesOf(eventList))).toEqual(new Set(Object.keys(ofEvents)));
  expect(new Set(namesOf(profileList))).toEqual(new Set(Object.keys(ofProfiles)));
  for (const list of [deviceList, eventList, profileList]) expect(namesOf(list)[0]).toBe('Overview');
});
