-- The schema of the portal. Every table but tenant has tenant_id first in its primary key, unique constraints and
-- foreign keys, so that it can be distributed by tenant. Constraint names are read by src/db/constraints.ts.

create extension if not exists pg_trgm;
create extension if not exists btree_gin;

do $$
begin
  -- PostgreSQL 18 has it built in; older ones get the same function.
  if to_regproc('pg_catalog.uuidv7') is null then
    create function public.uuidv7() returns uuid language sql volatile parallel safe as $f$
      select encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
        placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6),
        52, 1), 53, 1), 'hex')::uuid
    $f$;
  end if;
end $$;

-- 'Bay 2' before 'Bay 10', case apart. Deterministic, so that it can be compared with LIKE and paged by key.
create collation natural_order (provider = icu, locale = 'und-u-kn-true', deterministic = true);

-- How text is matched everywhere: width and compatibility forms folded (NFKC), case ignored.
create function fold(text) returns text language sql immutable strict parallel safe
  return lower(normalize($1, NFKC) collate "und-x-icu") collate "C";

-- A text's own wildcards, escaped for LIKE. Applied to folded text, since folding makes % of a full-width one.
create function like_literal(text) returns text language sql immutable strict parallel safe
  return regexp_replace($1, '([\\%_])', '\\\1', 'g');

-- Under row-level security an index serves a condition only if its function is known to leak nothing; LIKE is not
-- marked so, and contains-search would read every row of the tenant. It can say nothing of a row but true or false
-- (its one error is about the pattern, and like_literal makes none such). Only a superuser may mark it; elsewhere the
-- search is right, and slower.
do $$
begin
  if (select rolsuper from pg_roles where rolname = current_user) then
    alter function textlike(text, text) leakproof;
  end if;
end $$;

create table tenant (
  id uuid primary key default uuidv7(),
  slug text not null constraint tenant_slug_unique unique,
  name text not null,
  -- autoLogoutTimeoutMins, csvDownloadRecordsLimit, csvUploadRecordsLimit, windows of the dashboard
  config jsonb not null default '{}',
  features text[] not null default '{}',
  suspended_at timestamptz,
  created_at timestamptz not null default now()
);

-- Which tenant answers at which host: read before the tenant is known, so without row-level security.
create table tenant_host (
  tenant_id uuid not null references tenant (id) on delete cascade,
  host text not null constraint tenant_host_unique unique check (host = lower(host)),
  primary key (tenant_id, host)
);

-- Groups ---------------------------------------------------------------------------------------------------------------

create table tag_definition (
  tenant_id uuid not null references tenant (id),
  id uuid not null default uuidv7(),
  label text not null check (char_length(label) between 1 and 40),
  label_fold text generated always as (fold(label)) stored,
  category text not null,
  type smallint not null check (type in (0, 1)),
  is_location boolean not null default false,
  position integer not null,
  version integer not null default 1,
  primary key (tenant_id, id),
  constraint tag_definition_label_unique unique (tenant_id, label_fold),
  constraint tag_definition_location_is_group check (not is_location or type = 1)
);
create unique index tag_definition_one_location on tag_definition (tenant_id) where is_location;

create table tag_object (
  tenant_id uuid not null,
  tag_definition_id uuid not null,
  object_type text not null check (object_type in ('users', 'devices')),
  position integer not null,
  required boolean not null default false,
  primary key (tenant_id, tag_definition_id, object_type),
  foreign key (tenant_id, tag_definition_id) references tag_definition (tenant_id, id) on delete cascade
);

create table tag_value (
  tenant_id uuid not null,
  id uuid not null default uuidv7(),
  tag_definition_id uuid not null,
  name text not null check (char_length(name) between 1 and 64),
  name_fold text generated always as (fold(name)) stored,
  position integer not null,
  primary key (tenant_id, id),
  constraint tag_value_name_unique unique (tenant_id, tag_definition_id, name_fold),
  -- what an assignment points at, so that a value cannot be assigned under another tag
  constraint tag_value_of_definition unique (tenant_id, tag_definition_id, id),
  foreign key (tenant_id, tag_definition_id) references tag_definition (tenant_id, id) on delete cascade
);

-- People ---------------------------------------------------------------------------------------------------------------

create table role (
  tenant_id uuid not null references tenant (id),
  id uuid not null default uuidv7(),
  name text not null check (char_length(name) between 1 and 32),
  name_fold text generated always as (fold(name)) stored,
  locked boolean not null default false,
  version integer not null default 1,
  primary key (tenant_id, id),
  constraint role_name_unique unique (tenant_id, name_fold)
);

create table role_permission (
  tenant_id uuid not null,
  role_id uuid not null,
  permission text not null,
  value text not null check (value in ('READ', 'EDIT', 'TRUE')),
  primary key (tenant_id, role_id, permission),
  foreign key (tenant_id, role_id) references role (tenant_id, id) on delete cascade
);

create table profile (
  tenant_id uuid not null references tenant (id),
  id uuid not null default uuidv7(),
  name text not null check (char_length(name) between 1 and 35),
  name_fold text generated always as (fold(name)) stored,
  username text not null check (char_length(username) between 1 and 60),
  username_fold text generated always as (fold(username)) stored,
  email text check (char_length(email) <= 254),
  email_fold text generated always as (fold(email)) stored,
  password_hash text,
  password_temporary boolean not null default false,
  disabled boolean not null default false,
  -- set by the operator's command line alone
  is_keyward_admin boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint profile_username_unique unique (tenant_id, username_fold),
  constraint profile_email_unique unique (tenant_id, email_fold)
);

create table profile_role (
  tenant_id uuid not null,
  profile_id uuid not null,
  role_id uuid not null,
  primary key (tenant_id, profile_id, role_id),
  foreign key (tenant_id, profile_id) references profile (tenant_id, id) on delete cascade,
  constraint profile_role_role_fk foreign key (tenant_id, role_id) references role (tenant_id, id)
);
create index profile_role_role on profile_role (tenant_id, role_id);

create table profile_tag (
  tenant_id uuid not null,
  id uuid not null default uuidv7(),
  profile_id uuid not null,
  tag_definition_id uuid not null,
  value_id uuid,
  text text,
  every_value boolean not null default false,
  primary key (tenant_id, id),
  constraint profile_tag_one_kind check (num_nonnulls(value_id, text, nullif(every_value, false)) = 1),
  constraint profile_tag_unique unique nulls not distinct (tenant_id, profile_id, tag_definition_id, value_id),
  foreign key (tenant_id, profile_id) references profile (tenant_id, id) on delete cascade,
  constraint profile_tag_definition_fk foreign key (tenant_id, tag_definition_id) references tag_definition (tenant_id, id),
  constraint profile_tag_value_fk foreign key (tenant_id, tag_definition_id, value_id)
    references tag_value (tenant_id, tag_definition_id, id)
);
create index profile_tag_value on profile_tag (tenant_id, value_id);

create table session (
  tenant_id uuid not null,
  id uuid not null default uuidv7(),
  token_hash bytea not null,
  profile_id uuid not null,
  created_at timestamptz not null default now(),
  last_active_at timestamptz not null default now(),
  expires_at timestamptz not null,
  address text not null,
  user_agent text not null,
  primary key (tenant_id, id),
  constraint session_token_unique unique (tenant_id, token_hash),
  foreign key (tenant_id, profile_id) references profile (tenant_id, id) on delete cascade
);
create index session_profile on session (tenant_id, profile_id);
create index session_expiry on session (expires_at);

-- Wrong passwords by account, by address and by both; counted before a password is hashed.
create table sign_in_attempt (
  tenant_id uuid not null references tenant (id),
  key text not null,
  failures integer not null,
  blocked_until timestamptz,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, key)
);

create table setting (
  tenant_id uuid not null references tenant (id),
  id uuid not null default uuidv7(),
  -- null: the tenant's default
  profile_id uuid,
  name text not null,
  category text not null default 'UI',
  client_data text,
  value jsonb not null,
  primary key (tenant_id, id),
  constraint setting_unique unique nulls not distinct (tenant_id, profile_id, name, client_data),
  foreign key (tenant_id, profile_id) references profile (tenant_id, id) on delete cascade
);

-- Devices --------------------------------------------------------------------------------------------------------------

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

-- A device type owns every serial number that begins with one of its prefixes; the longest prefix wins.
create table serial_range (
  tenant_id uuid not null,
  prefix text not null check (prefix ~ '^[0-9A-F]{1,15}$'),
  device_type_id uuid not null,
  primary key (tenant_id, prefix),
  foreign key (tenant_id, device_type_id) references device_type (tenant_id, id) on delete cascade
);

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
  primary key (tenant_id, id),
  constraint device_serial_number_unique unique (tenant_id, serial_number),
  constraint device_type_fk foreign key (tenant_id, device_type_id) references device_type (tenant_id, id),
  constraint device_location_fk foreign key (tenant_id, location_definition_id, location_value_id)
    references tag_value (tenant_id, tag_definition_id, id),
  constraint device_location_whole check ((location_definition_id is null) = (location_value_id is null)),
  constraint device_controller_fk foreign key (tenant_id, controller_id) references device (tenant_id, id)
);
create index device_name on device (tenant_id, name_fold collate natural_order, id);
create index device_location_name on device (tenant_id, location_value_id, name_fold collate natural_order, id);
create index device_created on device (tenant_id, created_at, id);
create index device_reported on device (tenant_id, coalesce(state_updated_at, '-infinity'::timestamptz), id);
create index device_type_name on device (tenant_id, device_type_id, name_fold collate natural_order, id);
-- few, and watched
create index device_unsecured on device (tenant_id, name_fold collate natural_order, id) where security_status = 'unsecured';
create index device_controller on device (tenant_id, controller_id);
create index device_search on device using gin (tenant_id, search gin_trgm_ops);

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

-- How many rows a list has, by location, kept in the transaction of each write: an exact total without a count.
create table list_tally (
  tenant_id uuid not null references tenant (id),
  resource text not null,
  -- all zeros: no location
  location_id uuid not null,
  n bigint not null,
  primary key (tenant_id, resource, location_id)
);

-- Events ---------------------------------------------------------------------------------------------------------------

-- The places an event belongs to: the locations of its entity and of its agent when it happened. Few distinct ones.
create table location_set (
  tenant_id uuid not null references tenant (id),
  id uuid not null default uuidv7(),
  locations uuid[] not null,
  primary key (tenant_id, id),
  constraint location_set_unique unique (tenant_id, locations)
);

-- The names that events show, each once: searched instead of the events.
create table event_party (
  tenant_id uuid not null references tenant (id),
  id uuid not null default uuidv7(),
  domain text not null,
  ref_id uuid,
  name text not null,
  email text,
  search text generated always as (fold(name) || E'\x1f' || coalesce(fold(email), '')) stored,
  primary key (tenant_id, id),
  constraint event_party_unique unique nulls not distinct (tenant_id, domain, ref_id, name, email)
);
create index event_party_search on event_party using gin (tenant_id, search gin_trgm_ops);
create index event_party_ref on event_party (tenant_id, ref_id);

create table event (
  tenant_id uuid not null,
  event_time timestamptz not null,
  id uuid not null default uuidv7(),
  event text not null,
  result text,
  agent_domain text,
  agent_id uuid,
  agent_party uuid,
  entity_domain text,
  entity_id uuid,
  entity_party uuid,
  -- all zeros: no location
  location_set_id uuid not null,
  received_at timestamptz not null default now(),
  -- the row as the API gives it; events never change, so it is made once
  body text not null,
  primary key (tenant_id, event_time, id)
) partition by range (event_time);
create index event_id on event (tenant_id, id);
create index event_type_time on event (tenant_id, event, event_time, id);
create index event_entity on event (tenant_id, entity_party, event_time, id);
-- with both parties, so that a search counts events without reading them
create index event_agent on event (tenant_id, agent_party, event_time, id) include (entity_party);
-- what people of one store see
create index event_place on event (tenant_id, location_set_id, event_time, id);
-- few, and watched
create index event_unauthorized on event (tenant_id, event_time, id) where result = 'unauthorized';
create table event_default partition of event default;

create table event_total (
  tenant_id uuid not null references tenant (id),
  event text not null,
  location_set_id uuid not null,
  n bigint not null,
  primary key (tenant_id, event, location_set_id)
);
create table event_day (
  tenant_id uuid not null references tenant (id),
  -- in UTC
  day date not null,
  event text not null,
  location_set_id uuid not null,
  n bigint not null,
  primary key (tenant_id, day, event, location_set_id)
);

-- Makes the monthly partitions from the month of `since` to `months_ahead` after this one. Events that fell into the
-- default partition meanwhile are moved.
create function ensure_event_partitions(since timestamptz, months_ahead integer) returns integer
language plpgsql as $$
declare
  first date := date_trunc('month', since at time zone 'UTC');
  last date := date_trunc('month', now() at time zone 'UTC') + make_interval(months => months_ahead);
  month date := first;
  part text;
  lower_end timestamptz;
  upper_end timestamptz;
  made integer := 0;
begin
  perform pg_advisory_xact_lock(hashtext('ensure_event_partitions'));
  while month <= last loop
    part := 'event_' || to_char(month, 'YYYY_MM');
    if to_regclass(part) is null then
      lower_end := month::timestamp at time zone 'UTC';
      upper_end := (month + interval '1 month')::timestamp at time zone 'UTC';
      execute format('create table %I (like event including defaults including constraints)', part);
      execute format(
        'with moved as (delete from event_default where event_time >= %L and event_time < %L returning *) insert into %I select * from moved',
        lower_end, upper_end, part);
      execute format('alter table event attach partition %I for values from (%L) to (%L)', part, lower_end, upper_end);
      made := made + 1;
    end if;
    month := month + interval '1 month';
  end loop;
  return made;
end $$;

-- Rights ---------------------------------------------------------------------------------------------------------------

do $$
declare
  t text;
begin
  if not exists (select from pg_roles where rolname = 'keyward_app') then
    create role keyward_app nologin nobypassrls;
  end if;
  for t in
    select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition
      and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id')
      and c.relname <> 'tenant_host'
  loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    -- without the setting the comparison is an error, not an empty answer
    execute format(
      'create policy tenant on %I using (tenant_id = current_setting(''app.tenant_id'')::uuid) with check (tenant_id = current_setting(''app.tenant_id'')::uuid)', t);
    execute format('grant select, insert, update, delete on %I to keyward_app', t);
  end loop;
  grant usage on schema public to keyward_app;
  grant select on tenant, tenant_host to keyward_app;
  -- what happened is not rewritten
  revoke update, delete on event, event_party, location_set from keyward_app;
end $$;
