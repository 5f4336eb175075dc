// Every figure of the pictures of devices matches the list of devices: number, devices, and values of the latest reports.
import { printFilter } from '@keyward/contract/filter';
import { maxConnectionRows, maxReadingRows } from '@keyward/contract/device-metric-pages';
import { readingFields } from '@keyward/contract/device-metrics';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { findIds } from '#core/list/page.ts';
import { rows } from '#db/tenant.ts';
import { deviceList } from '#modules/devices/list.ts';
import { readConnectivity, readReadings } from '#modules/dashboard/devices.ts';
import { actorOf } from '#testing/actor.ts';
import { nightly } from '#testing/nightly.ts';
import { tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';

const portal = await openPortal();
const tenant = tenants.demo;
const { system } = portal.database;
const hour = 3_600_000;
const day = 24 * hour;
const start = Math.floor(Date.now() / hour) * hour - 40 * day;
const iso = (ms: number) => new Date(ms).toISOString();

const { rows: locationValues } = await system.query<{ id: string; name: string; tag: string }>(
  `select v.id, v.name, d.id as tag from tag_value v join tag_definition d on d.tenant_id = v.tenant_id and d.id = v.tag_definition_id
   where v.tenant_id = $1 and d.is_location and v.name in ('North', 'South') order by v.name`,
  [tenant],
);
const [north] = locationValues;

/** Hours after the start: at most 39 days of them. */
const hours = fc.integer({ min: 0, max: 39 * 24 - 1 });
const value = fc.option(fc.double({ min: -20, max: 120, noNaN: true }).map((n) => Math.round(n * 10) / 10 + 0));
const devices = fc
  .sample(
    fc.record({
      id: fc.uuid({ version: 7 }),
      isOkm: fc.boolean(),
      locationValue: fc.constantFrom(...locationValues, undefined),
      /** Beginnings and ends, alternating; without the last end the OKM still reports. */
      changes: fc.uniqueArray(hours, { maxLength: 7 }).map((list) => list.toSorted((a, b) => a - b)),
      battery: value,
      temperature: value,
      /** Values of readings by their hours. */
      readings: fc.dictionary(hours.map(String), fc.integer({ min: -20, max: 120 }), { maxKeys: 30 }),
    }),
    { numRuns: 60, seed: 7 },
  )
  .map((device, i) => ({
    ...device,
    name: `Device ${i % 40}`,
    serial: `AB${i.toString(16).toUpperCase().padStart(14, '0')}`,
  }));

/** A device last reported just now, or with the last change of its connection. */
const isReporting = ({ changes }: (typeof devices)[number]) => changes.length % 2 === 1;
const reportedAt = (device: (typeof devices)[number]) =>
  isReporting(device) ? Date.now() : start + (device.changes.at(-1) ?? 0) * hour;
const seenAt = start + 39 * day;

beforeAll(async () => {
  await system.query('delete from device where tenant_id = $1 and controller_id is not null', [tenant]);
  await system.query('delete from device where tenant_id = $1', [tenant]);
  const { rows: types } = await system.query<{ id: string; device_class: string }>(
    "select id, device_class from device_type where tenant_id = $1 and device_class in ('OKM', 'LOCK')",
    [tenant],
  );
  const typeOf = (name: string) => types.find(({ device_class }) => device_class === name)?.id;
  for (const device of devices) {
    const { id, isOkm, locationValue, battery, temperature } = device;
    const state = {
      ...(battery === null ? {} : { battery }),
      ...(temperature === null ? {} : { temperature }),
    };
    const times = Object.fromEntries(Object.keys(state).map((name) => [name, iso(seenAt)]));
    await system.query(
      `insert into device (tenant_id, id, device_type_id, name, serial_number, location_definition_id, location_value_id, state, state_times, state_updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [
        tenant,
        id,
        typeOf(isOkm ? 'OKM' : 'LOCK'),
        device.name,
        device.serial,
        locationValue?.tag,
        locationValue?.id,
        state,
        times,
        iso(reportedAt(device)),
      ],
    );
    for (const [hoursAfter, read] of Object.entries(device.readings)) {
      const at = iso(start + Number(hoursAfter) * hour);
      await system.query(
        "insert into device_reading select $1, $2, f, $3, $3, $4 from unnest(array['battery', 'temperature']) f",
        [tenant, id, at, read],
      );
    }
    if (!isOkm) continue;
    for (let i = 0; i < device.changes.length; i += 2) {
      const [since, until] = [device.changes[i], device.changes[i + 1]];
      await system.query('insert into controller_connection values ($1, $2, $3, $4)', [
        tenant,
        id,
        iso(start + (since ?? 0) * hour),
        until === undefined ? 'infinity' : iso(start + until * hour),
      ]);
    }
  }
});

const actors = {
  all: actorOf(tenant, 'all'),
  north: actorOf(tenant, [north?.id ?? '']),
  both: actorOf(
    tenant,
    locationValues.map(({ id }) => id),
  ),
  none: actorOf(tenant, []),
};
const cases = fc.record({
  actor: fc.constantFrom<keyof typeof actors>('all', 'all', 'north', 'both', 'none'),
  location: fc.constantFrom(
    undefined,
    undefined,
    'North',
    'North,South',
    'NOT_EXISTS',
    'not:North',
    'South,NOT_EXISTS',
  ),
  page: fc.constantFrom(1, 1, 1, 2, 3, 999_999_999),
  ends: fc.tuple(hours, fc.integer({ min: 1, max: 40 * 24 * 60 })).map(([from, minutes]) => ({
    from: start + from * hour + 7 * 60_000,
    to: Math.min(start + from * hour + 7 * 60_000 + minutes * 60_000, Date.now() - 60_000),
  })),
});

/** Expects the rows of the page, or of the last page if there are fewer. Returns the number of rows before it. */
function expectPage(
  found: { total: number; page: number; rows: readonly unknown[] },
  { page, size, total }: { page: number; size: number; total: number },
): number {
  const last = Math.max(1, Math.ceil(total / size));
  expect(found.page).toBe(Math.min(page, last));
  const skipped = (found.page - 1) * size;
  expect(found.rows).toHaveLength(Math.min(size, total - skipped));
  return skipped;
}

test('the OKMs shown are those of the list, with their share of the time online', async () => {
  const seen = new Set<string>();
  await portal.inTenant('demo', (db) =>
    fc.assert(
      fc.asyncProperty(cases, async ({ actor, location, page, ends: { from, to } }) => {
        const who = actors[actor];
        const filters = location ? { [`tags.${north?.tag}`]: location } : {};
        const found = await readConnectivity(db, who, { from: iso(from), to: iso(to), page, filters });
        const listed = await findIds(db, who, deviceList, { ...filters, device_class: 'OKM' }, 1000);
        expect(found.total).toBe(listed.total);
        const wanted = devices
          .filter(({ id }) => listed.ids.includes(id))
          .map((device) => {
            const times = device.changes.map((one) => start + one * hour);
            const since = times[0];
            const begin = Math.max(from, since ?? Infinity);
            const online = times.flatMap((time, i) => {
              const span = [Math.max(from, time), Math.min(to, times[i + 1] ?? to)] as const;
              return i % 2 === 0 && time < to && (times[i + 1] ?? to) >= from ? [span] : [];
            });
            const sum = online.reduce((all, [a, b]) => all + Math.max(0, b - a), 0);
            return { device, online, since, share: begin < to ? Math.min(1, sum / (to - begin)) : null };
          })
          .toSorted((a, b) => (a.share ?? 2) - (b.share ?? 2));
        const skipped = expectPage(found, { page, size: maxConnectionRows, total: listed.total });
        found.rows.forEach((row, i) => {
          const own = wanted.find(({ device }) => device.id === row.id);
          expect(row.serial).toBe(own?.device.serial);
          expect(row.location).toBe(own?.device.locationValue?.name ?? null);
          expect(row.isOnline).toBe(own && isReporting(own.device));
          const shares = [row.share, own?.share, wanted[skipped + i]?.share].map((share) => (share ?? -1).toFixed(6));
          expect(new Set(shares).size, shares.join()).toBe(1);
          expect(row.since && Date.parse(row.since)).toBe(own?.since ?? null);
          expect(row.online.map((one) => [Date.parse(one.from), Date.parse(one.until)])).toEqual(own?.online);
        });
        const begin = Math.min(...wanted.map(({ since = Infinity }) => since));
        expect(found.noDataBefore).toBe(begin > from && begin < Infinity ? iso(begin) : null);
        // the list to which some of the bands lead
        const some = found.rows.slice(1, 4);
        const link = { ...filters, serial_number: printFilter({ op: 'in', values: some.map(({ serial }) => serial) }) };
        if (some.length > 0) {
          const opened = await findIds(db, who, deviceList, link, 10);
          expect(new Set(opened.ids)).toEqual(new Set(some.map(({ id }) => id)));
        }
        seen.add(`${actor} ${found.total > 0}`).add(`page ${found.page}`);
      }),
      { numRuns: nightly ? 400 : 60 },
    ),
  );
  expect(seen).toContain('north true');
  expect(seen).not.toContain('none true');
  expect(seen).toContain('page 2');
});

test('the lowest batteries and the highest temperatures shown are those of the list', async () => {
  await portal.inTenant('demo', (db) =>
    fc.assert(
      fc.asyncProperty(cases, fc.constantFrom(...readingFields), async ({ actor, location, page, ends }, field) => {
        const who = actors[actor];
        const { from, to } = ends;
        const filters = location ? { [`tags.${north?.tag}`]: location } : {};
        const found = await readReadings(db, who, { from: iso(from), to: iso(to), field, page, filters });
        const listed = await findIds(db, who, deviceList, { ...filters, [field]: 'EXISTS' }, 1000);
        expect(found.total).toBe(listed.total);
        const skipped = expectPage(found, { page, size: maxReadingRows, total: listed.total });
        const sign = field === 'battery' ? 1 : -1;
        const wanted = devices
          .filter(({ id }) => listed.ids.includes(id))
          .toSorted((a, b) => sign * ((a[field] ?? 0) - (b[field] ?? 0)));
        found.rows.forEach((row, i) => {
          const own = wanted.find(({ id }) => id === row.id);
          expect([row.value, row.at]).toEqual([own?.[field], iso(seenAt)]);
          expect(row.value).toBe(wanted[skipped + i]?.[field]);
          const times = Object.entries(own?.readings ?? {})
            .map(([hoursAfter, read]) => ({ at: start + Number(hoursAfter) * hour, value: read }))
            .filter(({ at }) => at >= from && at < to)
            .toSorted((a, b) => a.at - b.at);
          const present = seenAt >= from && seenAt < to ? [{ at: seenAt, value: row.value }] : [];
          const bin = ({ at }: { at: number }) => Math.floor(at / (found.hours * hour));
          const points = [...Map.groupBy([...times, ...present], bin).values()].flatMap((some) => some.slice(-1));
          expect(row.points.map((point) => ({ ...point, at: Date.parse(point.at) }))).toEqual(points);
        });
        // the values of the list, by which it filters
        const [first] = found.rows;
        if (!first) return;
        const floor = Math.floor(first.value);
        const alike = wanted.filter((device) => Math.floor(device[field] ?? 0) === floor);
        const query = { ...filters, [field]: floor < 0 ? `\\${floor}` : String(floor) };
        expect((await findIds(db, who, deviceList, query, 100)).total).toBe(alike.length);
        const [stored] = await rows<{ n: number }>(
          db,
          `select ${field}_floor as n from device where tenant_id = $1 and id = $2`,
          [tenant, first.id],
        );
        expect(stored?.n).toBe(floor);
      }),
      { numRuns: nightly ? 400 : 60 },
    ),
  );
});
