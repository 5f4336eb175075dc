-- Uses of OnePASS keys as controllers ask for them, wrong entries at devices, and commands to controllers.

-- Uses off line beyond the most that a key has: they happened, and are counted beside `uses`.
alter table secure_key add column over_uses integer not null default 0 check (over_uses >= 0);

-- Each use that a controller asked for or reported, with the answer that a repeat of its number gets.
create table secure_key_use (
  tenant_id uuid not null references tenant (id),
  controller_id uuid not null,
  -- of the controller
  number uuid not null,
  -- of what was asked; keyed, since people enter PINs where a code is wanted
  request_hash bytea not null,
  -- null: no key, or none that is known
  key_id uuid,
  -- the time step of the code
  step bigint,
  offline boolean not null default false,
  granted boolean not null,
  reason text,
  uses_left integer,
  at timestamptz not null default now(),
  -- the controller gave the use back: no opening followed
  returned_at timestamptz,
  constraint secure_key_use_number primary key (tenant_id, controller_id, number),
  foreign key (tenant_id, controller_id) references device (tenant_id, id) on delete cascade,
  check (returned_at is null or (granted and not offline))
);
create index secure_key_use_at on secure_key_use (tenant_id, at);
select protect_tenant('secure_key_use');

-- Wrong PINs and codes of late, in tries that drain with time: of a device, and of all devices under the tenant's own id.
create table wrong_entry (
  tenant_id uuid not null references tenant (id),
  of_id uuid not null,
  tries double precision not null,
  blocked_until timestamptz,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, of_id)
);
select protect_tenant('wrong_entry');

-- A command to a device, which its controller fetches and answers. It ends by itself, and is never carried out late.
create table device_command (
  tenant_id uuid not null references tenant (id),
  id uuid not null default uuidv7(),
  device_id uuid not null,
  type text not null check (type in ('unlock')),
  -- of a profile, which may have been deleted since
  created_by uuid not null,
  created_by_name text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  state text not null default 'saved' check (state in
    ('saved', 'handedOut', 'done', 'refused', 'unknown', 'cancelled')),
  -- the controller that it was handed to
  controller_id uuid,
  handed_out_at timestamptz,
  -- when it came to its last state
  ended_at timestamptz,
  -- why it was refused, cancelled or is unknown: a name of the contract, or the controller's own words
  reason text check (char_length(reason) <= 200),
  -- when the controller carried it out, by the controller's clock
  controller_time timestamptz,
  -- who cancelled it
  ended_by_name text,
  primary key (tenant_id, id),
  foreign key (tenant_id, device_id) references device (tenant_id, id) on delete cascade,
  check ((handed_out_at is null) = (controller_id is null)),
  check ((ended_at is null) = (state in ('saved', 'handedOut')))
);
create index device_command_of on device_command (tenant_id, device_id, id);
-- few: what waits for a controller
create index device_command_open on device_command (tenant_id, device_id) where ended_at is null;
select protect_tenant('device_command');

-- The restricted role queues the job that watches a command until its end, in its own tenant.
create function queue_device_command(command_id uuid, at timestamptz) returns void
language plpgsql security definer set search_path = pg_catalog as $$
begin
  perform graphile_worker.add_job('device-command',
    json_build_object('tenantId', current_setting('app.tenant_id'), 'commandId', command_id), run_at => at, max_attempts => 5);
end $$;
revoke execute on function queue_device_command(uuid, timestamptz) from public;
grant execute on function queue_device_command(uuid, timestamptz) to keyward_app;
