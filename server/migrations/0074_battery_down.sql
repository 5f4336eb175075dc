-- the descending order by battery; devices without one come last in it too, as in the ascending one (0053)
create index device_battery_down on device (tenant_id, (coalesce(battery_floor, -1000)));
