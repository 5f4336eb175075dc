-- What happened: events, the names and places they show, and their tallies.

-- The places an event belongs to: the locations of its entity and of its agent when it happened. Few distinct ones.
create table location_set (
  tenant_id uuid not null references tenant (id),
  id uuid not null default uuidv7(),
  locations uuid[] not null,
  primary key (tenant_id, id),
  constraint location_set_unique unique (tenant_id, locations)
);
-- here and below: what happened is not rewritten
select protect_tenant('location_set', 'select, insert');

-- The names that events show, each once: searched instead of the events.
create table event_party (
  tenant_id uuid not null references tenant (id),
  id uuid not null default uuidv7(),
  domain text not null,
  ref_id uuid,
  name text not null,
  email text,
  search text generated always as (fold(name) || E'\x1f' || coalesce(fold(email), '')) stored,
  primary key (tenant_id, id),
  constraint event_party_unique unique nulls not distinct (tenant_id, domain, ref_id, name, email)
);
create index event_party_search on event_party using gin (tenant_id, search gin_trgm_ops);
create index event_party_ref on event_party (tenant_id, ref_id);
-- names in their order, to be offered as a filter's values
create index event_party_name on event_party (tenant_id, (fold(name) collate natural_order), name);
select protect_tenant('event_party', 'select, insert');

-- What events are filtered by stands in the indexes that lead to them, so that counting those that fit, and passing by
-- those that do not, reads no event: an event is some 700 bytes, an entry of these about 140.
create table event (
  tenant_id uuid not null,
  event_time timestamptz not null,
  id uuid not null default uuidv7(),
  event text not null,
  result text,
  agent_domain text,
  agent_id uuid,
  agent_party uuid,
  entity_domain text,
  entity_id uuid,
  entity_party uuid,
  -- all zeros: no location
  location_set_id uuid not null,
  received_at timestamptz not null default now(),
  -- the row as the API gives it; events never change, so it is made once
  body text not null,
  -- a count, which few events carry
  occurrence integer,
  primary key (tenant_id, event_time, id)
    include (event, result, agent_domain, entity_domain, agent_party, entity_party, location_set_id, received_at)
) partition by range (event_time);
create index event_id on event (tenant_id, id);
create index event_type_time on event (tenant_id, event, event_time, id)
  include (result, agent_party, entity_party, location_set_id);
create index event_entity on event (tenant_id, entity_party, event_time, id);
-- with both parties, so that a search counts events without reading them
create index event_agent on event (tenant_id, agent_party, event_time, id) include (entity_party);
-- what people of one store see
create index event_place on event (tenant_id, location_set_id, event_time, id);
-- few, and watched
create index event_unauthorized on event (tenant_id, event_time, id) where result = 'unauthorized';
-- those that carry a count alone, newest first as the list is read, with what a filter on it and on the location asks for
create index event_occurrence on event (tenant_id, event_time, id) include (occurrence, location_set_id)
  where occurrence is not null;
create table event_default partition of event default;
select protect_tenant('event', 'select, insert');

-- Makes the monthly partitions from the month of `since` to `months_ahead` after this one. Events that fell into the
-- default partition before theirs was made are moved.
create function ensure_event_partitions(since timestamptz, months_ahead integer) returns integer
language plpgsql as $$
declare
  first date := date_trunc('month', since at time zone 'UTC');
  last date := date_trunc('month', now() at time zone 'UTC') + make_interval(months => months_ahead);
  month date := first;
  part text;
  lower_end timestamptz;
  upper_end timestamptz;
  made integer := 0;
begin
  perform pg_advisory_xact_lock(hashtext('ensure_event_partitions'));
  while month <= last loop
    part := 'event_' || to_char(month, 'YYYY_MM');
    if to_regclass(part) is null then
      lower_end := month::timestamp at time zone 'UTC';
      upper_end := (month + interval '1 month')::timestamp at time zone 'UTC';
      execute format('create table %I (like event including defaults including constraints)', part);
      execute format(
        'with moved as (delete from event_default where event_time >= %L and event_time < %L returning *) insert into %I select * from moved',
        lower_end, upper_end, part);
      execute format('alter table event attach partition %I for values from (%L) to (%L)', part, lower_end, upper_end);
      made := made + 1;
    end if;
    month := month + interval '1 month';
  end loop;
  return made;
end $$;

-- Tallies --------------------------------------------------------------------------------------------------------------

create table event_total (
  tenant_id uuid not null references tenant (id),
  event text not null,
  location_set_id uuid not null,
  n bigint not null,
  primary key (tenant_id, event, location_set_id)
);
select protect_tenant('event_total');

create table event_day (
  tenant_id uuid not null references tenant (id),
  -- in UTC
  day date not null,
  event text not null,
  location_set_id uuid not null,
  n bigint not null,
  primary key (tenant_id, day, event, location_set_id)
);
select protect_tenant('event_day');

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
-- who appears at a place
create index event_party_total_place on event_party_total (tenant_id, location_set_id, party_id);
select protect_tenant('event_party_total');

-- What is not yet in event_party_total. Writers of events only add rows here, so that none waits for another's counter;
-- a job adds them up. The sum of both tables is exact at every moment. A row is written with every event and gone within
-- a minute: the events' other tables judge that its tenant exists, since a reference here costs as much as the row.
create table event_party_new (
  tenant_id uuid not null,
  id uuid not null default uuidv7(),
  party_id uuid not null,
  location_set_id uuid not null,
  as_agent bigint not null,
  as_entity bigint not null,
  as_both bigint not null,
  primary key (tenant_id, id)
);
select protect_tenant('event_party_new');
