-- A transaction adds its events to a part that no other one holds, its session's own if that is free: a long import keeps a part until it
-- ends, and sessions that have the same one would wait for it. It stays with its part, so that it holds no second one. Only where
-- all 32 are held, it waits for its session's own.
create or replace function count_events() returns trigger language plpgsql as $$
declare
  usual integer := coalesce(nullif(current_setting('app.event_part', true), '')::integer, pg_backend_pid() % 32);
  own record;
  free integer;
begin
  for own in select tenant_id, count(*) as n from added group by 1 order by 1 loop
    free := usual;
    for i in 0..31 loop
      -- rows that are not there yet can be held as well
      if pg_try_advisory_xact_lock(hashtextextended('event_count ' || own.tenant_id, (usual + i) % 32)) then
        free := (usual + i) % 32;
        exit;
      end if;
    end loop;
    if free <> usual then
      perform set_config('app.event_part', free::text, true);
    end if;
    insert into event_count as c (tenant_id, part, n) values (own.tenant_id, free, own.n)
    on conflict (tenant_id, part) do update set n = c.n + excluded.n;
  end loop;
  return null;
end $$;
