-- Keys that are reported lost: no one may use one until it is found. As custody is, a table of its own, since few are lost.
create table lost_key (
  tenant_id uuid not null,
  device_id uuid not null,
  since timestamptz not null default now(),
  by_name text not null,
  note text,
  primary key (tenant_id, device_id),
  foreign key (tenant_id, device_id) references device (tenant_id, id) on delete cascade
);
select protect_tenant('lost_key');

-- What controllers hold follows from it (0021_controllers.sql).
create trigger mark_controllers_added after insert on lost_key referencing new table as changed
  for each statement execute function mark_controllers_by_statement('device', 'device_id');
create trigger mark_controllers_deleted after delete on lost_key referencing old table as changed
  for each statement execute function mark_controllers_by_statement('device', 'device_id');
