-- How people sign in: sessions, passwords and links, passkeys, single sign-on.

-- Sessions -------------------------------------------------------------------------------------------------------------

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
  -- present: a support session of the vendor's staff, and the person's address at the vendor's identity provider
  support_email text,
  primary key (tenant_id, id),
  constraint session_token_unique unique (tenant_id, token_hash),
  foreign key (tenant_id, profile_id) references profile (tenant_id, id) on delete cascade
);
create index session_profile on session (tenant_id, profile_id);
create index session_expiry on session (expires_at);
select protect_tenant('session');

-- Wrong passwords by account, by address and by both; counted before a password is hashed.
create table sign_in_attempt (
  tenant_id uuid not null references tenant (id),
  key text not null,
  failures integer not null,
  blocked_until timestamptz,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, key)
);
select protect_tenant('sign_in_attempt');

-- Where an account has been signed in with its password: an address, or a browser by the random number in its cookie.
-- From there wrong passwords that others try elsewhere do not keep the person out.
create table known_way (
  tenant_id uuid not null references tenant (id),
  -- hashes of the profile ID and of the way: neither is readable
  key text not null,
  used_at timestamptz not null default now(),
  primary key (tenant_id, key)
);
select protect_tenant('known_way');

-- Passwords and links --------------------------------------------------------------------------------------------------

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
  -- of a welcome link: its token, encrypted with the server's key, so that the same link can be sent once more
  sealed bytea,
  primary key (tenant_id, profile_id, purpose),
  constraint password_token_unique unique (tenant_id, token_hash),
  foreign key (tenant_id, profile_id) references profile (tenant_id, id) on delete cascade
);
select protect_tenant('password_token');

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
-- a password that was used stays used
select protect_tenant('former_password', 'select, insert, delete');

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
select protect_tenant('sign_in_link');

-- How often a link to reset a password was asked for, by account and by address.
create table reset_request (
  tenant_id uuid not null references tenant (id),
  key text not null,
  since timestamptz not null default now(),
  last_at timestamptz not null default now(),
  n integer not null,
  primary key (tenant_id, key)
);
select protect_tenant('reset_request');

-- Passkeys -------------------------------------------------------------------------------------------------------------

create table passkey (
  tenant_id uuid not null,
  id uuid not null default uuidv7(),
  profile_id uuid not null,
  name text not null,
  -- base64url, as the browser names it
  credential_id text not null,
  public_key bytea not null,
  -- of the authenticator; one that does not grow has been copied
  counter bigint not null,
  transports text[] not null default '{}',
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  primary key (tenant_id, id),
  constraint passkey_unique unique (tenant_id, credential_id),
  foreign key (tenant_id, profile_id) references profile (tenant_id, id) on delete cascade
);
create index passkey_profile on passkey (tenant_id, profile_id);
select protect_tenant('passkey');

create table recovery_code (
  tenant_id uuid not null,
  profile_id uuid not null,
  code_hash bytea not null,
  created_at timestamptz not null default now(),
  used_at timestamptz,
  primary key (tenant_id, profile_id, code_hash),
  foreign key (tenant_id, profile_id) references profile (tenant_id, id) on delete cascade
);
select protect_tenant('recovery_code');

-- What a passkey that is being added has to sign: one a person, for the session that asked.
create table passkey_challenge (
  tenant_id uuid not null,
  profile_id uuid not null,
  session_id uuid not null,
  challenge text not null,
  expires_at timestamptz not null,
  primary key (tenant_id, profile_id),
  foreign key (tenant_id, profile_id) references profile (tenant_id, id) on delete cascade
);
select protect_tenant('passkey_challenge');

-- A sign-in whose password was right, and whose second factor is awaited.
create table second_factor (
  tenant_id uuid not null,
  id uuid not null default uuidv7(),
  profile_id uuid not null,
  token_hash bytea not null,
  -- void when the password has changed since
  password_version integer not null,
  -- what the passkey has to sign; gone with each answer
  challenge text,
  failures integer not null default 0,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (tenant_id, id),
  constraint second_factor_unique unique (tenant_id, token_hash),
  foreign key (tenant_id, profile_id) references profile (tenant_id, id) on delete cascade
);
create index second_factor_profile on second_factor (tenant_id, profile_id);
select protect_tenant('second_factor');

-- A link to set a password ends where its ground does, in the transaction of the change: judged at use alone, it would be
-- good again as soon as somebody is enabled, or the old e-mail address is back.
create function end_links() returns trigger language plpgsql as $$
declare
  ends_all boolean := new.disabled and not old.disabled
    or new.password_hash is distinct from old.password_hash or new.password_version <> old.password_version;
begin
  -- a temporary password's token was given to somebody who knew the password, wherever their mail goes
  update password_token set used_at = now(), sealed = null
  where tenant_id = new.tenant_id and profile_id = new.id and used_at is null and (ends_all or purpose <> 'temporary');
  if new.disabled and not old.disabled then
    update sign_in_link set used_at = now()
    where tenant_id = new.tenant_id and profile_id = new.id and used_at is null;
    update second_factor set used_at = now(), challenge = null
    where tenant_id = new.tenant_id and profile_id = new.id and used_at is null;
  end if;
  return null;
end $$;

create trigger end_links after update of disabled, email, password_hash, password_version on profile for each row
  when (new.disabled and not old.disabled or new.email_fold is distinct from old.email_fold
    or new.password_hash is distinct from old.password_hash or new.password_version <> old.password_version)
  execute function end_links();

-- Single sign-on -------------------------------------------------------------------------------------------------------

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
-- the operator's command line alone configures a provider
select protect_tenant('sso_provider', 'select');

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
select protect_tenant('federated_identity');

-- States of single sign-on that have led to a session: each does once.
create table sso_state (
  tenant_id uuid not null references tenant (id),
  state_hash bytea not null,
  used_at timestamptz not null default now(),
  constraint sso_state_once primary key (tenant_id, state_hash)
);
select protect_tenant('sso_state');
