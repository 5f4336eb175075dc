-- The results of events that can fit a watch: those that its own filter names; null: any. Most watches are of refusals, which few
-- events are.
alter table watch add column results text[] generated always as (
  case when content #>> '{filter,result}' ~ '^(success|failure|unauthorized)(,(success|failure|unauthorized))*$'
    then string_to_array(content #>> '{filter,result}', ',') end) stored;

-- Watches are read once for each kind of event that a statement writes, not for each event.
create or replace function queue_watched_events() returns trigger language plpgsql as $$
begin
  insert into watched_event (tenant_id, event_id, event)
  with kind as materialized (
    select distinct a.tenant_id, a.event, a.result from added a
    where a.event not in ('ADD_WATCH', 'MODIFY_WATCH', 'DELETE_WATCH')),
  watched as materialized (
    select k.tenant_id, k.event, k.result from kind k
    where exists (select from watch w where w.tenant_id = k.tenant_id and w.resource = 'event' and w.state = 'awake'
      and (w.events is null or k.event = any (w.events)) and (w.results is null or k.result = any (w.results))))
  select a.tenant_id, a.id, a.event from added a
  join watched k on k.tenant_id = a.tenant_id and k.event = a.event and coalesce(k.result, '') = coalesce(a.result, '');
  return null;
end $$;
