-- What the pictures of a long range read: sums of all types, and rows that the index answers by itself.

-- The slots of event_slot over all types. Written by triggers on it, so that what a server of the release before sums up beside this one
-- is in them as well.
create table event_slot_sum (
  tenant_id uuid not null references tenant (id),
  minutes smallint not null check (minutes in (15, 1440)),
  location_set_id uuid not null,
  slot timestamptz not null,
  n bigint not null,
  primary key (tenant_id, minutes, location_set_id, slot) include (n)
) with (fillfactor = 90);
select protect_tenant('event_slot_sum');

create function sum_new_slots() returns trigger language plpgsql as $$
begin
  insert into event_slot_sum as s (tenant_id, minutes, location_set_id, slot, n)
  select tenant_id, minutes, location_set_id, slot, sum(n) from added
  group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (tenant_id, minutes, location_set_id, slot) do update set n = s.n + excluded.n;
  return null;
end $$;
create function sum_changed_slots() returns trigger language plpgsql as $$
begin
  insert into event_slot_sum as s (tenant_id, minutes, location_set_id, slot, n)
  select tenant_id, minutes, location_set_id, slot, sum(n)
  from (select tenant_id, minutes, location_set_id, slot, n from after_change
    union all select tenant_id, minutes, location_set_id, slot, -n from before_change) c
  group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (tenant_id, minutes, location_set_id, slot) do update set n = s.n + excluded.n;
  return null;
end $$;
create trigger sum_new_slots after insert on event_slot
  referencing new table as added for each statement execute function sum_new_slots();
create trigger sum_changed_slots after update on event_slot
  referencing old table as before_change new table as after_change for each statement execute function sum_changed_slots();

-- The triggers' lock keeps writers out until the sums are complete.
alter table event_slot no force row level security;
alter table event_slot_sum no force row level security;
insert into event_slot_sum (tenant_id, minutes, location_set_id, slot, n)
select tenant_id, minutes, location_set_id, slot, sum(n) from event_slot group by 1, 2, 3, 4;
alter table event_slot force row level security;
alter table event_slot_sum force row level security;

alter table event_slot
  drop constraint event_slot_pkey,
  add primary key (tenant_id, minutes, location_set_id, slot, event) include (n);

-- with what counts of attempts group by
drop index event_unauthorized;
create index event_unauthorized on event (tenant_id, event_time, id) include (event, location_set_id, agent_party)
  where result = 'unauthorized';

-- with the location, by which the devices of a picture are counted
drop index device_battery, device_temperature;
create index device_battery on device (tenant_id, battery_floor) include (location_value_id) where battery_floor is not null;
create index device_temperature on device (tenant_id, temperature_floor desc) include (location_value_id) where temperature_floor is not null;
