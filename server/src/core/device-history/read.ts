// Queries of the history of one device.
import type { Point } from '@keyward/contract/device-history';
import type { StateValue } from '@keyward/contract/devices';
import { own, runSql, type Sql, sql } from '#db/sql.ts';
import type { Db } from '#db/tenant.ts';
import type { Range } from './range.ts';
import { numberFields } from './readings.ts';

export type KnownDevice = {
  id: string;
  state: Record<string, StateValue>;
  state_times: Record<string, string>;
  state_schema: Parameters<typeof numberFields>[0];
};

const hourMs = 3_600_000;
const bin = (at: string, hours: number) => Math.floor(Date.parse(at) / (hours * hourMs));

/** Adds the present value, which is not yet a reading and is later than all readings. */
export function withPresent(points: readonly Point[], present: Point | undefined, { from, to }: Range, hours: number) {
  if (!present || present.at < from || present.at >= to) return [...points];
  const last = points.at(-1);
  const before = last && bin(last.at, hours) === bin(present.at, hours) ? points.slice(0, -1) : points;
  return [...before, present];
}

export function presentOf({ state, state_times: times }: Pick<KnownDevice, 'state' | 'state_times'>, field: string) {
  const [value, at] = [state[field], times[field]];
  return typeof value === 'number' && at !== undefined ? { at, value } : undefined;
}

/**
 * The readings of a device in a range, the last in every `hours` hours of UTC. With several hours a point, each point is one
 * look-up from the end of its hours: sorting all readings of 13 months takes four times as long.
 */
export function pointsOf(device: Sql, fields: Sql, { from, to }: Range, hours: number): Sql {
  const within = sql`r.hour >= date_bin('1 hour', ${from}::timestamptz, 'epoch') and r.hour < ${to}::timestamptz
    and r.seen_at >= ${from}::timestamptz and r.seen_at < ${to}::timestamptz`;
  if (hours === 1) {
    return sql`(select r.field, r.seen_at, r.value from device_reading r
      where ${own('r')} and r.device_id = ${device} and r.field = any(${fields}) and ${within})`;
  }
  const step = sql`make_interval(hours => ${hours}::integer)`;
  const ofField = sql`${own('r')} and r.device_id = ${device} and r.field = f.field`;
  return sql`(select f.field, p.seen_at, p.value
    from unnest(${fields}) f (field)
    cross join lateral (select r.hour from device_reading r where ${ofField} and ${within} order by r.hour limit 1) s
    cross join lateral generate_series(date_bin(${step}, s.hour, 'epoch'), ${to}::timestamptz, ${step}) b (bin)
    cross join lateral (select r.seen_at, r.value from device_reading r
      where ${ofField} and r.hour >= b.bin and r.hour < b.bin + ${step} and ${within} order by r.hour desc limit 1) p)`;
}

/** The numbers of a device in a range, the last in every `hours` hours of UTC; fields without any are left out. */
export async function readNumbers(
  db: Db,
  device: KnownDevice,
  { from, to }: Range,
  { hours, fields = numberFields(device.state_schema) }: { hours: number; fields?: readonly string[] },
): Promise<{ field: string; points: Point[] }[]> {
  const rows = await runSql<{ field: string; at: string; value: number }>(
    db,
    sql`select p.field, p.seen_at as at, p.value
      from ${pointsOf(sql`${device.id}::uuid`, sql`${fields}::text[]`, { from, to }, hours)} p
      order by p.field, p.seen_at`,
  );
  const byField = Map.groupBy(rows, ({ field }) => field);
  return fields
    .map((field) => {
      const points = (byField.get(field) ?? []).map(({ at, value }) => ({ at, value }));
      return { field, points: withPresent(points, presentOf(device, field), { from, to }, hours) };
    })
    .filter(({ points }) => points.length > 0);
}

/** The beginning of the history of a device; null: it has never reported. */
export async function readSince(db: Db, device: KnownDevice): Promise<string | null> {
  const fields = numberFields(device.state_schema);
  const [row] = await runSql<{ since: string | null }>(
    db,
    sql`select least(
      (select min(f.since) from unnest(${fields}::text[]) as n (field)
        cross join lateral (select r.seen_at as since from device_reading r
          where ${own('r')} and r.device_id = ${device.id} and r.field = n.field order by r.hour limit 1) f),
      (select min(c.since) from controller_connection c where ${own('c')} and c.device_id = ${device.id})) as since`,
  );
  const present = fields.flatMap((field) => presentOf(device, field)?.at ?? []);
  return [...present, ...(row?.since ? [row.since] : [])].toSorted()[0] ?? null;
}

/** The times on line that touch the range. An open connection ends with its last report if that is too old. */
export function readConnections(
  db: Db,
  deviceId: string,
  { from, to }: Range,
  offlineMinutes: number,
): Promise<{ from: string; until: string | null }[]> {
  return runSql(
    db,
    sql`select v.since as "from", v.until from (
        select c.since, case when c.until < 'infinity' then c.until
          when d.state_updated_at < now() - make_interval(mins => ${offlineMinutes}::integer) then d.state_updated_at end as until
        from controller_connection c join device d on ${own('d')} and d.id = c.device_id
        where ${own('c')} and c.device_id = ${deviceId} and c.since < ${to}::timestamptz and c.until >= ${from}::timestamptz) v
      where v.until is null or v.until >= ${from}::timestamptz
      order by v.since`,
  );
}
