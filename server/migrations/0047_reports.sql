-- Scheduled reports: a view as CSV, or the figures of the dashboard, mailed to their owner (docs/inbox.md).

create table report (
  tenant_id uuid not null references tenant (id),
  id uuid not null default uuidv7(),
  owner_id uuid not null,
  name text not null check (char_length(name) between 1 and 64),
  -- null: the figures of the dashboard
  resource text,
  -- the built-in view that it narrows, and what a saved view has: values of groups by their ids
  base text not null,
  content jsonb not null,
  -- { every, time, weekday or day, zone }: local time and its zone
  schedule jsonb not null,
  -- when it is sent next, by the schedule
  next_at timestamptz not null,
  paused boolean not null default false,
  state text not null default 'awake' check (state in ('awake', 'right', 'lost', 'address')),
  -- numbers what is said of it in the inbox
  episode integer not null default 0,
  last_sent_at timestamptz,
  -- for an hour it can be restored
  deleted_at timestamptz,
  version integer not null default 1,
  updated_by text not null,
  updated_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, owner_id) references profile (tenant_id, id) on delete cascade
);
create index report_owner on report (tenant_id, owner_id);
create index report_due on report (tenant_id, next_at) where deleted_at is null and not paused;
select protect_tenant('report');
