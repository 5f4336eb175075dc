-- Changes to several devices at once, kept for 30 days so that they can be undone. `bulk_change` is that of profiles as
-- well, whose rows are in bulk_change_row (0013_bulk_changes.sql).

-- No foreign key to the device: a change to a device that was deleted since is refused as a whole.
create table bulk_change_device (
  tenant_id uuid not null,
  bulk_change_id uuid not null,
  device_id uuid not null,
  -- the event that recorded the change
  event_id uuid not null,
  -- the device's version after the change: undone only while it still has it
  version integer not null,
  -- what the change replaced: { dualAuth, tags }, each only if it was changed
  before jsonb not null,
  primary key (tenant_id, bulk_change_id, device_id),
  foreign key (tenant_id, bulk_change_id) references bulk_change (tenant_id, id) on delete cascade
);
create index bulk_change_device_event on bulk_change_device (tenant_id, event_id);
select protect_tenant('bulk_change_device');
