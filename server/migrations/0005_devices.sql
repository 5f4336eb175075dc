-- Devices: their types, tags, keys that people hold, and the tokens that controllers report with.

create table device_type (
  tenant_id uuid not null references tenant (id),
  id uuid not null default uuidv7(),
  name text not null,
  name_fold text generated always as (fold(name)) stored,
  device_class text not null check (device_class in ('KEY', 'LOCK', 'POD', 'OKM')),
  secure_key_compatible boolean not null default false,
  location_restricted boolean not null default false,
  deletion_restricted boolean not null default false,
  info_schema jsonb not null default '{}',
  state_schema jsonb not null default '{}',
  primary key (tenant_id, id),
  constraint device_type_name_unique unique (tenant_id, name_fold)
);
select protect_tenant('device_type');

-- A device type owns every serial number that begins with one of its prefixes; the longest prefix wins.
create table serial_range (
  tenant_id uuid not null,
  prefix text not null check (prefix ~ '^[0-9A-F]{1,15}$'),
  device_type_id uuid not null,
  primary key (tenant_id, prefix),
  foreign key (tenant_id, device_type_id) references device_type (tenant_id, id) on delete cascade
);
select protect_tenant('serial_range');

-- A report rewrites its devices' rows. While no index holds a value that changed, the new version stays on the row's page
-- and no index is written (HOT): so pages have room, and the order by the last report has steps (reported_from).
create table device (
  tenant_id uuid not null references tenant (id),
  id uuid not null default uuidv7(),
  device_type_id uuid not null,
  name text not null check (char_length(name) between 1 and 64),
  name_fold text generated always as (fold(name)) stored,
  serial_number text not null check (serial_number ~ '^[0-9A-F]{16}$'),
  search text generated always as (fold(name) || E'\x1f' || lower(serial_number)) stored,
  location_definition_id uuid,
  location_value_id uuid,
  -- the OKM it reports through
  controller_id uuid,
  info jsonb not null default '{}',
  state jsonb not null default '{}',
  -- when each value of state was reported, by its name
  state_times jsonb not null default '{}',
  state_updated_at timestamptz,
  security_status text check (security_status in ('secured', 'unsecured')),
  version integer not null default 1,
  updated_by text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- state_updated_at in steps of five minutes: most reports leave its index as it is
  reported_from timestamptz not null generated always as
    (date_bin('5 minutes', coalesce(state_updated_at, '-infinity'::timestamptz), '2000-01-01T00:00:00Z'::timestamptz)) stored,
  primary key (tenant_id, id),
  constraint device_serial_number_unique unique (tenant_id, serial_number),
  constraint device_type_fk foreign key (tenant_id, device_type_id) references device_type (tenant_id, id),
  constraint device_location_fk foreign key (tenant_id, location_definition_id, location_value_id)
    references tag_value (tenant_id, tag_definition_id, id),
  constraint device_location_whole check ((location_definition_id is null) = (location_value_id is null)),
  constraint device_controller_fk foreign key (tenant_id, controller_id) references device (tenant_id, id)
) with (fillfactor = 75);
create index device_name on device (tenant_id, name_fold collate natural_order, id);
create index device_location_name on device (tenant_id, location_value_id, name_fold collate natural_order, id);
create index device_created on device (tenant_id, created_at, id);
create index device_reported on device (tenant_id, reported_from);
create index device_type_name on device (tenant_id, device_type_id, name_fold collate natural_order, id);
-- few, and watched
create index device_unsecured on device (tenant_id, name_fold collate natural_order, id) where security_status = 'unsecured';
-- the first of an order by security status: what has none
create index device_no_security on device (tenant_id, name_fold collate natural_order, id) where security_status is null;
create index device_controller on device (tenant_id, controller_id);
create index device_search on device using gin (tenant_id, search gin_trgm_ops);
select protect_tenant('device');

create table device_tag (
  tenant_id uuid not null,
  id uuid not null default uuidv7(),
  device_id uuid not null,
  tag_definition_id uuid not null,
  value_id uuid,
  text text,
  every_value boolean not null default false,
  primary key (tenant_id, id),
  constraint device_tag_one_kind check (num_nonnulls(value_id, text, nullif(every_value, false)) = 1),
  constraint device_tag_unique unique nulls not distinct (tenant_id, device_id, tag_definition_id, value_id),
  foreign key (tenant_id, device_id) references device (tenant_id, id) on delete cascade,
  constraint device_tag_definition_fk foreign key (tenant_id, tag_definition_id) references tag_definition (tenant_id, id),
  constraint device_tag_value_fk foreign key (tenant_id, tag_definition_id, value_id)
    references tag_value (tenant_id, tag_definition_id, id)
);
create index device_tag_value on device_tag (tenant_id, value_id);
-- what carries a tag: counted before it is deleted, and looked for by the foreign key
create index device_tag_definition on device_tag (tenant_id, tag_definition_id, value_id);
select protect_tenant('device_tag');

-- Which person holds which key.
create table key_custody (
  tenant_id uuid not null,
  device_id uuid not null,
  profile_id uuid not null,
  checked_out_at timestamptz not null,
  primary key (tenant_id, device_id),
  foreign key (tenant_id, device_id) references device (tenant_id, id) on delete cascade,
  foreign key (tenant_id, profile_id) references profile (tenant_id, id) on delete cascade
);
create index key_custody_profile on key_custody (tenant_id, profile_id);
select protect_tenant('key_custody');

create table controller_token (
  tenant_id uuid not null,
  id uuid not null default uuidv7(),
  device_id uuid not null,
  token_hash bytea not null,
  prefix text not null,
  created_by text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  primary key (tenant_id, id),
  constraint controller_token_unique unique (tenant_id, token_hash),
  foreign key (tenant_id, device_id) references device (tenant_id, id) on delete cascade
);
create index controller_token_device on controller_token (tenant_id, device_id);
select protect_tenant('controller_token');
