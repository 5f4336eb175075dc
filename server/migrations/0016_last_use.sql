-- A use at an OKM counts as activity from now on; what the events of the last 90 days tell of it is made up for.
-- Rows have room for that, so that a use writes no index (HOT).
alter table profile set (fillfactor = 80);

do $$
declare
  t uuid;
begin
  for t in select id from tenant loop
    perform set_config('app.tenant_id', t::text, true);
    update profile p set last_active_at = greatest(p.last_active_at, e.at)
    from (select agent_id, max(least(event_time, now())) as at from event
      where tenant_id = t and event_time > now() - interval '90 days' and agent_domain = 'profile'
        and agent_id is not null and entity_domain = 'device' and coalesce(result, 'success') = 'success'
      group by agent_id) e
    where p.tenant_id = t and p.id = e.agent_id;
  end loop;
end $$;
