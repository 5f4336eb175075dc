-- The number of a tenant's events, so that the total of the whole list does not grow with the locations that event_total has rows for.
create table event_count (
  tenant_id uuid not null references tenant (id),
  -- several rows, so that controllers that report at the same time seldom wait for each other's commit
  part smallint not null,
  n bigint not null,
  primary key (tenant_id, part)
) with (fillfactor = 50);

-- A trigger, as for the slots: a server of the release before, which goes on beside this one, counts its events as well. The
-- connections of one process have different parts.
create function count_events() returns trigger language plpgsql as $$
begin
  insert into event_count as c (tenant_id, part, n)
  select tenant_id, pg_backend_pid() % 32, count(*) from added group by 1 order by 1
  on conflict (tenant_id, part) do update set n = c.n + excluded.n;
  return null;
end $$;
create trigger count_events after insert on event
  referencing new table as added for each statement execute function count_events();

-- The events until now. The trigger's lock keeps writers out until they are counted.
alter table event_total no force row level security;
insert into event_count (tenant_id, part, n) select tenant_id, 0, sum(n) from event_total group by tenant_id;
alter table event_total force row level security;
select protect_tenant('event_count');
