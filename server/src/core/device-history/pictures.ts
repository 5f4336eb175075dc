// The histories of several devices for a picture: each is one statement, which reads the histories of its own page alone.
import type { Point } from '@keyward/contract/device-history';
import type { ReadingField } from '@keyward/contract/device-metrics';
import type { DeviceLocations } from '#core/devices/locations.ts';
import { join, own, runSql, type Sql, sql } from '#db/sql.ts';
import type { Db } from '#db/tenant.ts';
import type { Range } from './range.ts';
import { pointsOf } from './read.ts';

/** Devices `d` at these locations. */
function at({ scope, filters }: DeviceLocations): Sql {
  const tests = filters.map(({ values, unassigned, not }) => {
    const test = sql`(d.location_value_id = any(${values}::uuid[]) or (${unassigned}::boolean and d.location_value_id is null))`;
    return not ? sql`(${test}) is not true` : test;
  });
  const visible = scope ? [sql`d.location_value_id = any(${scope}::uuid[])`] : [];
  return join([own('d'), ...visible, ...tests], ' and ');
}

/** Planned for these values: only an array that the planner knows is hashed, and a person may have hundreds of locations. */
const planned = { once: true };

type Common = { id: string; name: string; serial: string; location: string | null; total: number; page: number };
/** `page` counts from 1; a page beyond the last reads the last. */
type Paged = { page: number; size: number };
const skipped = ({ page, size }: Paged, total: Sql): Sql =>
  sql`least(${page - 1}::bigint, greatest(0, (${total} - 1) / ${size}::integer)) * ${size}::integer`;

export type ConnectionRow = Common & {
  since: string | null;
  isOnline: boolean;
  share: number | null;
  /** The beginning of the earliest history of all OKMs, also of those on other pages; null when before the range. */
  begin: string | null;
  online: { from: string; until: string }[];
};

/**
 * A page of OKMs with their times on line, clipped to the range and to now, smallest share first. The share is the difference of
 * the sums at the two ends of the range, so that OKMs on other pages cost the same whatever the range is. The beginning of a
 * history is looked up if none is found at the beginning of the range.
 */
export function readOkms(
  db: Db,
  locations: DeviceLocations,
  { from, to, offlineMinutes, ...paged }: Range & Paged & { offlineMinutes: number },
): Promise<ConnectionRow[]> {
  const until = sql`case when c.until < 'infinity' then c.until when o.is_online then now() else o.state_updated_at end`;
  const ofOkm = sql`${own('c')} and c.device_id = o.id`;
  /** Seconds on line until an instant since the history began, null before it. */
  const onlineUntil = (end: Sql) =>
    sql`(select c.online_before + greatest(0, coalesce(extract(epoch from least(${until}, ${end}) - c.since), 0))
      from controller_connection c where ${ofOkm} and c.since <= ${end} order by c.since desc limit 1)`;
  return runSql<ConnectionRow>(
    db,
    sql`with r as materialized (select ${from}::timestamptz as start_at, least(${to}::timestamptz, now()) as end_at),
      d as materialized (
        select d.id, d.name, d.name_fold, d.serial_number, d.location_value_id, d.state_updated_at,
          coalesce(d.state_updated_at >= now() - make_interval(mins => ${offlineMinutes}::integer), false) as is_online
        from device d join device_type t on ${own('t')} and t.id = d.device_type_id and t.device_class = 'OKM'
        where ${at(locations)}),
      k as materialized (select o.*, ${onlineUntil(sql`r.start_at`)} as online_before_range from d o cross join r),
      o as (
        select k.*, f.since, f.online_before
        from k left join lateral (
          select c.since, c.online_before from controller_connection c
          where ${own('c')} and c.device_id = k.id and k.online_before_range is null order by c.since limit 1) f on true),
      s as materialized (
        select o.*, case when (o.online_before_range is not null or o.since < r.end_at) and r.start_at < r.end_at then least(1, greatest(0,
            ${onlineUntil(sql`r.end_at`)} - coalesce(o.online_before_range, o.online_before))
          / extract(epoch from r.end_at - greatest(o.since, r.start_at))) end as share
        from o cross join r),
      n as materialized (
        select k.*, ${skipped(paged, sql`k.total`)} as skipped from (
          select count(*) as total, case when count(s.online_before_range) = 0 then min(s.since) end as begin from s) k),
      x as materialized (
        select s.* from s order by s.share nulls last, s.name_fold collate natural_order, s.id
        limit ${paged.size}::integer offset (select skipped from n))
      select o.id, o.name, o.serial_number as serial, l.name as location, o.is_online as "isOnline", o.share::float8,
        (select c.since from controller_connection c where ${ofOkm} order by c.since limit 1) as since, n.total::bigint, n.begin, n.skipped / ${paged.size}::integer + 1 as page,
        coalesce((select json_agg(json_build_object('from', to_json(i.since), 'until', to_json(i.until)) order by i.since) from (
          select greatest(c.since, r.start_at) as since, least(${until}, r.end_at) as until
          from controller_connection c where ${ofOkm} and c.since < r.end_at and c.until >= r.start_at) i where i.until >= i.since), '[]') as online
      from x o cross join r cross join n left join tag_value l on ${own('l')} and l.id = o.location_value_id
      order by o.share nulls last, o.name_fold collate natural_order, o.id`,
    planned,
  );
}

export type ReadingRow = Common & {
  value: number;
  at: string;
  /** The beginning of the field's history. */
  since: string | null;
  points: Point[];
};

const orders: Record<ReadingField, { column: Sql; value: Sql; direction: Sql }> = {
  battery: { column: sql`d.battery_floor`, value: sql`(d.state ->> 'battery')::float8`, direction: sql`asc` },
  temperature: {
    column: sql`d.temperature_floor`,
    value: sql`(d.state ->> 'temperature')::float8`,
    direction: sql`desc`,
  },
};

/** A page of the devices with the lowest battery or highest temperature, each with the last point in every `hours` of UTC. */
export function readExtremes(
  db: Db,
  locations: DeviceLocations,
  { field, hours, from, to, ...paged }: Range & Paged & { field: ReadingField; hours: number },
): Promise<ReadingRow[]> {
  const { column, value, direction } = orders[field];
  const order = sql`${column} ${direction}, ${value} ${direction}, d.name_fold collate natural_order, d.id`;
  return runSql<ReadingRow>(
    db,
    sql`with n as materialized (
        select k.total, ${skipped(paged, sql`k.total`)} as skipped
        from (select count(*) as total from device d where ${at(locations)} and ${column} is not null) k),
      x as materialized (
        select d.id, d.name, d.serial_number, d.location_value_id, ${value} as value, d.state_times ->> ${field}::text as at,
          row_number() over (order by ${order}) as n
        from device d where ${at(locations)} and ${column} is not null
        order by ${order} limit ${paged.size}::integer offset (select skipped from n))
      select x.id, x.name, x.serial_number as serial, l.name as location, x.value, x.at,
        n.total::bigint, n.skipped / ${paged.size}::integer + 1 as page,
        (select r.seen_at from device_reading r
          where ${own('r')} and r.device_id = x.id and r.field = ${field}::text order by r.hour limit 1) as since,
        coalesce((select json_agg(json_build_object('at', to_json(p.seen_at), 'value', p.value) order by p.seen_at)
          from ${pointsOf(sql`x.id`, sql`array[${field}::text]`, { from, to }, hours)} p), '[]') as points
      from x cross join n left join tag_value l on ${own('l')} and l.id = x.location_value_id
      order by x.n`,
    planned,
  );
}
