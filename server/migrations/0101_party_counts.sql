-- In how many events each name appears, whatever their location, beside what it is searched by: a search by those who may see every
-- location reads this table alone. event_party itself has no such counters, since who writes an event with a name would wait for the job that adds.
-- It replaces 0100_party_counts, whose two forms databases have: each statement leaves a table that is there as it is.

-- One at a time adds to the names of a tenant. Taken before the first row of event_party_total is locked: who held names while waiting
-- for the lock could wait for who waits for those names.
create function lock_parties() returns trigger language plpgsql as $$
declare
  tenant text := current_setting('app.tenant_id', true);
begin
  if tenant <> '' then
    perform pg_advisory_xact_lock(hashtextextended('event_party_count ' || tenant, 0));
  end if;
  return null;
end $$;
create trigger lock_parties before insert or update on event_party_total for each statement execute function lock_parties();

-- Triggers, so that what a server of the release before adds is counted as well. With the rights of the owner: no request writes these counters.
create or replace function count_parties() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
begin
  insert into public.event_party_count as c (tenant_id, party_id, search, as_agent, as_entity, as_both)
  select x.tenant_id, x.party_id, p.search, x.as_agent, x.as_entity, x.as_both
  from (select tenant_id, party_id, sum(as_agent) as as_agent, sum(as_entity) as as_entity, sum(as_both) as as_both
    from added group by 1, 2) x
  join public.event_party p on p.tenant_id = x.tenant_id and p.id = x.party_id
  on conflict (tenant_id, party_id) do update set as_agent = c.as_agent + excluded.as_agent,
    as_entity = c.as_entity + excluded.as_entity, as_both = c.as_both + excluded.as_both;
  return null;
end $$;
create or replace function recount_parties() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
begin
  update public.event_party_count c
  set as_agent = c.as_agent + x.as_agent, as_entity = c.as_entity + x.as_entity, as_both = c.as_both + x.as_both
  from (select tenant_id, party_id, sum(as_agent) as as_agent, sum(as_entity) as as_entity, sum(as_both) as as_both
    from (select tenant_id, party_id, as_agent, as_entity, as_both from added
      union all select tenant_id, party_id, -as_agent, -as_entity, -as_both from removed) d group by 1, 2) x
  where c.tenant_id = x.tenant_id and c.party_id = x.party_id;
  return null;
end $$;

do $$
declare
  one uuid;
begin
  if to_regclass('event_party_count') is not null then
    revoke insert, update, delete on event_party_count from keyward_app;
    return;
  end if;
  create table event_party_count (
    tenant_id uuid not null references tenant (id),
    party_id uuid not null,
    search text not null,
    as_agent bigint not null,
    as_entity bigint not null,
    -- of these, where it is both
    as_both bigint not null,
    primary key (tenant_id, party_id)
  ) with (fillfactor = 80);
  create trigger count_parties after insert on event_party_total
    referencing new table as added for each statement execute function count_parties();
  create trigger recount_parties after update on event_party_total
    referencing new table as added old table as removed for each statement execute function recount_parties();

  -- Those until now. The triggers' lock keeps the job out until they are counted, and lets others read; event_party is not locked, so
  -- that events are written and read all the while. Each tenant by itself, as row-level security shows them.
  for one in select id from tenant loop
    perform set_config('app.tenant_id', one::text, true);
    insert into event_party_count (tenant_id, party_id, search, as_agent, as_entity, as_both)
      select t.tenant_id, t.party_id, p.search, t.as_agent, t.as_entity, t.as_both
      from (select tenant_id, party_id, sum(as_agent) as as_agent, sum(as_entity) as as_entity, sum(as_both) as as_both
        from event_party_total where tenant_id = one group by 1, 2) t
      join event_party p on p.tenant_id = t.tenant_id and p.id = t.party_id;
  end loop;
  create index event_party_count_search on event_party_count using gin (tenant_id, search gin_trgm_ops);
  perform protect_tenant('event_party_count', 'select');
end $$;
