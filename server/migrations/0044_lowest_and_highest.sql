-- The lowest batteries and the highest temperatures are found by whole numbers, so that few reports write the indexes
-- (docs/decisions/0026): within one the values themselves are sorted.
alter table device
  add column battery_floor double precision generated always as
    (case jsonb_typeof(state -> 'battery') when 'number' then floor((state ->> 'battery')::float8) end) stored,
  add column temperature_floor double precision generated always as
    (case jsonb_typeof(state -> 'temperature') when 'number' then floor((state ->> 'temperature')::float8) end) stored;
create index device_battery on device (tenant_id, battery_floor) where battery_floor is not null;
create index device_temperature on device (tenant_id, temperature_floor desc) where temperature_floor is not null;
