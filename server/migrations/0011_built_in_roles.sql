-- Which of the roles that every tenant begins with a role is: its label is in the language on screen. Specification, part
-- 1, section 6 'Built-in role labels'. A role that was renamed is the tenant's own.
alter table role
  add column built_in text check (built_in in ('admin', 'user', 'webPortalUser', 'mobileAppUser', 'okmUser')),
  add constraint role_built_in_once unique (tenant_id, built_in);

do $$
declare
  t uuid;
begin
  for t in select id from tenant loop
    perform set_config('app.tenant_id', t::text, true);
    update role set built_in = case name
        when 'Admin' then 'admin'
        when 'User' then 'user'
        when 'Web portal user' then 'webPortalUser'
        when 'Mobile app user' then 'mobileAppUser'
        when 'OKM user' then 'okmUser'
      end
      where tenant_id = t and (name <> 'Admin' or locked);
  end loop;
  perform set_config('app.tenant_id', '', true);
end $$;

-- Package protection cannot be switched off once it is on, whoever asks.
create function keep_package_protection() returns trigger language plpgsql as $$
begin
  raise exception 'package protection cannot be switched off' using errcode = 'KW001';
end $$;
create trigger keep_package_protection before update of features on tenant for each row
  when ('packageProtection' = any (old.features) and not 'packageProtection' = any (new.features))
  execute function keep_package_protection();
