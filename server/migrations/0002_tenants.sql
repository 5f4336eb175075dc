-- Tenants, and how text is compared. In every file: each table but tenant has tenant_id first in its primary key, unique
-- constraints and foreign keys, so that it can be distributed by tenant. src/db/constraints.ts reads constraint names.

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

-- Text -----------------------------------------------------------------------------------------------------------------

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

-- Tenants --------------------------------------------------------------------------------------------------------------

create table tenant (
  id uuid primary key default uuidv7(),
  slug text not null constraint tenant_slug_unique unique,
  name text not null,
  -- autoLogoutTimeoutMins, csvDownloadRecordsLimit, csvUploadRecordsLimit, windows of the dashboard
  config jsonb not null default '{}',
  features text[] not null default '{}',
  suspended_at timestamptz,
  created_at timestamptz not null default now(),
  -- its own address, for links in mail and for single sign-on; null: PUBLIC_URL with the tenant's host
  public_url text check (public_url ~ '^https?://[^/?#@]+$'),
  -- whether the vendor's staff may open support sessions; the operator's command line alone switches it
  support_access boolean not null default false
);

-- Package protection cannot be switched off once it is on, whoever asks.
create function keep_package_protection() returns trigger language plpgsql as $$
begin
  raise exception 'package protection cannot be switched off' using errcode = 'KW001';
end $$;
create trigger keep_package_protection before update of features on tenant for each row
  when ('packageProtection' = any (old.features) and not 'packageProtection' = any (new.features))
  execute function keep_package_protection();

-- Which tenant answers at which host: read before the tenant is known, so without row-level security.
create table tenant_host (
  tenant_id uuid not null references tenant (id) on delete cascade,
  host text not null constraint tenant_host_unique unique check (host = lower(host)),
  primary key (tenant_id, host)
);

-- the operator's command line alone changes these
grant select on tenant, tenant_host to keyward_app;
