-- Passwords, sign-in links, single sign-on, and mail.

-- The tenant's own address, for links in mail and for single sign-on; null: PUBLIC_URL with the tenant's host.
alter table tenant add column public_url text check (public_url ~ '^https?://[^/?#@]+$');

-- Counts the changes of the password: what was issued for an older one is void.
alter table profile add column password_version integer not null default 0;

-- One token of each purpose: a newer one replaces the older.
create table password_token (
  tenant_id uuid not null,
  profile_id uuid not null,
  purpose text not null check (purpose in ('reset', 'first', 'temporary')),
  token_hash bytea not null,
  -- what it was issued for; void when the profile has another by now
  password_version integer not null,
  email_fold text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (tenant_id, profile_id, purpose),
  constraint password_token_unique unique (tenant_id, token_hash),
  foreign key (tenant_id, profile_id) references profile (tenant_id, id) on delete cascade
);

-- Every password that a profile has had, so that none comes back. One profile's share their salt while the cost of
-- hashing stays, so that one hash compares with all.
create table former_password (
  tenant_id uuid not null,
  id uuid not null default uuidv7(),
  profile_id uuid not null,
  password_hash text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, profile_id) references profile (tenant_id, id) on delete cascade
);
create index former_password_profile on former_password (tenant_id, profile_id);

-- One-time sign-in links, issued by the operator's command line.
create table sign_in_link (
  tenant_id uuid not null,
  id uuid not null default uuidv7(),
  profile_id uuid not null,
  token_hash bytea not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (tenant_id, id),
  constraint sign_in_link_unique unique (tenant_id, token_hash),
  foreign key (tenant_id, profile_id) references profile (tenant_id, id) on delete cascade
);

-- How often a link to reset a password was asked for, by account and by address.
create table reset_request (
  tenant_id uuid not null references tenant (id),
  key text not null,
  since timestamptz not null default now(),
  last_at timestamptz not null default now(),
  n integer not null,
  primary key (tenant_id, key)
);

-- Single sign-on ---------------------------------------------------------------------------------------------------------

create table sso_provider (
  tenant_id uuid not null references tenant (id),
  issuer text not null,
  client_id text not null,
  -- encrypted with the server's key, which the database does not hold
  client_secret bytea not null,
  -- the claim that gives the profile ID of somebody who comes for the first time
  profile_claim text not null,
  -- of the profile IDs (after the @) that sign in through the provider; empty: all do
  domains text[] not null default '{}',
  -- folded profile IDs that keep their password
  password_names text[] not null default '{}',
  updated_at timestamptz not null default now(),
  primary key (tenant_id)
);

create table federated_identity (
  tenant_id uuid not null,
  issuer text not null,
  subject text not null,
  profile_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, issuer, subject),
  constraint federated_identity_profile unique (tenant_id, profile_id, issuer),
  foreign key (tenant_id, profile_id) references profile (tenant_id, id) on delete cascade
);

-- States of single sign-on that have led to a session: each does once.
create table sso_state (
  tenant_id uuid not null references tenant (id),
  state_hash bytea not null,
  used_at timestamptz not null default now(),
  constraint sso_state_once primary key (tenant_id, state_hash)
);

-- Mail -------------------------------------------------------------------------------------------------------------------

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

-- Rights -----------------------------------------------------------------------------------------------------------------

do $$
declare
  t text;
begin
  foreach t in array array['password_token', 'former_password', 'sign_in_link', 'reset_request', 'sso_provider',
    'federated_identity', 'sso_state', 'mail']
  loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format(
      'create policy tenant on %I using (tenant_id = current_setting(''app.tenant_id'')::uuid) with check (tenant_id = current_setting(''app.tenant_id'')::uuid)', t);
    execute format('grant select, insert, update, delete on %I to keyward_app', t);
  end loop;
  -- the operator's command line alone configures a provider
  revoke insert, update, delete on sso_provider from keyward_app;
  -- a password that was used stays used
  revoke update on former_password from keyward_app;
  revoke execute on function queue_mail(uuid), queue_password_reset(text) from public;
  grant execute on function queue_mail(uuid), queue_password_reset(text) to keyward_app;
end $$;
