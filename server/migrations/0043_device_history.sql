-- What devices reported over time. The latest value of each field stays in device.state: a row is written when a value of another
-- hour follows it, so that most reports write nothing here.

create table device_reading (
  tenant_id uuid not null,
  -- without a foreign key, which costs as much as the row: readings are deleted with their device
  device_id uuid not null,
  field text not null,
  -- a full hour in UTC
  hour timestamptz not null,
  -- the value of that hour which was seen last, and when
  seen_at timestamptz not null,
  value double precision not null,
  primary key (tenant_id, device_id, field, hour)
) partition by range (hour);
create table device_reading_default partition of device_reading default;
select protect_tenant('device_reading');

-- When an OKM was on line: from its first report after a silence to its last one before the next.
create table controller_connection (
  tenant_id uuid not null,
  device_id uuid not null,
  since timestamptz not null,
  -- infinity: no silence since, as far as reports have shown; then device.state_updated_at is the last report
  until timestamptz not null,
  primary key (tenant_id, device_id, since),
  foreign key (tenant_id, device_id) references device (tenant_id, id) on delete cascade
);
create index controller_connection_until on controller_connection (tenant_id, until);
select protect_tenant('controller_connection');

-- As ensure_event_partitions.
create function ensure_reading_partitions(since timestamptz, months_ahead integer) returns integer
language plpgsql as $$
declare
  month date := date_trunc('month', since at time zone 'UTC');
  last date := date_trunc('month', now() at time zone 'UTC') + make_interval(months => months_ahead);
  part text;
  lower_end timestamptz;
  upper_end timestamptz;
  made integer := 0;
begin
  perform pg_advisory_xact_lock(hashtext('ensure_reading_partitions'));
  while month <= last loop
    part := 'device_reading_' || to_char(month, 'YYYY_MM');
    if to_regclass(part) is null then
      lower_end := month::timestamp at time zone 'UTC';
      upper_end := (month + interval '1 month')::timestamp at time zone 'UTC';
      execute format('create table %I (like device_reading including defaults including constraints)', part);
      execute format(
        'with moved as (delete from device_reading_default where hour >= %L and hour < %L returning *) insert into %I select * from moved',
        lower_end, upper_end, part);
      execute format('alter table device_reading attach partition %I for values from (%L) to (%L)', part, lower_end, upper_end);
      made := made + 1;
    end if;
    month := month + interval '1 month';
  end loop;
  return made;
end $$;

-- Drops the months that end before an instant, and deletes what is as old in no month of its own.
create function drop_reading_partitions(before timestamptz) returns integer
language plpgsql as $$
declare
  part text;
  dropped integer := 0;
begin
  for part in select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'device_reading'::regclass and c.relname ~ '^device_reading_\d{4}_\d\d$' loop
    if (to_date(right(part, 7), 'YYYY_MM') + interval '1 month')::timestamp at time zone 'UTC' <= before then
      execute format('drop table %I', part);
      dropped := dropped + 1;
    end if;
  end loop;
  delete from device_reading_default where hour < before;
  return dropped;
end $$;

-- The history of the OKMs that report already begins with their last report.
alter table device no force row level security;
alter table device_type no force row level security;
alter table controller_connection no force row level security;
insert into controller_connection (tenant_id, device_id, since, until)
select d.tenant_id, d.id, d.state_updated_at, 'infinity'
from device d join device_type t on t.tenant_id = d.tenant_id and t.id = d.device_type_id
where t.device_class = 'OKM' and d.state_updated_at is not null;
alter table device force row level security;
alter table device_type force row level security;
alter table controller_connection force row level security;
