-- What each controller should hold (docs/gateway.md): entries with the version at which each last changed, what of it was
-- fetched and confirmed, and the queue of what has to be judged again.

create table controller_state (
  tenant_id uuid not null,
  device_id uuid not null,
  -- later for a device that is added again, and when a controller holds a version that the database, restored, has not made yet
  epoch bigint not null default (extract(epoch from clock_timestamp()) * 1000)::bigint,
  -- raised when the content changes, and by nothing else; 0: the content was never judged
  version bigint not null default 0,
  -- SHA-256 over the ids and hashes of the entries, in hexadecimal
  digest text not null default '',
  fetched_version bigint not null default 0,
  fetched_at timestamptz,
  -- the latest instant until which a controller may use what it was handed
  usable_until timestamptz,
  -- the version that it last said it holds; 0: none, or one that differs from ours
  confirmed_version bigint not null default 0,
  confirmed_at timestamptz,
  -- what its last confirmation came to
  outcome text check (outcome in ('works', 'older', 'drift', 'unknown', 'refused')),
  -- why it refused a version, in its own words
  reason text check (char_length(reason) <= 500),
  -- its last call about access
  heard_at timestamptz,
  primary key (tenant_id, device_id),
  foreign key (tenant_id, device_id) references device (tenant_id, id) on delete cascade
) with (fillfactor = 75);
select protect_tenant('controller_state');

-- The digest of each version, by which a confirmation is compared, for as long as a delta can begin at it.
create table controller_version (
  tenant_id uuid not null,
  controller_id uuid not null,
  version bigint not null,
  digest text not null,
  -- when it was made
  at timestamptz not null default now(),
  primary key (tenant_id, controller_id, version),
  foreign key (tenant_id, controller_id) references controller_state (tenant_id, device_id) on delete cascade
);
select protect_tenant('controller_version');

-- A device, a person or a OnePASS key that a controller should hold.
create table controller_entry (
  tenant_id uuid not null,
  controller_id uuid not null,
  -- of the device, profile or key; without a foreign key, since a delta names what was removed
  entry_id uuid not null,
  kind text not null check (kind in ('device', 'person', 'key')),
  -- null: removed, kept so that a delta can say so
  content text,
  -- of the content
  hash text not null,
  -- the version at which it last changed or was removed
  version bigint not null,
  -- when the change that led to it was saved
  changed_at timestamptz not null,
  -- its own end; of a removed entry, that of what a controller may still hold
  not_after timestamptz,
  primary key (tenant_id, controller_id, entry_id),
  foreign key (tenant_id, controller_id) references controller_state (tenant_id, device_id) on delete cascade
);
create index controller_entry_version on controller_entry (tenant_id, controller_id, version);
create index controller_entry_id on controller_entry (tenant_id, entry_id);
create index controller_entry_end on controller_entry (tenant_id, not_after) where content is not null and not_after is not null;
select protect_tenant('controller_entry');

-- What changed, in the transaction that changed it. Rows are only added, so that no writer waits for another.
create table controller_mark (
  tenant_id uuid not null references tenant (id) on delete cascade,
  id uuid not null default uuidv7(),
  -- device: its controller is judged as a whole; all: every controller of the tenant is
  kind text not null check (kind in ('profile', 'role', 'key', 'device', 'controller', 'all')),
  target uuid,
  at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index controller_mark_target on controller_mark (tenant_id, target);
select protect_tenant('controller_mark');

-- The entries that have to be judged again, by controller; the zero id: all of them.
create table controller_due (
  tenant_id uuid not null,
  controller_id uuid not null,
  entry_id uuid not null,
  kind text not null check (kind in ('all', 'person', 'key')),
  -- when the earliest change was saved
  at timestamptz not null,
  primary key (tenant_id, controller_id, entry_id),
  foreign key (tenant_id, controller_id) references device (tenant_id, id) on delete cascade
);
select protect_tenant('controller_due');

-- Queues the job once a transaction. Not by a job key: its row would make writers wait for each other.
create function queue_controllers(changed uuid) returns void
language plpgsql security definer set search_path = pg_catalog as $$
begin
  if current_setting('app.controllers_queued', true) is distinct from changed::text then
    perform graphile_worker.add_job('controllers', json_build_object('tenantId', changed),
      queue_name => 'controllers ' || changed, max_attempts => 10);
    perform set_config('app.controllers_queued', changed::text, true);
  end if;
end $$;
revoke execute on function queue_controllers(uuid) from public;
grant execute on function queue_controllers(uuid) to keyward_app;

-- For triggers by statement, whose table of changed rows is `changed`; the arguments: the kind and the column of the target.
create function mark_controllers_by_statement() returns trigger language plpgsql as $$
declare
  tenant uuid;
begin
  for tenant in execute format(
    'with marked as (
       insert into controller_mark (tenant_id, kind, target)
       select distinct tenant_id, %L, %I from changed where %2$I is not null returning tenant_id)
     select distinct tenant_id from marked', tg_argv[0], tg_argv[1])
  loop
    perform queue_controllers(tenant);
  end loop;
  return null;
end $$;

-- For triggers by row, where only some columns count.
create function mark_controllers_by_row() returns trigger language plpgsql as $$
begin
  execute format('insert into controller_mark (tenant_id, kind, target) values ($1.tenant_id, %L, $1.%I)',
    tg_argv[0], tg_argv[1]) using new;
  perform queue_controllers(new.tenant_id);
  return null;
end $$;

-- Profiles: a new one has no role yet, which is what lets it do something.
create trigger mark_controllers after update of disabled, valid_from, valid_until, name, username on profile for each row
  when (old.disabled <> new.disabled or old.valid_from is distinct from new.valid_from
    or old.valid_until is distinct from new.valid_until or old.name <> new.name or old.username <> new.username)
  execute function mark_controllers_by_row('profile', 'id');
create trigger mark_controllers_deleted after delete on profile referencing old table as changed
  for each statement execute function mark_controllers_by_statement('profile', 'id');

create trigger mark_controllers_added after insert on profile_role referencing new table as changed
  for each statement execute function mark_controllers_by_statement('profile', 'profile_id');
create trigger mark_controllers_deleted after delete on profile_role referencing old table as changed
  for each statement execute function mark_controllers_by_statement('profile', 'profile_id');

create trigger mark_controllers_added after insert on profile_tag referencing new table as changed
  for each statement execute function mark_controllers_by_statement('profile', 'profile_id');
create trigger mark_controllers_updated after update on profile_tag referencing new table as changed
  for each statement execute function mark_controllers_by_statement('profile', 'profile_id');
create trigger mark_controllers_deleted after delete on profile_tag referencing old table as changed
  for each statement execute function mark_controllers_by_statement('profile', 'profile_id');

-- PINs: a verifier that is sealed again under another key of the server is the same verifier.
create trigger mark_controllers after update of set_at, verifier on pin for each row
  when (old.set_at <> new.set_at or (old.verifier is null) <> (new.verifier is null))
  execute function mark_controllers_by_row('profile', 'profile_id');
create trigger mark_controllers_added after insert on pin referencing new table as changed
  for each statement execute function mark_controllers_by_statement('profile', 'profile_id');
create trigger mark_controllers_deleted after delete on pin referencing old table as changed
  for each statement execute function mark_controllers_by_statement('profile', 'profile_id');

create trigger mark_controllers_added after insert on role_permission referencing new table as changed
  for each statement execute function mark_controllers_by_statement('role', 'role_id');
create trigger mark_controllers_updated after update on role_permission referencing new table as changed
  for each statement execute function mark_controllers_by_statement('role', 'role_id');
create trigger mark_controllers_deleted after delete on role_permission referencing old table as changed
  for each statement execute function mark_controllers_by_statement('role', 'role_id');

-- Devices: a report changes other columns.
create trigger mark_controllers_added after insert on device referencing new table as changed
  for each statement execute function mark_controllers_by_statement('device', 'id');
create trigger mark_controllers_deleted after delete on device referencing old table as changed
  for each statement execute function mark_controllers_by_statement('controller', 'controller_id');
create trigger mark_controllers after update of controller_id, location_value_id, device_type_id, serial_number on device
  for each row when (old.controller_id is distinct from new.controller_id
    or old.location_value_id is distinct from new.location_value_id or old.device_type_id <> new.device_type_id
    or old.serial_number <> new.serial_number)
  execute function mark_controllers_by_row('device', 'id');

-- The controller that a device leaves.
create function mark_former_controller() returns trigger language plpgsql as $$
begin
  insert into controller_mark (tenant_id, kind, target) values (old.tenant_id, 'controller', old.controller_id);
  perform queue_controllers(old.tenant_id);
  return null;
end $$;
create trigger mark_former_controller after update of controller_id on device for each row
  when (old.controller_id is not null and old.controller_id is distinct from new.controller_id)
  execute function mark_former_controller();

create trigger mark_controllers_added after insert on device_tag referencing new table as changed
  for each statement execute function mark_controllers_by_statement('device', 'device_id');
create trigger mark_controllers_updated after update on device_tag referencing new table as changed
  for each statement execute function mark_controllers_by_statement('device', 'device_id');
create trigger mark_controllers_deleted after delete on device_tag referencing old table as changed
  for each statement execute function mark_controllers_by_statement('device', 'device_id');

-- A tag that becomes the location, or a type that becomes another class, concerns every controller.
create function mark_all_controllers() returns trigger language plpgsql as $$
begin
  insert into controller_mark (tenant_id, kind) values (new.tenant_id, 'all');
  perform queue_controllers(new.tenant_id);
  return null;
end $$;
create trigger mark_controllers after update of type, is_location on tag_definition for each row
  when (old.type <> new.type or old.is_location <> new.is_location) execute function mark_all_controllers();
create trigger mark_controllers after update of device_class on device_type for each row
  when (old.device_class <> new.device_class) execute function mark_all_controllers();

-- OnePASS keys: a use counts when it is the last one, or gives one back.
create trigger mark_controllers after update of device_id, invite_id, expires_at, max_uses, uses on secure_key for each row
  when (old.device_id <> new.device_id or old.invite_id is distinct from new.invite_id
    or old.expires_at <> new.expires_at or (old.uses < old.max_uses) <> (new.uses < new.max_uses))
  execute function mark_controllers_by_row('key', 'id');
create trigger mark_controllers_added after insert on secure_key referencing new table as changed
  for each statement execute function mark_controllers_by_statement('key', 'id');
create trigger mark_controllers_deleted after delete on secure_key referencing old table as changed
  for each statement execute function mark_controllers_by_statement('key', 'id');

create function mark_keys_of_invite() returns trigger language plpgsql as $$
begin
  insert into controller_mark (tenant_id, kind, target)
    select k.tenant_id, 'key', k.id from secure_key k where k.tenant_id = new.tenant_id and k.invite_id = new.id;
  perform queue_controllers(new.tenant_id);
  return null;
end $$;
create trigger mark_controllers after update of status on secure_key_invite for each row
  when ((old.status = 'CANCELLED') <> (new.status = 'CANCELLED')) execute function mark_keys_of_invite();
