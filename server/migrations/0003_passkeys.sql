-- Passkeys as a second factor, and recovery codes.

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

create table recovery_code (
  tenant_id uuid not null,
  profile_id uuid not null,
  code_hash bytea not null,
  created_at timestamptz not null default now(),
  used_at timestamptz,
  primary key (tenant_id, profile_id, code_hash),
  foreign key (tenant_id, profile_id) references profile (tenant_id, id) on delete cascade
);

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

do $$
declare
  t text;
begin
  foreach t in array array['passkey', 'recovery_code', 'passkey_challenge', 'second_factor']
  loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format(
      'create policy tenant on %I using (tenant_id = current_setting(''app.tenant_id'')::uuid) with check (tenant_id = current_setting(''app.tenant_id'')::uuid)', t);
    execute format('grant select, insert, update, delete on %I to keyward_app', t);
  end loop;
end $$;
