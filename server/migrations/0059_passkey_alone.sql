-- Passkeys that sign in alone (contract/src/passkey-sign-in.ts), where the operator lets a tenant do so.

-- Made to be found without a profile ID, for signing in without the password; the others are a second factor.
alter table passkey add column alone boolean not null default false;
-- what the passkey that is being added is made for
alter table passkey_challenge add column alone boolean not null default false;

-- What a passkey has to sign to sign in alone is kept by the browser, sealed. One that was answered is not answered again.
create table used_challenge (
  tenant_id uuid not null,
  challenge_hash bytea not null,
  used_at timestamptz not null default now(),
  primary key (tenant_id, challenge_hash)
);
select protect_tenant('used_challenge');
