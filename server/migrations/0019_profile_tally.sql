-- access has its total without a count. It is one number, since a profile can be at several locations.

alter table profile no force row level security;
alter table list_tally no force row level security;
insert into list_tally (tenant_id, resource, location_id, n)
select tenant_id, 'user', '00000000-0000-0000-0000-000000000000', count(*) from profile group by tenant_id;
alter table profile force row level security;
alter table list_tally force row level security;

create function tally_profiles() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into list_tally as t (tenant_id, resource, location_id, n)
    select tenant_id, 'user', '00000000-0000-0000-0000-000000000000', count(*) from changed group by tenant_id
    on conflict (tenant_id, resource, location_id) do update set n = t.n + excluded.n;
  else
    update list_tally t set n = t.n - gone.n
    from (select tenant_id, count(*) as n from changed group by tenant_id) as gone
    where t.tenant_id = gone.tenant_id and t.resource = 'user';
  end if;
  return null;
end $$;
create trigger tally_added_profiles after insert on profile
  referencing new table as changed for each statement execute function tally_profiles();
create trigger tally_deleted_profiles after delete on profile
  referencing old table as changed for each statement execute function tally_profiles();
