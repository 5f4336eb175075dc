import { expect, test } from 'vitest';
import { inTenant, rows } from '#db/tenant.ts';
import { openPortal } from '#testing/portal.ts';
import { demoTenants } from './demo.ts';
import { loadStaffedFleet } from './fleet.ts';
import { darkSince, datesUntil, historyOf, reportDay, reportNow, reportStart } from './history.ts';
import { heartbeats } from './line.ts';
import { demoSpec } from './model.ts';
import { tenantIdOf, writeTenant } from './tenant.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const days = 12;

test('an OKM reports at regular intervals, not during an outage, and when the outage ends', () => {
  const times = heartbeats(0, 60 * minute, [{ from: 15 * minute, to: 42 * minute }]).map((time) => time / minute);
  expect(times).toEqual([10, 42, 52, 60]);
  expect(heartbeats(5, 5, [])).toEqual([]);
  // an outage without an end
  expect(heartbeats(0, 25 * minute, [{ from: 5 * minute, to: Infinity }])).toEqual([25 * minute]);
});

test('the demo has a history of connections and temperatures of its OKMs, with outages, and some OKMs are offline', async () => {
  const portal = await openPortal();
  const [demo] = demoTenants;
  if (!demo) throw new Error('there is no demo');
  const now = new Date(Math.floor(Date.now() / minute) * minute);
  const start = new Date(now.getTime() - days * day).toISOString();
  const small = { ...demo, slug: 'past', hosts: ['past.localhost'], stores: demo.stores.slice(0, 5), profiles: 20 };
  const { connections, temperatures, offline } = await inTenant(
    portal.database.system,
    tenantIdOf(small.slug),
    async (db) => {
      await writeTenant(db, demoSpec(small, 'hash', now));
      const histories = (await loadStaffedFleet(db)).map((store, i) => historyOf(store, i, small.seed));
      for (const history of histories) {
        await reportStart(db, history, new Date(start));
        for (const date of datesUntil(history.store.zone, now, days)) await reportDay(db, history, date, now);
        await reportNow(db, history, now);
      }
      return {
        offline: histories.flatMap(({ silent, dark }) => [
          ...[...silent].map((okm) => ({ id: okm.id, last: now.getTime() - 20 * minute })),
          ...[...dark].map((okm) => ({ id: okm.id, last: darkSince(now) })),
        ]),
        connections: await rows<{ id: string; since: string; until: string | null; last: string }>(
          db,
          `select c.device_id as id, c.since, nullif(c.until, 'infinity') as until, d.state_updated_at as last
           from controller_connection c join device d on d.tenant_id = $1 and d.id = c.device_id
           where c.tenant_id = $1 order by c.device_id, c.since`,
          [db.tenantId],
        ),
        temperatures: await rows<{ measured: number }>(
          db,
          `select count(distinct date_trunc('day', r.hour at time zone 'UTC'))::int as measured
           from device_reading r join device d on d.tenant_id = $1 and d.id = r.device_id
           join device_type t on t.tenant_id = $1 and t.id = d.device_type_id
           where r.tenant_id = $1 and t.device_class = 'OKM' and r.field = 'temperature' group by r.device_id`,
          [db.tenantId],
        ),
      };
    },
  );
  const ofOkms = [...Map.groupBy(connections, ({ id }) => id).values()];
  expect(ofOkms).toHaveLength(10);
  for (const own of ofOkms) {
    expect(own[0]?.since).toBe(start);
    // only the last one has not ended
    expect(own.map(({ until }) => until === null)).toEqual(own.map((_, i) => i === own.length - 1));
    for (const [i, { since }] of own.slice(1).entries()) {
      const silence = Date.parse(since) - Date.parse(own[i]?.until ?? '');
      expect(silence).toBeGreaterThan(15 * minute);
      expect(silence).toBeLessThan(5 * 60 * minute);
    }
  }
  expect(ofOkms.some((own) => own.length > 1)).toBe(true);
  expect(offline).toHaveLength(2);
  for (const { id, last } of offline)
    expect(Date.parse(connections.find((one) => one.id === id)?.last ?? '')).toBe(last);
  expect(temperatures).toHaveLength(10);
  for (const { measured } of temperatures) expect(measured).toBeGreaterThan(days - 3);
}, 60_000);
