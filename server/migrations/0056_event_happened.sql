-- What happened, where one type of event stands for several things (contract/src/happened.ts): filled when the event is
-- written, empty where the device did not say. Null: nothing more than its type says.
alter table event add column happened text;

-- As event_type_time, which it replaces, with what happened: an index of its own would be one more write for each event.
create index event_type_happened on event (tenant_id, event, event_time, id)
  include (result, agent_party, entity_party, location_set_id, happened);
drop index event_type_time;

-- Those of before, and those that a server of the release before writes beside this one: a job fills them.
create index event_unfilled on event (tenant_id, event_time, id)
  where happened is null
    and event in ('LOCK_UNLOCK', 'DUAL_AUTHORIZATION_UNLOCK', 'ARM_DISARM_ALARM', 'KEY_CHECKOUT', 'KEY_CHECKIN');

-- events are not rewritten otherwise
grant update (happened) on event to keyward_app;
