-- Watches: a copy of what a view finds, and when its owner is to know (docs/inbox.md).

create table watch (
  tenant_id uuid not null references tenant (id),
  id uuid not null default uuidv7(),
  owner_id uuid not null,
  name text not null check (char_length(name) between 1 and 64),
  resource text not null,
  -- the built-in view that it narrows, and { filter, search } as a saved view has them: values of groups by their ids
  base text not null,
  content jsonb not null,
  rule jsonb not null,
  delivery text not null check (delivery in ('inbox', 'mail', 'digest')),
  quiet jsonb,
  -- the types of events that can fit; null: any
  events text[],
  -- its rows change with time alone
  timed boolean not null,
  state text not null default 'awake' check (state in ('awake', 'right', 'lost')),
  -- what it was judged with last: the owner's rights and locations; null: the next judgement is a silent baseline
  authority text,
  -- what core/watches/judge.ts remembers
  memory jsonb not null default '{}',
  -- the rows that were there, of a list that keeps no history
  known uuid[],
  -- numbers what it says
  episode integer not null default 0,
  last_spoken_at timestamptz,
  next_at timestamptz not null default now(),
  version integer not null default 1,
  updated_by text not null,
  updated_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, owner_id) references profile (tenant_id, id) on delete cascade
);
create index watch_owner on watch (tenant_id, owner_id);
create index watch_resource on watch (tenant_id, resource);
create index watch_due on watch (tenant_id, next_at);
select protect_tenant('watch');

-- Events that no watch was judged by yet, in the order of their commits: taken by a job.
create table watched_event (
  tenant_id uuid not null,
  id uuid not null default uuidv7(),
  event_id uuid not null,
  event text not null,
  primary key (tenant_id, id)
);
select protect_tenant('watched_event');

-- In the transaction of the events; nothing where no watch could fit. Changes of watches are not watched: one for every
-- event would begin with its own.
create function queue_watched_events() returns trigger language plpgsql as $$
begin
  insert into watched_event (tenant_id, event_id, event)
  select a.tenant_id, a.id, a.event from added a
  where a.event not in ('ADD_WATCH', 'MODIFY_WATCH', 'DELETE_WATCH') and exists (select from watch w where w.tenant_id = a.tenant_id and w.resource = 'event' and w.state = 'awake'
    and (w.events is null or a.event = any (w.events)));
  return null;
end $$;
create trigger queue_watched_events after insert on event
  referencing new table as added for each statement execute function queue_watched_events();

-- Queues the judgement of the watches of a list in a second, once; the restricted role has no rights on the job queue.
create function queue_watches(of_resource text) returns void
language plpgsql security definer set search_path = pg_catalog as $$
declare
  tenant text := current_setting('app.tenant_id');
begin
  if exists (select from public.watch w where w.tenant_id = tenant::uuid and w.resource = of_resource) then
    perform graphile_worker.add_job('watches', json_build_object('tenantId', tenant, 'resource', of_resource),
      run_at => now() + interval '1 second', max_attempts => 3, job_key => 'watches ' || tenant || ' ' || of_resource,
      job_key_mode => 'preserve_run_at');
  end if;
end $$;
revoke execute on function queue_watches(text) from public;
grant execute on function queue_watches(text) to keyward_app;
