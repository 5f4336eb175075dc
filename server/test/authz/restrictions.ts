// A group that restricts devices, and every way to take it from them.
import { devices } from '@keyward/contract/devices';
import { groups } from '@keyward/contract/groups';
import { randomUUID } from 'node:crypto';
import { north, serials, south, tenants } from '#testing/people.ts';
import type { Answer, Caller, Portal } from '#testing/portal.ts';

export type Attempt = {
  name: string;
  /** A caller who succeeds can sign in as this profile. */
  standsFor?: string;
  ofRole?: true;
  call: (as: Caller) => Promise<Answer>;
};

/** A value of the group on a device, which is at `place`. */
export type Restriction = { device_id: string; value_id: string; place: string; name: string };

/** The restrictions that a call has taken. */
export const opened = (before: readonly Restriction[], after: readonly Restriction[]): Restriction[] =>
  before.filter(
    ({ device_id, value_id }) => !after.some((row) => row.device_id === device_id && row.value_id === value_id),
  );

/** One value of the group is on devices of both stores, the other on one of the north. */
export async function openRestrictions(portal: Portal, storeId: (name: string) => string) {
  const owner = portal.database.system;
  const { demo } = tenants;
  const [id, both, northern] = [randomUUID(), randomUUID(), randomUUID()];
  const { data } = await portal.as.admin.call(devices.list, {});
  const on = (serial: string, value_id: string, store: string): Restriction => {
    const device = data.find((row) => row.serial_number === serial);
    return { device_id: device?.id ?? '', value_id, place: storeId(store), name: device?.name ?? '' };
  };
  const restrictions = [
    on(serials.northPadlock, both, north),
    on(serials.southPadlock, both, south),
    on(serials.northKey, northern, north),
  ];

  const read = async (): Promise<Restriction[]> => {
    const { rows } = await owner.query<Restriction>(
      `select t.device_id, t.value_id, d.location_value_id as place, d.name from device_tag t
       join device d on d.id = t.device_id where t.tag_definition_id = $1 order by t.device_id, t.value_id`,
      [id],
    );
    return rows;
  };
  /** The group, which a call may have deleted, on these devices. */
  async function restore(rows: readonly Restriction[]): Promise<void> {
    await owner.query(
      `insert into tag_definition (tenant_id, id, label, category, type, position)
       values ($1, $2, 'Group', 'acgs', 1, 900) on conflict do nothing`,
      [demo, id],
    );
    await owner.query(
      `insert into tag_object (tenant_id, tag_definition_id, object_type, position)
       values ($1, $2, 'users', 900), ($1, $2, 'devices', 900) on conflict do nothing`,
      [demo, id],
    );
    await owner.query(
      `insert into tag_value (tenant_id, tag_definition_id, id, name, position)
       values ($1, $2, $3, 'Both', 0), ($1, $2, $4, 'Northern', 1) on conflict do nothing`,
      [demo, id, both, northern],
    );
    await owner.query(
      `insert into device_tag (tenant_id, device_id, tag_definition_id, value_id)
       select $1, x.device_id, $3, x.value_id from json_to_recordset($2) as x(device_id uuid, value_id uuid)
       on conflict do nothing`,
      [demo, JSON.stringify(rows), id],
    );
  }

  const params = { id };
  const attempts: Attempt[] = [
    ...['Both', 'Northern'].map((oldValue) => ({
      name: `deletes the value ${oldValue}`,
      call: (as: Caller) => as.request(groups.editValues, { params, body: { values: [{ oldValue, newValue: null }] } }),
    })),
    {
      name: 'leaves a value out',
      call: (as) => as.request(groups.update, { params, body: { values: [{ id: northern }] } }),
    },
    {
      name: 'takes the group from all devices',
      call: (as) => as.request(groups.update, { params, body: { objects: [{ type: 'users' }] } }),
    },
    { name: 'deletes the group', call: (as) => as.request(groups.remove, { params }) },
  ];
  return { restrictions, read, restore, attempts };
}
