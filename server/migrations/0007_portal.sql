-- What the portal keeps for its screens and its calls: settings, views of lists, tallies, mail, repeated calls.

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
select protect_tenant('setting');

-- Views of lists that people saved.
create table saved_view (
  tenant_id uuid not null references tenant (id),
  id uuid not null default uuidv7(),
  resource text not null,
  -- null: the owner's profile was deleted, and others still use the view
  owner_id uuid,
  -- as it was when the view was last saved
  owner_name text not null,
  name text not null check (char_length(name) between 1 and 64),
  name_fold text generated always as (fold(name)) stored,
  description text not null default '' check (char_length(description) <= 200),
  -- the built-in view that it narrows
  base text not null,
  -- { filter, sort, search, columns }, as contract/src/views.ts has them; values of groups by their ids
  content jsonb not null,
  -- seen by the role's holders, or by everyone; neither: by the owner alone
  role_id uuid,
  everyone boolean not null default false,
  version integer not null default 1,
  updated_by text not null,
  updated_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  -- for a while it can be had back
  deleted_at timestamptz,
  primary key (tenant_id, id),
  constraint saved_view_one_audience check (role_id is null or not everyone),
  constraint saved_view_owner_fk foreign key (tenant_id, owner_id) references profile (tenant_id, id)
    on delete set null (owner_id),
  -- a role that is gone has no holders: the view is its owner's alone again
  constraint saved_view_role_fk foreign key (tenant_id, role_id) references role (tenant_id, id)
    on delete set null (role_id)
);
create unique index saved_view_name_unique on saved_view (tenant_id, owner_id, resource, name_fold)
  where deleted_at is null;
create index saved_view_role on saved_view (tenant_id, role_id) where role_id is not null;
create index saved_view_everyone on saved_view (tenant_id, resource) where everyone;
create index saved_view_gone on saved_view (tenant_id, deleted_at) where deleted_at is not null;
select protect_tenant('saved_view');

-- How many rows a list has, by location, kept in the transaction of each write: an exact total without a count.
create table list_tally (
  tenant_id uuid not null references tenant (id),
  resource text not null,
  -- all zeros: no location
  location_id uuid not null,
  n bigint not null,
  primary key (tenant_id, resource, location_id)
);
select protect_tenant('list_tally');

-- Mail -----------------------------------------------------------------------------------------------------------------

-- The outbox: a row is written in the transaction that causes the mail, and sent by a job afterwards.
create table mail (
  tenant_id uuid not null references tenant (id),
  id uuid not null default uuidv7(),
  kind text not null,
  recipient text not null check (recipient !~ '[[:cntrl:]]'),
  locale text not null,
  -- what the text shows; never a secret
  params jsonb not null default '{}',
  -- the token in the link, encrypted, until the mail is sent
  secret bytea,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  -- refusals for good, and faults of ours: five, and it is moved aside
  failures integer not null default 0,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  -- a process is sending it until then
  leased_until timestamptz,
  -- later it is of no use to anybody
  expires_at timestamptz not null,
  last_error text,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  primary key (tenant_id, id)
);
create index mail_waiting on mail (tenant_id, next_attempt_at) where state = 'waiting';
select protect_tenant('mail');

-- The restricted role has no rights on the job queue; it queues by these two, for its own tenant.
create function queue_mail(mail_id uuid) returns void
language plpgsql security definer set search_path = pg_catalog as $$
begin
  perform graphile_worker.add_job('send-mail',
    json_build_object('tenantId', current_setting('app.tenant_id'), 'mailId', mail_id), max_attempts => 3);
end $$;

create function queue_password_reset(sealed_name text) returns void
language plpgsql security definer set search_path = pg_catalog as $$
begin
  perform graphile_worker.add_job('password-reset',
    json_build_object('tenantId', current_setting('app.tenant_id'), 'sealedName', sealed_name), max_attempts => 5);
end $$;

revoke execute on function queue_mail(uuid), queue_password_reset(text) from public;
grant execute on function queue_mail(uuid), queue_password_reset(text) to keyward_app;

-- Repeated calls -------------------------------------------------------------------------------------------------------

-- What was carried out under an Idempotency-Key, so that a repeat of the call is not carried out a second time. Neither
-- keys nor requests are stored: both are hashed, the request together with its key.
create table idempotency_key (
  tenant_id uuid not null references tenant (id),
  profile_id uuid not null,
  key_hash bytea not null,
  request_hash bytea not null,
  -- of what was made or changed, where the answer named one
  entity_id text,
  created_at timestamptz not null default now(),
  constraint idempotency_key_pk primary key (tenant_id, profile_id, key_hash)
);
create index idempotency_key_age on idempotency_key (tenant_id, created_at);
select protect_tenant('idempotency_key');
