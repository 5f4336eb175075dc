-- PINs of profiles: issued by the server, readable again by those who may change the profile, checked by OKMs.

create table pin (
  tenant_id uuid not null,
  profile_id uuid not null,
  -- encrypted with the server's key, which the database does not hold
  sealed bytea not null,
  length smallint not null check (length between 5 and 10),
  set_at timestamptz not null default now(),
  -- the profile that issued or reset it; null: the server did
  set_by uuid,
  -- issued when the profile was added, not by a reset
  with_profile boolean not null,
  -- what OKMs compare with, encrypted; null until it is made
  verifier bytea,
  primary key (tenant_id, profile_id),
  foreign key (tenant_id, profile_id) references profile (tenant_id, id) on delete cascade
);
create index pin_unverified on pin (tenant_id) where verifier is null;
select protect_tenant('pin');

-- No two profiles have the same PIN. A keyed hash, since a PIN is guessed in no time; one for each of the server's keys
-- while the key is replaced.
create table pin_index (
  tenant_id uuid not null,
  pin_hash bytea not null,
  profile_id uuid not null,
  primary key (tenant_id, pin_hash),
  foreign key (tenant_id, profile_id) references profile (tenant_id, id) on delete cascade
);
create index pin_index_profile on pin_index (tenant_id, profile_id);
select protect_tenant('pin_index');

-- The salt of a tenant's verifiers: an OKM hashes what was typed once and compares it with all of them. The row is
-- locked while PINs are issued.
create table pin_salt (
  tenant_id uuid not null references tenant (id),
  salt bytea not null,
  primary key (tenant_id)
);
select protect_tenant('pin_salt');

-- The ledger: which events concern the PIN of a profile. Like events, it outlives the profile and is not rewritten.
create table pin_event (
  tenant_id uuid not null references tenant (id),
  profile_id uuid not null,
  shown_at timestamptz not null default now(),
  event_id uuid not null,
  primary key (tenant_id, profile_id, shown_at, event_id)
);
select protect_tenant('pin_event', 'select, insert');

-- Notices to people whose PIN was shown -------------------------------------------------------------------------------

-- The addresses that were replaced in the last day: a notice goes to the address that was held before.
create table former_email (
  tenant_id uuid not null,
  id uuid not null default uuidv7(),
  profile_id uuid not null,
  -- null: there was none
  email text,
  replaced_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, profile_id) references profile (tenant_id, id) on delete cascade
);
create index former_email_profile on former_email (tenant_id, profile_id, replaced_at);
select protect_tenant('former_email');

create function keep_former_email() returns trigger language plpgsql as $$
begin
  insert into former_email (tenant_id, profile_id, email) values (new.tenant_id, new.id, old.email);
  return null;
end $$;
create trigger keep_former_email after update of email on profile for each row
  when (old.email is distinct from new.email) execute function keep_former_email();

-- How many notices a tenant has sent in the current hour.
create table pin_notice_count (
  tenant_id uuid not null references tenant (id),
  hour timestamptz not null,
  n integer not null,
  primary key (tenant_id)
);
select protect_tenant('pin_notice_count');

-- Notices above that number, which the next day sends as one mail a person.
create table pin_notice (
  tenant_id uuid not null,
  id uuid not null default uuidv7(),
  profile_id uuid not null,
  recipient text not null,
  shown_to text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, profile_id) references profile (tenant_id, id) on delete cascade
);
create index pin_notice_profile on pin_notice (tenant_id, profile_id);
select protect_tenant('pin_notice');

-- The restricted role queues the job that makes verifiers, for its own tenant.
create function queue_pin_verifiers() returns void
language plpgsql security definer set search_path = pg_catalog as $$
begin
  perform graphile_worker.add_job('pin-verifiers', json_build_object('tenantId', current_setting('app.tenant_id')),
    queue_name => 'pin-verifiers', job_key => 'pin-verifiers ' || current_setting('app.tenant_id'),
    max_attempts => 10, priority => 10);
end $$;
revoke execute on function queue_pin_verifiers() from public;
grant execute on function queue_pin_verifiers() to keyward_app;
