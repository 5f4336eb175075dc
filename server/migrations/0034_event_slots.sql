-- Events by quarter hour and by day in UTC, from which every zone's hours and days can be cut.

create table event_slot (
  tenant_id uuid not null references tenant (id),
  -- the length of the slot: a quarter hour or a day
  minutes smallint not null check (minutes in (15, 1440)),
  -- all ones: the events of every location set
  location_set_id uuid not null,
  slot timestamptz not null,
  event text not null,
  n bigint not null,
  primary key (tenant_id, minutes, location_set_id, slot, event)
) with (fillfactor = 90);
select protect_tenant('event_slot');

-- What is not yet in event_slot, by quarter hour: added with the events, as event_party_new is, and summed up by a job.
create table event_slot_new (
  tenant_id uuid not null,
  id uuid not null default uuidv7(),
  location_set_id uuid not null,
  slot timestamptz not null,
  event text not null,
  n bigint not null,
  primary key (tenant_id, id)
);
select protect_tenant('event_slot_new');

-- A trigger, so that events which a server of the release before writes beside this one are counted as well.
create function queue_event_slots() returns trigger language plpgsql as $$
begin
  insert into event_slot_new (tenant_id, location_set_id, slot, event, n)
  select tenant_id, location_set_id, date_bin('15 minutes', event_time, 'epoch'), event, count(*)
  from added group by 1, 2, 3, 4;
  return null;
end $$;
create trigger queue_event_slots after insert on event
  referencing new table as added for each statement execute function queue_event_slots();

-- The events until now, month by month. The trigger's lock keeps writers out until the counts are complete.
do $$
declare
  part regclass;
begin
  alter table event no force row level security;
  alter table event_slot no force row level security;
  for part in select inhrelid::regclass from pg_inherits where inhparent = 'event'::regclass loop
    execute format($fill$
      insert into event_slot (tenant_id, minutes, location_set_id, slot, event, n)
      select tenant_id, 15, location_set_id, date_bin('15 minutes', event_time, 'epoch'), event, count(*)
      from %s group by 1, 3, 4, 5
    $fill$, part);
  end loop;
  insert into event_slot (tenant_id, minutes, location_set_id, slot, event, n)
  select tenant_id, 15, 'ffffffff-ffff-ffff-ffff-ffffffffffff', slot, event, sum(n)
  from event_slot where minutes = 15 group by 1, 4, 5;
  insert into event_slot (tenant_id, minutes, location_set_id, slot, event, n)
  select tenant_id, 1440, location_set_id, date_bin('1 day', slot, 'epoch'), event, sum(n)
  from event_slot where minutes = 15 group by 1, 3, 4, 5;
  alter table event force row level security;
  alter table event_slot force row level security;
end $$;
