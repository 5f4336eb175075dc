-- Why an attempt was refused (contract/src/refusals.ts), by which the list is filtered: filled when the event is written,
-- empty where nothing was said. Null: nothing was refused.
alter table event add column reason text;

-- Refusals alone, so that other events cost no write; with what filters ask for beside it, so that counting reads no event.
create index event_reason on event (tenant_id, reason, event_time, id)
  include (event, result, agent_party, entity_party, location_set_id)
  where reason is not null;

-- Those of before, and those that a server of the release before writes beside this one: a job fills them.
create index event_without_reason on event (tenant_id, event_time, id)
  where reason is null and result = 'unauthorized';
