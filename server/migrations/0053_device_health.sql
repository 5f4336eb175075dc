-- What lists of devices sort and filter by, beside the battery (0044).

-- the order by battery; devices without one come last
create index device_battery_order on device (tenant_id, (coalesce(battery_floor, 1000)));

-- '' without one; an index holds at most a third of a page
alter table device add column firmware_version text not null generated always as
  (coalesce(left(state->>'firmwareVersion', 100), '')) stored;
create index device_firmware on device (tenant_id, firmware_version collate natural_order, name_fold collate natural_order, id);
-- the newest version of each type, and the devices that have an older one
create index device_type_firmware on device (tenant_id, device_type_id, firmware_version collate natural_order);
