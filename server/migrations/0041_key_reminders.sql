-- The last reminder about each key: its holder was mailed for that check-out.
create table key_reminder (
  tenant_id uuid not null references tenant (id),
  device_id uuid not null,
  profile_id uuid not null,
  checked_out_at timestamptz not null,
  sent_at timestamptz not null default now(),
  -- of a profile, which may have been deleted since
  sent_by text not null,
  primary key (tenant_id, device_id),
  foreign key (tenant_id, device_id) references device (tenant_id, id) on delete cascade,
  foreign key (tenant_id, profile_id) references profile (tenant_id, id) on delete cascade
);
create index key_reminder_profile on key_reminder (tenant_id, profile_id);
select protect_tenant('key_reminder');
