-- The closing check of each closing of a location: what was not in order then, and what became of it until the opening.
create table closing_check (
  tenant_id uuid not null references tenant (id),
  location_id uuid not null,
  closed_at timestamptz not null,
  checked_at timestamptz not null,
  -- at the last look
  keys_out integer not null,
  locks_unsecured integer not null,
  okms_offline integer not null,
  -- null: all was in order
  alerted_at timestamptz,
  escalated_at timestamptz,
  cleared_at timestamptz,
  primary key (tenant_id, location_id, closed_at),
  foreign key (tenant_id, location_id) references tag_value (tenant_id, id) on delete cascade,
  check (alerted_at is not null or (escalated_at is null and cleared_at is null))
);
select protect_tenant('closing_check');
