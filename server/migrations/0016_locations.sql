-- The time zone and the opening hours of a location (contract/src/locations.ts). A location without a row has the
-- organization's.
create table location_hours (
  tenant_id uuid not null,
  value_id uuid not null,
  time_zone text check (char_length(time_zone) <= 64),
  -- [{opens, closes} | null] from Monday to Sunday, in local time
  week jsonb check (jsonb_typeof(week) = 'array' and jsonb_array_length(week) = 7),
  -- [{date, hours}] in the order of their dates
  exceptions jsonb not null default '[]' check (jsonb_typeof(exceptions) = 'array'),
  version integer not null default 1,
  -- what a second editor is told (412)
  updated_by text,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, value_id),
  foreign key (tenant_id, value_id) references tag_value (tenant_id, id) on delete cascade
);
select protect_tenant('location_hours');
