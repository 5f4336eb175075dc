-- Events that the watches of some people were judged by: those of the people after `after_owner` are judged in transactions that follow,
-- by any process.
create table watched_rest (
  tenant_id uuid not null,
  id uuid not null default uuidv7(),
  -- [{ event_id, event }]
  events jsonb not null,
  after_owner uuid not null,
  primary key (tenant_id, id)
);
select protect_tenant('watched_rest');
