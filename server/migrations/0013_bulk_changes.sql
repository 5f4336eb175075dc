-- Changes to several profiles at once, kept for 30 days so that they can be undone.

create table bulk_change (
  tenant_id uuid not null references tenant (id),
  id uuid not null default uuidv7(),
  created_at timestamptz not null default now(),
  undone_at timestamptz,
  primary key (tenant_id, id)
);
create index bulk_change_age on bulk_change (tenant_id, created_at);
select protect_tenant('bulk_change');

-- No foreign key to the profile: a change to a profile that was deleted since is refused as a whole.
create table bulk_change_row (
  tenant_id uuid not null,
  bulk_change_id uuid not null,
  profile_id uuid not null,
  -- the event that recorded the change
  event_id uuid not null,
  -- the profile's version after the change: undone only while it still has it
  version integer not null,
  -- what the change replaced: { disabled, validity, roles, tags }, each only if it was changed
  before jsonb not null,
  primary key (tenant_id, bulk_change_id, profile_id),
  foreign key (tenant_id, bulk_change_id) references bulk_change (tenant_id, id) on delete cascade
);
create index bulk_change_row_event on bulk_change_row (tenant_id, event_id);
select protect_tenant('bulk_change_row');
