-- When keys are due back (contract/src/curfew.ts): '20:00' is a time of the location's day, '8h' so long after check-out.
alter table device add column curfew text;
alter table device add constraint device_curfew_form check (curfew ~ '^(([01][0-9]|2[0-3]):[0-5][0-9]|[1-9][0-9]{0,2}h)$');
alter table location_hours add column curfew text;
alter table location_hours add constraint location_hours_curfew_form
  check (curfew ~ '^(([01][0-9]|2[0-3]):[0-5][0-9]|[1-9][0-9]{0,2}h)$');

-- When a key that was checked out at `taken` is due; null without a curfew. A time of day means the first instant at which
-- the clock of the zone shows it or a later time of that date: of a time that comes twice the first, and for one that is
-- skipped the moment of the change.
create function key_due(taken timestamptz, curfew text, zone text) returns timestamptz
  language sql stable parallel safe
  return case
    when curfew like '%h' then taken + make_interval(hours => rtrim(curfew, 'h')::integer)
    when curfew is not null then (
      select min(reached.instant)
      from generate_series(0, 2) as days
      cross join lateral (select (taken at time zone zone)::date + days + curfew::time as wall) as due
      -- PostgreSQL reads a skipped time with the offset before the change, and takes the second of a time that comes twice
      cross join lateral (select due.wall at time zone zone as instant) as latest
      cross join lateral (
        select case
          when latest.instant at time zone zone = due.wall
            and (latest.instant - interval '3 hours') at time zone zone = due.wall - interval '3 hours' then latest.instant
          -- the clock changes by at most two hours
          else (select min(minute)
                from generate_series(latest.instant - interval '3 hours', latest.instant, interval '1 minute') as minute
                where minute at time zone zone >= due.wall)
        end as instant) as reached
      where reached.instant > taken)
  end;
