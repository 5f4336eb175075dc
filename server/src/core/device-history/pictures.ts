// The histories of the devices that a picture shows: each is one statement, which reads those of its rows alone.
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

type Common = { id: string; name: string; serial: string; location: string | null; total: number };
export type ConnectionRow = Common & {
  since: string | null;
  isOnline: boolean;
  share: number | null;
  /** The earliest history of all of them, also of those left out. */
  begin: string | null;
  online: { from: string; until: string }[];
};

/** OKMs with their times on line, clipped to the range and to now, those with the smallest share first. */
export function readOkms(
  db: Db,
  locations: DeviceLocations,
  { from, to, offlineMinutes, limit }: Range & { offlineMinutes: number; limit: number },
): Promise<ConnectionRow[]> {
  const until = sql`case when c.until < 'infinity' then c.until when o.is_online then now() else o.state_updated_at end`;
  const touching = sql`${own('c')} and c.device_id = o.id and c.since < r.end_at and c.until >= r.start_at`;
  return runSql<ConnectionRow>(
    db,
    sql`with r as materialized (select ${from}::timestamptz as start_at, least(${to}::timestamptz, now()) as end_at),
      o as materialized (
        select d.id, d.name, d.name_fold, d.serial_number, d.location_value_id, d.state_updated_at,
          coalesce(d.state_updated_at >= now() - make_interval(mins => ${offlineMinutes}::integer), false) as is_online,
          (select min(c.since) from controller_connection c where ${own('c')} and c.device_id = d.id) as since
        from device d join device_type t on ${own('t')} and t.id = d.device_type_id and t.device_class = 'OKM'
        where ${at(locations)}),
      s as (
        select o.*, case when o.since < r.end_at and r.start_at < r.end_at then least(1, coalesce(extract(epoch from (
            select sum(greatest(least(${until}, r.end_at) - greatest(c.since, r.start_at), interval '0'))
            from controller_connection c where ${touching})), 0)
          / extract(epoch from r.end_at - greatest(o.since, r.start_at))) end as share
        from o cross join r),
      x as materialized (
        select s.*, count(*) over () as total, min(s.since) over () as begin from s
        order by s.share nulls last, s.name_fold collate natural_order, s.id limit ${limit}::integer)
      select o.id, o.name, o.serial_number as serial, l.name as location, o.total::bigint, o.since, o.is_online as "isOnline", o.share::float8, o.begin,
        coalesce((select json_agg(json_build_object('from', to_json(i.since), 'until', to_json(i.until)) order by i.since) from (
          select greatest(c.since, r.start_at) as since, least(${until}, r.end_at) as until
          from controller_connection c where ${touching}) i where i.until >= i.since), '[]') as online
      from x o cross join r left join tag_value l on ${own('l')} and l.id = o.location_value_id
      order by o.share nulls last, o.name_fold collate natural_order, o.id`,
  );
}

export type ReadingRow = Common & {
  value: number;
  at: string;
  /** When the history of the field begins. */
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

/** The devices with the lowest battery or the highest temperature, each with the last point of so many hours of UTC. */
export function readExtremes(
  db: Db,
  locations: DeviceLocations,
  { field, hours, limit, ...range }: Range & { field: ReadingField; hours: number; limit: number },
): Promise<ReadingRow[]> {
  const { column, value, direction } = orders[field];
  return runSql<ReadingRow>(
    db,
    sql`with x as materialized (
        select d.id, d.name, d.serial_number, d.location_value_id, ${value} as value, d.state_times ->> ${field}::text as at,
          row_number() over (order by ${column} ${direction}, ${value} ${direction}, d.name_fold collate natural_order, d.id) as n
        from device d where ${at(locations)} and ${column} is not null
        order by ${column} ${direction}, ${value} ${direction}, d.name_fold collate natural_order, d.id limit ${limit}::integer)
      select x.id, x.name, x.serial_number as serial, l.name as location, x.value, x.at,
        (select count(*) from device d where ${at(locations)} and ${column} is not null) as total,
        (select r.seen_at from device_reading r
          where ${own('r')} and r.device_id = x.id and r.field = ${field}::text order by r.hour limit 1) as since,
        coalesce((select json_agg(json_build_object('at', to_json(p.seen_at), 'value', p.value) order by p.seen_at)
          from ${pointsOf(sql`r.device_id = x.id and r.field = ${field}::text`, range, hours)} p), '[]') as points
      from x left join tag_value l on ${own('l')} and l.id = x.location_value_id
      order by x.n`,
  );
}
