-- In how many events somebody or something appears, by place: totals of searches by name, and which names a person may
-- be offered, without reading events.
create table event_party_total (
  tenant_id uuid not null references tenant (id),
  party_id uuid not null,
  location_set_id uuid not null,
  as_agent bigint not null,
  as_entity bigint not null,
  -- of these, where it is both
  as_both bigint not null,
  primary key (tenant_id, party_id, location_set_id)
) with (fillfactor = 80);

-- What is not yet in event_party_total. Writers of events only add rows here, so that none waits for another's counter;
-- a job adds them up. The sum of both tables is exact at every moment.
create table event_party_new (
  tenant_id uuid not null references tenant (id),
  id uuid not null default uuidv7(),
  party_id uuid not null,
  location_set_id uuid not null,
  as_agent bigint not null,
  as_entity bigint not null,
  as_both bigint not null,
  primary key (tenant_id, id)
);

do $$
declare
  t uuid;
begin
  for t in select id from tenant loop
    perform set_config('app.tenant_id', t::text, true);
    insert into event_party_total (tenant_id, party_id, location_set_id, as_agent, as_entity, as_both)
      select t, party_id, location_set_id, sum(a), sum(e), sum(b) from (
        select agent_party as party_id, location_set_id, count(*) as a, 0 as e, 0 as b from event
          where tenant_id = t and agent_party is not null group by 1, 2
        union all select entity_party, location_set_id, 0, count(*), count(*) filter (where agent_party = entity_party)
          from event where tenant_id = t and entity_party is not null group by 1, 2) x
      group by party_id, location_set_id;
  end loop;
  perform set_config('app.tenant_id', '', true);
end $$;

-- names in their order, to be offered as a filter's values
create index event_party_name on event_party (tenant_id, (fold(name) collate natural_order), name);
-- who appears at a place
create index event_party_total_place on event_party_total (tenant_id, location_set_id, party_id);

-- the first of an order by security status: what has none
create index device_no_security on device (tenant_id, name_fold collate natural_order, id) where security_status is null;

do $$
declare
  t text;
begin
  foreach t in array array['event_party_total', 'event_party_new'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format(
      'create policy tenant on %I using (tenant_id = current_setting(''app.tenant_id'')::uuid) with check (tenant_id = current_setting(''app.tenant_id'')::uuid)', t);
    execute format('grant select, insert, update, delete on %I to keyward_app', t);
  end loop;
end $$;
