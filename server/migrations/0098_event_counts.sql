-- The number of a tenant's events, so that the total of the whole list does not grow with the locations that event_total has rows for.
create table event_count (
  tenant_id uuid not null references tenant (id),
  -- several rows, so that controllers that report at the same time seldom wait for each other's commit
  part smallint not null,
  n bigint not null,
  primary key (tenant_id, part)
) with (fillfactor = 50);

alter table event_total no force row level security;
insert into event_count (tenant_id, part, n) select tenant_id, 0, sum(n) from event_total group by tenant_id;
alter table event_total force row level security;
select protect_tenant('event_count');
