-- What of a tenant the process may keep between requests (core/dictionary.ts): names and rights of roles, tags and their
-- values. The stamp changes with each of them, and each request compares it with the one that its process has.
create table dictionary (
  tenant_id uuid primary key references tenant (id) on delete cascade,
  stamp uuid not null
);
insert into dictionary (tenant_id, stamp) select id, gen_random_uuid() from tenant;
select protect_tenant('dictionary');

-- Deferred: the stamp is the last row that a transaction locks, once, however many rows it changed. A tenant that is
-- being deleted has no row any more.
create function renew_dictionary() returns trigger language plpgsql as $$
declare
  changed constant uuid := coalesce(new.tenant_id, old.tenant_id);
begin
  if current_setting('app.dictionary_renewed', true) is distinct from changed::text then
    insert into dictionary (tenant_id, stamp) select id, gen_random_uuid() from tenant where id = changed
    on conflict (tenant_id) do update set stamp = excluded.stamp;
    perform set_config('app.dictionary_renewed', changed::text, true);
  end if;
  return null;
end $$;

create constraint trigger renew_dictionary after insert or update or delete on role
  deferrable initially deferred for each row execute function renew_dictionary();
create constraint trigger renew_dictionary after insert or update or delete on role_permission
  deferrable initially deferred for each row execute function renew_dictionary();
create constraint trigger renew_dictionary after insert or update or delete on tag_definition
  deferrable initially deferred for each row execute function renew_dictionary();
create constraint trigger renew_dictionary after insert or update or delete on tag_value
  deferrable initially deferred for each row execute function renew_dictionary();
