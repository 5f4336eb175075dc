-- What a deleted device or profile can be brought back from, for 30 days. The rows themselves are gone: no other query needs to
-- know of these.
create table deletion (
  tenant_id uuid not null references tenant (id),
  -- that the row had
  id uuid not null,
  kind text not null check (kind in ('device', 'profile')),
  deleted_at timestamptz not null default now(),
  -- of a profile, which may have been deleted since
  deleted_by text not null,
  -- tag_value ids: where it was, which decides who sees it
  locations uuid[] not null,
  -- its fields, tags and roles, encrypted with the server's key; never a password, PIN, passkey, token, session, link or key
  sealed bytea not null,
  primary key (tenant_id, id)
);
create index deletion_newest on deletion (tenant_id, kind, deleted_at desc, id);
select protect_tenant('deletion');
