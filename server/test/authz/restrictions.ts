// A group that restricts devices, and every way to take it from them.
import { deletions } from '@keyward/contract/deletions';
import { devices } from '@keyward/contract/devices';
import { groups } from '@keyward/contract/groups';
import { randomUUID } from 'node:crypto';
import { sealSnapshot } from '#core/deletions/snapshot.ts';
import { north, serials, south, tenants } from '#testing/people.ts';
import type { Answer, Caller, Portal } from '#testing/portal.ts';

export type Attempt = {
  name: string;
  /** A caller who succeeds can sign in as this profile. */
  standsFor?: string;
  ofRole?: true;
  /** Its answer is a new profile. */
  adds?: true;
  call: (as: Caller) => Promise<Answer>;
};

/** A value of the group on a device at `location`: any row with its serial number is the same hardware. */
export type Restriction = { device_id: string; serial: string; value_id: string; location: string; name: string };

/** The restrictions that a call removed from devices, or freed hardware from, so that it can be added without them. */
export const opened = (before: readonly Restriction[], after: readonly Restriction[]): Restriction[] =>
  before.filter(({ serial, value_id }) => !after.some((row) => row.serial === serial && row.value_id === value_id));

/** One value of the group is on devices of both stores (one of the north is deleted), the other on a device of the north. */
export async function openRestrictions(portal: Portal, storeId: (name: string) => string) {
  const owner = portal.database.system;
  const { demo } = tenants;
  const [id, both, northern] = [randomUUID(), randomUUID(), randomUUID()];
  const { data } = await portal.as.admin.call(devices.list, {});
  const on = (serial: string, value_id: string, store: string): Restriction => {
    const device = data.find((row) => row.serial_number === serial);
    return { device_id: device?.id ?? '', serial, value_id, location: storeId(store), name: device?.name ?? '' };
  };
  const deleted: Restriction = {
    device_id: randomUUID(),
    serial: '3A10000000DE1E7E',
    value_id: both,
    location: storeId(north),
    name: 'Deleted padlock',
  };
  const restrictions = [
    on(serials.northPadlock, both, north),
    on(serials.southPadlock, both, south),
    on(serials.northKey, northern, north),
    deleted,
  ];
  const baseline = await baselineOf(
    owner,
    restrictions.map(({ device_id }) => device_id),
  );
  const location = (await portal.as.admin.call(groups.definitions, {})).data.find((one) => one.is_location)?.id ?? '';
  const tag = (tagId: string, label: string, value: { id: string; name: string }) => ({
    id: tagId,
    label,
    every: false,
    text: null,
    values: [value],
  });
  const sealed = sealSnapshot<'device'>(
    portal.vault,
    { tenantId: demo, id: deleted.device_id },
    {
      name: deleted.name,
      serial: deleted.serial,
      curfew: null,
      tags: [
        tag(location, 'Location', { id: deleted.location, name: north }),
        tag(id, 'Group', { id: both, name: 'Both' }),
      ],
    },
  );

  const read = async (): Promise<Restriction[]> => {
    const { rows } = await owner.query<Restriction>(
      `select t.device_id, d.serial_number as serial, t.value_id, d.location_value_id as location, d.name from device_tag t
       join device d on d.id = t.device_id where t.tag_definition_id = $1 order by t.device_id, t.value_id`,
      [id],
    );
    const { rowCount } = await owner.query('select from deletion where id = $1', [deleted.device_id]);
    return rowCount ? [...rows, deleted] : rows;
  };
  /** Restores the group on these devices; a call may have deleted either. */
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
    await owner.query('delete from device where serial_number = $1', [deleted.serial]);
    await baseline.restore();
    await owner.query(
      `insert into deletion (tenant_id, id, kind, deleted_by, locations, sealed)
       values ($1, $2, 'device', 'Ada Admin', array[$3::uuid], $4) on conflict do nothing`,
      [demo, deleted.device_id, deleted.location, sealed],
    );
    await owner.query(
      `insert into device_tag (tenant_id, device_id, tag_definition_id, value_id)
       select $1, x.device_id, $3, x.value_id from json_to_recordset($2) as x(device_id uuid, value_id uuid)
       join device d on d.id = x.device_id on conflict do nothing`,
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
    ...restrictions.slice(0, 3).map(({ device_id, name }) => ({
      name: `deletes ${name}`,
      call: (as: Caller) => as.request(devices.remove, { params: { id: device_id } }),
    })),
    {
      name: 'deletes two devices',
      call: (as) =>
        as.request(devices.removeMany, {
          body: { ids: [restrictions[0]?.device_id ?? '', restrictions[2]?.device_id ?? ''] },
        }),
    },
    {
      name: 'gives new hardware',
      call: (as) =>
        as.request(devices.replace, {
          params: { id: restrictions[0]?.device_id ?? '' },
          body: { serial_number: '3A10000000DE1E7F', replaces: serials.northPadlock },
        }),
    },
    {
      name: 'restores a device',
      call: (as) => as.request(deletions.restoreDevice, { params: { id: deleted.device_id } }),
    },
  ];
  return { restrictions, read, restore, attempts };
}

/** Records these rows of devices, so that `restore` brings them back whatever happened to them. */
async function baselineOf(owner: Portal['database']['system'], ids: readonly string[]) {
  const { rows: columns } = await owner.query<{ name: string }>(
    `select quote_ident(column_name) as name from information_schema.columns
     where table_schema = current_schema() and table_name = 'device' and is_generated = 'NEVER'`,
  );
  const list = columns.map(({ name }) => name).join(', ');
  const { rows } = await owner.query<{ row: unknown }>(
    'select to_jsonb(d) as row from device d where id = any($1::uuid[])',
    [ids],
  );
  const snapshot = JSON.stringify(rows.map(({ row }) => row));
  return {
    restore: async () => {
      await owner.query('delete from deletion where id = any($1::uuid[])', [ids]);
      await owner.query(
        `insert into device (${list}) select ${list} from jsonb_populate_recordset(null::device, $1)
         on conflict (tenant_id, id) do update set serial_number = excluded.serial_number`,
        [snapshot],
      );
    },
  };
}
