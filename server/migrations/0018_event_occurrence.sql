-- Few events carry a count. The index holds these alone, newest first as the list is read, with what a filter on the
-- count and on the location asks for: finding and counting them reads no other event.
alter table event add column occurrence integer;
create index event_occurrence on event (tenant_id, event_time, id) include (occurrence, location_set_id)
  where occurrence is not null;
