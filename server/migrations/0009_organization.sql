-- What an organization decides for itself: its name, logo and settings (contract/src/organization-settings.ts). Name and
-- settings stay in `tenant`, which every request reads; this row has their version, from the
-- first change on.
create table organization (
  tenant_id uuid primary key references tenant (id) on delete cascade,
  version integer not null default 0,
  -- what a second editor is told (412)
  updated_by text,
  updated_at timestamptz not null default now(),
  logo bytea check (octet_length(logo) <= 65536),
  logo_type text check (logo_type in ('image/png', 'image/svg+xml')),
  constraint organization_logo_type check ((logo is null) = (logo_type is null))
);
select protect_tenant('organization');

-- The requests' role may not write `tenant`: its hosts, features and support access are the operator's. This changes the
-- name and the settings of the transaction's own tenant, and nothing else.
create function change_organization(new_name text, new_settings jsonb) returns void
language plpgsql security definer set search_path = pg_catalog as $$
begin
  update public.tenant set name = new_name, config = config || new_settings
    where id = current_setting('app.tenant_id')::uuid;
end $$;
revoke execute on function change_organization(text, jsonb) from public;
grant execute on function change_organization(text, jsonb) to keyward_app;

-- The default time zone was a setting of the portal; it is one of the organization now. The owner may read the rows of
-- all tenants only while row-level security is not forced on it.
alter table setting no force row level security;
update tenant t set config = t.config || jsonb_build_object('timeZone', s.value)
  from setting s
  where s.tenant_id = t.id and s.profile_id is null and s.client_data is null and s.name = 'Timezone'
    and jsonb_typeof(s.value) = 'string';
delete from setting where profile_id is null and name = 'Timezone';
alter table setting force row level security;
