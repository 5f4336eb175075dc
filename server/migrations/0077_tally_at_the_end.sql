-- Every writer that adds or deletes a profile waits for the row of the total. A transaction that writes many of them sets
-- app.profiles_to_tally to 0: the difference is kept there, and the transaction adds it to the total at its end.
create or replace function tally_profiles() returns trigger language plpgsql as $$
declare
  kept text := nullif(current_setting('app.profiles_to_tally', true), '');
begin
  if kept is not null then
    perform set_config('app.profiles_to_tally',
      (kept::bigint + (select count(*) from changed) * case tg_op when 'INSERT' then 1 else -1 end)::text, true);
  elsif tg_op = 'INSERT' then
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
