import type pg from 'pg';
import { serials, tenants } from '#testing/people.ts';

let made = 0;
/** Adds a device like the North padlock without the service that lets watches be judged. */
export const addDevice = (owner: Pick<pg.Pool, 'query'>) =>
  owner.query(
    `insert into device (tenant_id, name, serial_number, device_type_id, location_definition_id, location_value_id)
     select tenant_id, 'New ' || $3, 'FFFF' || lpad($3, 12, '0'), device_type_id, location_definition_id, location_value_id
     from device where tenant_id = $1 and serial_number = $2`,
    [tenants.demo, serials.northPadlock, `${made++}`],
  );
