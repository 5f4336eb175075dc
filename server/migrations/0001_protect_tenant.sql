-- How the tables of tenants are kept apart.

do $$
begin
  -- requests run as this role; a start lets it log in (src/db/role.ts)
  if not exists (select from pg_roles where rolname = 'keyward_app') then
    create role keyward_app nologin nobypassrls;
  end if;
end $$;
grant usage on schema public to keyward_app;

-- Row-level security for a table with tenant_id, forced on the owner too, and the rights of the requests' role on it.
-- Called once for each such table, after `create table`. Fewer rights than the usual ones also stand in src/db/grants.ts.
create function protect_tenant(protected regclass, rights text default 'select, insert, update, delete') returns void
language plpgsql as $$
begin
  execute format('alter table %s enable row level security', protected);
  execute format('alter table %s force row level security', protected);
  -- without the setting the comparison is an error, not an empty answer
  execute format(
    'create policy tenant on %s using (tenant_id = current_setting(''app.tenant_id'')::uuid) with check (tenant_id = current_setting(''app.tenant_id'')::uuid)',
    protected);
  execute format('grant %s on %s to keyward_app', rights, protected);
end $$;
