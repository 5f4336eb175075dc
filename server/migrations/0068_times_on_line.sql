-- How long an OKM was on line in any range is the difference of two sums, so that the picture of all OKMs reads the ends of its range alone.
alter table controller_connection
  -- seconds on line in the connections before this one
  add column online_before double precision not null default 0;

-- A trigger, so that connections which a server of the release before begins beside this one are summed as well. Connections of a device
-- are written in their order, and each one ends before the next begins.
create function sum_connections() returns trigger language plpgsql as $$
begin
  new.online_before := coalesce((
    select c.online_before + extract(epoch from least(c.until, new.since) - c.since)
    from controller_connection c
    where c.tenant_id = new.tenant_id and c.device_id = new.device_id and c.since < new.since
    order by c.since desc limit 1), 0);
  return new;
end $$;
create trigger sum_connections before insert on controller_connection
  for each row execute function sum_connections();

alter table controller_connection no force row level security;
update controller_connection c set online_before = s.online_before
from (
  select tenant_id, device_id, since, coalesce(sum(extract(epoch from least(until, next) - since)) over (
    partition by tenant_id, device_id order by since rows between unbounded preceding and 1 preceding), 0) as online_before
  from (
    select tenant_id, device_id, since, until, lead(since) over (partition by tenant_id, device_id order by since) as next
    from controller_connection) k) s
where c.tenant_id = s.tenant_id and c.device_id = s.device_id and c.since = s.since and s.online_before > 0;
alter table controller_connection force row level security;
