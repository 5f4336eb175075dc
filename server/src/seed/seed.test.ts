import { curfew } from '@keyward/contract/curfew';
import { deviceClasses } from '@keyward/contract/devices';
import { limits } from '@keyward/contract/limits';
import { deliveries, inviteStatuses } from '@keyward/contract/onepass';
import { describe, expect, test } from 'vitest';
import { inTenant, rows } from '#db/tenant.ts';
import { findKeysOut } from '#modules/custody/queries.ts';
import { tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';
import { demoTenants, seedDemo } from './demo.ts';
import { deviceTypes, typeOfSerial } from './device-types.ts';
import { loadStaffedFleet } from './fleet.ts';
import { datesUntil, historyOf, reportDay, reportNow, reportStart, updateLastActive } from './history.ts';
import { seedInvitations } from './invitations.ts';
import { daysWithAnEnd, keysOfKind, seedKeys } from './keys.ts';
import { demoSpec } from './model.ts';
import { hoursOn, isOpen } from './stores.ts';
import { seedTenant, tenantIdOf, writeTenant } from './tenant.ts';

const now = new Date('2026-05-20T15:00:00Z');
const specs = demoTenants.map((t) => demoSpec(t, 'hash', now));

describe('the demo', () => {
  test('is two tenants of about 20 stores, 1,500 devices and 400 people', () => {
    expect(demoTenants.flatMap((t) => t.stores)).toHaveLength(20);
    expect(specs.flatMap((s) => s.devices)).toHaveLength(1500);
    expect(specs.flatMap((s) => s.profiles)).toHaveLength(400);
  });

  test('is deterministic', () => {
    expect(demoTenants.map((t) => demoSpec(t, 'hash', now))).toEqual(specs);
  });

  test('stays within the limits, and every serial number has one type', () => {
    for (const { devices, profiles } of specs) {
      expect(new Set(devices.map((d) => d.serial)).size).toBe(devices.length);
      expect(new Set(profiles.map((p) => p.username)).size).toBe(profiles.length);
      for (const d of devices) {
        expect(d.serial).toMatch(/^[0-9A-F]{16}$/);
        expect([...d.name].length).toBeLessThanOrEqual(limits.deviceName);
        expect(deviceClasses).toContain(typeOfSerial(d.serial).deviceClass);
      }
      for (const p of profiles) {
        expect([...p.name].length).toBeLessThanOrEqual(limits.profileName);
        expect(p.username).toMatch(/^[a-z]+(\.[a-z]+\d*)?(@harbor\.example)?$/);
      }
    }
    const prefixes = deviceTypes.flatMap((t) => t.prefixes);
    expect(new Set(prefixes).size).toBe(prefixes.length);
  });

  test('opens its stores in their own zones, also at clock changes', () => {
    expect(hoursOn('Europe/London', '2026-03-28').open.toISOString()).toBe('2026-03-28T09:30:00.000Z');
    expect(hoursOn('Europe/London', '2026-03-30').open.toISOString()).toBe('2026-03-30T08:30:00.000Z');
    expect(isOpen('Asia/Tokyo', new Date('2026-05-20T00:29:00Z'))).toBe(false);
    expect(isOpen('Asia/Tokyo', new Date('2026-05-20T00:30:00Z'))).toBe(true);
  });
});

const portal = await openPortal();
describe('in a database', () => {
  test('the interrupted creation of a tenant leaves nothing, and the next call creates the tenant', async () => {
    const [spec] = specs;
    if (!spec) throw new Error('no spec');
    const cut = { ...spec, slug: 'cut', hosts: ['cut.localhost'] };
    const id = tenantIdOf('cut');
    const made = inTenant(portal.database.system, id, async (db) => {
      await writeTenant(db, cut);
      throw new Error('power cut');
    });
    await expect(made).rejects.toThrow('power cut');
    const left = () => portal.database.system.query('select from tenant where slug = $1', ['cut']);
    expect((await left()).rowCount).toBe(0);
    const tenant = await seedTenant(portal.database.system, cut);
    expect((await left()).rowCount).toBe(1);
    const sums = await inTenant(portal.database.app, tenant.id, (db) =>
      rows<{ resource: string; n: number }>(
        db,
        'select resource, sum(n)::int as n from list_tally where tenant_id = $1 group by 1',
        [tenant.id],
      ),
    );
    expect(sums.toSorted((a, b) => (a.resource < b.resource ? -1 : 1))).toEqual([
      { resource: 'device', n: cut.devices.length },
      { resource: 'user', n: cut.profiles.length },
    ]);
  });

  test('the demo has active, used up and expired keys, all with a location; one ends each day', async () => {
    const made = await portal.inTenant('demo', async (db) => ({
      events: await seedKeys(db, portal.vault, 1, new Date()),
      keys: await db.selectFrom('secure_key_row').select(['status', 'location_value_id', 'expires_at']).execute(),
    }));
    const statuses = Map.groupBy(made.keys, ({ status }) => status);
    const active = statuses.get('active') ?? [];
    // one key ends within each 24 hours of the demo from now on
    const today = Date.now();
    for (let day = 0; day < daysWithAnEnd; day++) {
      const hours = active.map((key) => (Date.parse(key.expires_at) - today) / 3_600_000 - day * 24);
      expect(hours.some((left) => left > 0 && left <= 24)).toBe(true);
    }
    expect(statuses.get('usedUp')).toHaveLength(keysOfKind);
    expect(statuses.get('expired')).toHaveLength(keysOfKind);
    expect(made.keys.every((key) => key.location_value_id !== null)).toBe(true);
  });

  test('the demo has invitations in every state', async () => {
    const made = await portal.inTenant('demo', async (db) => {
      await seedInvitations(db, portal.vault);
      return db.selectFrom('secure_key_invite').select(['status', 'delivery']).execute();
    });
    expect(new Set(made.map(({ status }) => status))).toEqual(new Set(inviteStatuses));
    // a link that the sender hands over is made in the portal, where mails are withdrawn as well
    const inPortal = ['linkMade', 'withdrawn'];
    expect(new Set([...made.map(({ delivery }) => delivery), ...inPortal])).toEqual(new Set(deliveries));
  });

  test('existing demo data is not changed', async () => {
    const lines: string[] = [];
    await seedDemo(portal.database, portal.vault, { info: (text) => lines.push(text) });
    expect(lines).toEqual([]);
  });

  test('reported events are all counted, arrive after they happened, and are not in the future', async () => {
    const totals = await inTenant(portal.database.app, tenants.harbor, async (db) => {
      const fleet = await loadStaffedFleet(db);
      expect(fleet.map((s) => s.name)).toEqual(['North']);
      let events = 0;
      for (const [i, store] of fleet.entries()) {
        const history = historyOf(store, i, 7);
        await reportStart(db, history, new Date(now.getTime() - 4 * 86_400_000));
        for (const date of datesUntil(store.zone, now, 3)) events += await reportDay(db, history, date, now);
        events += await reportNow(db, history, now);
      }
      // the profiles of the test world have just signed in
      await rows(db, 'update profile set last_active_at = null where tenant_id = $1', [db.tenantId]);
      await updateLastActive(db);
      return events;
    });
    const [stored] = await portal.inTenant('harbor', (db) =>
      rows(
        db,
        `select count(*)::int as events, (select sum(n) from event_total where tenant_id = $1)::int as counted,
          count(*) filter (where received_at < event_time or event_time > $2)::int as impossible,
          count(distinct event)::int > 4 as varied,
          count(*) filter (where body::jsonb ->> 'system' is distinct from 'gateway')::int as elsewhere
         from event where tenant_id = $1`,
        [tenants.harbor, now.toISOString()],
      ),
    );
    expect(totals).toBeGreaterThan(60);
    expect(stored).toEqual({ events: totals, counted: totals, impossible: 0, varied: true, elsewhere: 0 });
    const uses = await portal.inTenant('harbor', (db) =>
      rows<{ same: boolean }>(
        db,
        `select p.last_active_at = max(e.event_time) as same from event e
         join profile p on p.tenant_id = $1 and p.id = e.agent_id
         where e.tenant_id = $1 and e.entity_domain = 'device' and coalesce(e.result, 'success') = 'success' group by p.id, p.last_active_at`,
        [tenants.harbor],
      ),
    );
    expect(uses.length).toBeGreaterThan(0);
    expect(uses.every(({ same }) => same)).toBe(true);
  });

  test('the board of keys that are out shows each of its states at the start, and every curfew of the demo is valid', async () => {
    const [demo] = demoTenants;
    if (!demo) throw new Error('there is no demo');
    const at = new Date();
    const small = { ...demo, slug: 'board', hosts: ['board.localhost'], stores: demo.stores.slice(0, 6) };
    const spec = demoSpec({ ...small, profiles: 20 }, 'hash', at);
    const curfews = [...(spec.tags[0]?.hours?.values() ?? []), ...spec.devices].flatMap((of) => of.curfew ?? []);
    expect(curfews.length).toBeGreaterThan(spec.devices.filter((device) => device.curfew).length);
    for (const text of curfews) expect(curfew.parse(text)).toBe(text);
    const [first] = await inTenant(portal.database.system, tenantIdOf(small.slug), async (db) => {
      await writeTenant(db, spec);
      for (const [i, store] of (await loadStaffedFleet(db)).entries()) {
        const history = historyOf(store, i, 1);
        await reportStart(db, history, new Date(at.getTime() - 86_400_000));
        await reportNow(db, history, at);
      }
      const board = { actor: { allData: true, locations: [] }, scope: null, filters: [], zone: 'UTC' };
      return findKeysOut(db, { ...board, dueSoonMinutes: 60 }, { limit: 1, offset: 0 });
    });
    const { overdue, dueSoon, inTime, noCurfew } = first ?? {};
    for (const keys of [overdue, dueSoon, inTime, noCurfew]) expect(keys).toBeGreaterThan(0);
  });

  test('one OKM is offline at any hour of a day', async () => {
    const [demo] = demoTenants;
    if (!demo) throw new Error('there is no demo');
    for (let hour = 8; hour < 20; hour++) {
      const at = new Date(Date.UTC(2026, 4, 20, hour, 5));
      const small = { ...demo, slug: `at-${hour}`, hosts: [`at-${hour}.localhost`], stores: demo.stores.slice(0, 3) };
      const spec = demoSpec({ ...small, profiles: 10 }, 'hash', at);
      const late = await inTenant(portal.database.system, tenantIdOf(small.slug), async (db) => {
        await writeTenant(db, spec);
        const store = (await loadStaffedFleet(db))[2];
        if (!store) throw new Error('there is no third store');
        const history = historyOf(store, 2, 1);
        await reportStart(db, history, new Date(at.getTime() - 86_400_000));
        for (const date of datesUntil(store.zone, at, 1)) await reportDay(db, history, date, at);
        await reportNow(db, history, at);
        return rows<{ late: boolean }>(
          db,
          'select state_updated_at < $3 as late from device where tenant_id = $1 and id = any($2)',
          [db.tenantId, store.okms.map(({ id }) => id), new Date(at.getTime() - 15 * 60_000)],
        );
      });
      expect(late.filter((okm) => okm.late).length, `at ${hour}:05`).toBe(1);
    }
  }, 60_000);
});
