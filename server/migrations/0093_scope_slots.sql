-- The slots of those who see many locations but not all: summed up for the locations of one scope, as event_slot does for all.

-- A scope whose slots are summed up. Its row is there once they are complete.
create table event_scope (
  tenant_id uuid not null references tenant (id),
  id uuid not null default uuidv7(),
  -- SHA-256 of the sorted ids of its locations: an index cannot hold hundreds of them
  locations_hash bytea not null check (length(locations_hash) = 32),
  locations uuid[] not null,
  used_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint event_scope_locations unique (tenant_id, locations_hash)
);
select protect_tenant('event_scope');

create table event_scope_slot (
  tenant_id uuid not null,
  scope_id uuid not null,
  minutes smallint not null check (minutes in (15, 1440)),
  -- with a row for each type of event, or one for all types, whose event is ''
  by_type boolean not null,
  slot timestamptz not null,
  event text not null check (by_type = (event <> '')),
  n bigint not null,
  primary key (tenant_id, scope_id, minutes, by_type, slot, event) include (n)
) with (fillfactor = 90);
select protect_tenant('event_scope_slot');

-- One at a time adds to the slots of a tenant or sums them up for a new scope, so that no slot is left out or counted twice. Taken before
-- the first slot is written: who held slots while waiting for the lock could wait for who waits for those slots.
create function lock_slots() returns trigger language plpgsql as $$
declare
  tenant text := current_setting('app.tenant_id', true);
begin
  if tenant <> '' then
    perform pg_advisory_xact_lock(hashtextextended('slots ' || tenant, 0));
  end if;
  return null;
end $$;
create trigger lock_slots before insert on event_slot for each statement execute function lock_slots();

-- Triggers, so that what a server of the release before sums up beside this one is counted as well.
create function add_new_scope_slots() returns trigger language plpgsql as $$
begin
  insert into event_scope_slot as x (tenant_id, scope_id, minutes, by_type, slot, event, n)
  with m as materialized (
    select s.tenant_id, s.id as location_set_id, o.id as scope_id
    from (select distinct tenant_id, location_set_id from added) a
    join location_set s on s.tenant_id = a.tenant_id and s.id = a.location_set_id
    join event_scope o on o.tenant_id = s.tenant_id and o.locations && s.locations)
  select m.tenant_id, m.scope_id, a.minutes, k.by_type, a.slot, case when k.by_type then a.event else '' end, sum(a.n)
  from m join added a on a.tenant_id = m.tenant_id and a.location_set_id = m.location_set_id
  cross join (values (true), (false)) k (by_type)
  group by 1, 2, 3, 4, 5, 6
  on conflict (tenant_id, scope_id, minutes, by_type, slot, event) do update set n = x.n + excluded.n;
  return null;
end $$;
create function add_changed_scope_slots() returns trigger language plpgsql as $$
begin
  insert into event_scope_slot as x (tenant_id, scope_id, minutes, by_type, slot, event, n)
  with a as materialized (
    select tenant_id, location_set_id, minutes, slot, event, n from after_change
    union all select tenant_id, location_set_id, minutes, slot, event, -n from before_change),
  m as materialized (
    select s.tenant_id, s.id as location_set_id, o.id as scope_id
    from (select distinct tenant_id, location_set_id from a) a
    join location_set s on s.tenant_id = a.tenant_id and s.id = a.location_set_id
    join event_scope o on o.tenant_id = s.tenant_id and o.locations && s.locations)
  select m.tenant_id, m.scope_id, a.minutes, k.by_type, a.slot, case when k.by_type then a.event else '' end, sum(a.n)
  from m join a on a.tenant_id = m.tenant_id and a.location_set_id = m.location_set_id
  cross join (values (true), (false)) k (by_type)
  group by 1, 2, 3, 4, 5, 6
  on conflict (tenant_id, scope_id, minutes, by_type, slot, event) do update set n = x.n + excluded.n;
  return null;
end $$;
create trigger add_new_scope_slots after insert on event_slot
  referencing new table as added for each statement execute function add_new_scope_slots();
create trigger add_changed_scope_slots after update on event_slot
  referencing old table as before_change new table as after_change for each statement execute function add_changed_scope_slots();

-- The restricted role has no rights on the job queue; it has the slots of locations of its own tenant summed up by this.
create function queue_scope_slots(locations uuid[], hash text) returns void
language plpgsql security definer set search_path = pg_catalog as $$
begin
  perform graphile_worker.add_job('scope-slots',
    json_build_object('tenantId', current_setting('app.tenant_id'), 'locations', locations),
    job_key => 'scope-slots ' || current_setting('app.tenant_id') || ' ' || hash, max_attempts => 3);
end $$;
revoke execute on function queue_scope_slots(uuid[], text) from public;
grant execute on function queue_scope_slots(uuid[], text) to keyward_app;
