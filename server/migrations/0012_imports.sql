-- Profiles from files: what a file would do, and what it did.

create table profile_import (
  tenant_id uuid not null references tenant (id),
  id uuid not null default uuidv7(),
  -- of a profile; it may have been deleted since
  created_by uuid not null,
  created_by_name text not null,
  created_at timestamptz not null default now(),
  file_name text not null,
  -- SHA-256 of the file
  file_hash bytea not null,
  -- activate, update, clear
  options jsonb not null,
  -- the header of each column, and what it is
  columns jsonb not null,
  state text not null check
    (state in ('checking', 'ready', 'applying', 'applied', 'reverting', 'reverted')),
  -- who applies or reverts it, and whether only the valid rows are written
  acting_by uuid,
  valid_only boolean not null default false,
  -- why it was not applied or not reverted: an error's code and parameters
  refusal jsonb,
  -- rows by what is to be done, and by what was done
  counts jsonb not null default '{}',
  total integer not null,
  -- rows that the work of the state has done, and when it did the last
  done integer not null default 0,
  worked_at timestamptz not null default now(),
  applied_at timestamptz,
  reverted_at timestamptz,
  -- a plan that is not applied goes after a day, what was applied after the time in which it can be reverted
  expires_at timestamptz not null,
  primary key (tenant_id, id)
);
create index profile_import_created on profile_import (tenant_id, created_at);
create index profile_import_expiry on profile_import (expires_at);
select protect_tenant('profile_import');

create table profile_import_row (
  tenant_id uuid not null,
  import_id uuid not null,
  -- of the file
  line integer not null,
  decision text not null check (decision in ('create', 'update', 'unchanged', 'error')),
  outcome text check (outcome in ('created', 'updated', 'skipped', 'reverted', 'kept', 'failed')),
  profile_id uuid,
  -- cells, changes, values before and problems, encrypted with the server's key
  sealed bytea not null,
  primary key (tenant_id, import_id, line),
  foreign key (tenant_id, import_id) references profile_import (tenant_id, id) on delete cascade
);
create index profile_import_row_profile on profile_import_row (tenant_id, profile_id) where profile_id is not null;
select protect_tenant('profile_import_row');

-- The restricted role has no rights on the job queue; it queues the work of an import of its own tenant by this.
create function queue_profile_import(import_id uuid) returns void
language plpgsql security definer set search_path = pg_catalog as $$
begin
  perform graphile_worker.add_job('profile-import',
    json_build_object('tenantId', current_setting('app.tenant_id'), 'importId', import_id), max_attempts => 5);
end $$;
revoke execute on function queue_profile_import(uuid) from public;
grant execute on function queue_profile_import(uuid) to keyward_app;
