// Devices that calls aim at, and new hardware for them.
import { serials, tenants } from '#testing/people.ts';
import { editing, type Make, type Row } from './resource.ts';

export const serialNumber = (type: string, n: number) =>
  type + (0xd00000 + n).toString(16).toUpperCase().padStart(12, '0');

/** An OKM in a group, which it loses when it is deleted or replaced. */
const inGroup: Make = async (world, tenant, location) => {
  const ids = await world.make('devices', tenant, location);
  await world.owner.query(
    `insert into device_tag (tenant_id, device_id, tag_definition_id, value_id)
     select tenant_id, $2, tag_definition_id, id from tag_value where tenant_id = $1 and tag_definition_id = $3 and name = 'Toys'`,
    [tenants[tenant], ids.id, world.tags[tenant].department],
  );
  return ids;
};
/** A variant of a call on a device in a group. */
export const ofGroup = { variant: 'of a group', regroups: true, target: inGroup } as const;

/** New hardware of the target. */
export const replacing: Row = {
  needs: editing('DEVICES'),
  ok: 200,
  body: ({ ids, next }) => ({
    serial_number: serialNumber('9F40', next()),
    replaces: ids['serial'] ?? serials.northOkm,
  }),
};
