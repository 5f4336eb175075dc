import type { DeviceClass, DeviceLosses, StateField, StateValue } from '@keyward/contract/devices';
import { holdTags, type TagRow } from '#core/tags/tags.ts';
import { type Db, rows } from '#db/tenant.ts';

export type DeviceType = {
  id: string;
  name: string;
  device_class: DeviceClass;
  secure_key_compatible: boolean;
  location_restricted: boolean;
  deletion_restricted: boolean;
  info_schema: Record<string, unknown>;
  state_schema: Record<string, StateField>;
};

export type StoredDevice = {
  id: string;
  name: string;
  serial_number: string;
  location_id: string | null;
  controller_id: string | null;
  controller_name: string | null;
  info: { dual_auth?: boolean };
  state: Record<string, StateValue>;
  state_times: Record<string, string>;
  state_updated_at: string | null;
  security_status: 'secured' | 'unsecured' | null;
  version: number;
  updated_by: string | null;
  updated_at: string;
  created_at: string;
  type: DeviceType;
  tags: TagRow[];
};

const deviceSql = `
  select d.id, d.name, d.serial_number, d.location_value_id as location_id, d.controller_id, c.name as controller_name,
    d.info, d.state, d.state_times, d.state_updated_at, d.security_status, d.version, d.updated_by, d.updated_at,
    d.created_at,
    jsonb_build_object('id', t.id, 'name', t.name, 'device_class', t.device_class,
      'secure_key_compatible', t.secure_key_compatible, 'location_restricted', t.location_restricted,
      'deletion_restricted', t.deletion_restricted, 'info_schema', t.info_schema, 'state_schema', t.state_schema) as type,
    coalesce((select jsonb_agg(jsonb_build_object('tag_definition_id', g.tag_definition_id, 'value_id', g.value_id,
        'text', g.text, 'every_value', g.every_value))
      from device_tag g where g.tenant_id = $1 and g.device_id = d.id), '[]') as tags
  from device d
  join device_type t on t.tenant_id = $1 and t.id = d.device_type_id
  left join device c on c.tenant_id = $1 and c.id = d.controller_id
  where d.tenant_id = $1 and d.id = $2`;

export async function findDevice(db: Db, id: string): Promise<StoredDevice | undefined> {
  return (await rows<StoredDevice>(db, deviceSql, [db.tenantId, id]))[0];
}

/** The same, locked until the transaction ends, so that its version can be judged and its change described. */
export async function lockDevice(db: Db, id: string): Promise<StoredDevice | undefined> {
  return (await rows<StoredDevice>(db, `${deviceSql} for update of d`, [db.tenantId, id]))[0];
}

/** The type that owns a serial number: the longest of the prefixes it begins with. */
export async function findTypeOfSerial(
  db: Db,
  serial: string,
): Promise<{ id: string; device_class: string } | undefined> {
  return db
    .selectFrom('serial_range as r')
    .innerJoin('device_type as t', 't.id', 'r.device_type_id')
    .select(['t.id', 't.device_class'])
    .where(
      'r.prefix',
      'in',
      Array.from({ length: 15 }, (_, i) => serial.slice(0, i + 1)),
    )
    .orderBy((eb) => eb.fn('length', ['r.prefix']), 'desc')
    .limit(1)
    .executeTakeFirst();
}

type Place = { location_definition_id: string | null; location_value_id: string | null };

/** The id of the new device; undefined when another one has the serial number. */
export async function insertDevice(
  db: Db,
  device: Place & { name: string; serial_number: string; device_type_id: string; updated_by: string },
): Promise<string | undefined> {
  const made = await db
    .insertInto('device')
    .values(device)
    .onConflict((taken) => taken.constraint('device_serial_number_unique').doNothing())
    .returning('id')
    .executeTakeFirst();
  return made?.id;
}

/** Where the device of this serial number is; undefined without such a device. */
export async function placeOfSerial(db: Db, serialNumber: string): Promise<string | null | undefined> {
  const found = await rows<{ place: string | null }>(
    db,
    'select location_value_id as place from device where tenant_id = $1 and serial_number = $2',
    [db.tenantId, serialNumber],
  );
  return found[0]?.place;
}

export async function updateDevice(
  db: Db,
  id: string,
  change: Partial<Place> & { name: string; updated_by: string; info: string },
): Promise<void> {
  await db
    .updateTable('device')
    .set((eb) => ({ ...change, version: eb('version', '+', 1), updated_at: eb.fn<string>('now') }))
    .where('id', '=', id)
    .execute();
}

export type DoomedDevice = {
  id: string;
  name: string;
  serial_number: string;
  location_id: string | null;
  device_class: DeviceClass;
  deletion_restricted: boolean;
};

/**
 * The devices, locked with those that report through them until the transaction ends: in id order, as the gateway locks
 * them, so that neither waits for the other.
 */
export async function lockForRemoval(db: Db, ids: readonly string[]): Promise<DoomedDevice[]> {
  const locked = await rows<DoomedDevice>(
    db,
    `select d.id, d.name, d.serial_number, d.location_value_id as location_id, t.device_class, t.deletion_restricted
     from device d join device_type t on t.tenant_id = $1 and t.id = d.device_type_id
     where d.tenant_id = $1 and (d.id = any($2::uuid[]) or d.controller_id = any($2::uuid[]))
     order by d.id for update of d`,
    [db.tenantId, [...ids]],
  );
  const asked = new Set(ids);
  return locked.filter((device) => asked.has(device.id));
}

/** Of each device how many tokens and whether a key that somebody has would go with it. */
export const devicesAndLosses = (db: Db, ids: readonly string[]) =>
  rows<Pick<DoomedDevice, 'id' | 'location_id'> & DeviceLosses>(
    db,
    `select d.id, d.location_value_id as location_id,
       (select count(*)::int from controller_token c where c.tenant_id = $1 and c.device_id = d.id) as "controllerTokens",
       (select count(*)::int from key_custody k where k.tenant_id = $1 and k.device_id = d.id) as "keysOut"
     from device d where d.tenant_id = $1 and d.id = any($2::uuid[])`,
    [db.tenantId, [...ids]],
  );

export async function deleteDevices(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await rows(db, 'delete from device where tenant_id = $1 and id = any($2::uuid[])', [db.tenantId, [...ids]]);
}

/** Replaces what the device carries of the named tags. */
export async function replaceTags(db: Db, deviceId: string, tagIds: string[], stored: TagRow[]): Promise<void> {
  if (tagIds.length) {
    await holdTags(db, tagIds);
    await db
      .deleteFrom('device_tag')
      .where('device_id', '=', deviceId)
      .where('tag_definition_id', 'in', tagIds)
      .execute();
  }
  if (stored.length) {
    await db
      .insertInto('device_tag')
      .values(stored.map((row) => ({ ...row, device_id: deviceId })))
      .execute();
  }
}

/** The oldest OKM of a location: the one that devices there report through. */
export async function findControllerAt(db: Db, locationId: string, except: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('device as d')
    .innerJoin('device_type as t', 't.id', 'd.device_type_id')
    .select('d.id')
    .where('d.location_value_id', '=', locationId)
    .where('t.device_class', '=', 'OKM')
    .where('d.id', '!=', except)
    .orderBy('d.created_at')
    .orderBy('d.id')
    .limit(1)
    .executeTakeFirst();
  return found?.id;
}

export async function setController(db: Db, deviceId: string, controllerId: string | null): Promise<void> {
  await db.updateTable('device').set({ controller_id: controllerId }).where('id', '=', deviceId).execute();
}

/** Hands the devices of one controller to another, or to none. */
export async function moveDependents(db: Db, from: string, to: string | null): Promise<void> {
  await db.updateTable('device').set({ controller_id: to }).where('controller_id', '=', from).execute();
}

/** Devices of a location that report through nobody begin to report through a new OKM there. */
export async function adoptDevices(db: Db, controllerId: string, locationId: string): Promise<void> {
  await db
    .updateTable('device')
    .set({ controller_id: controllerId })
    .where('location_value_id', '=', locationId)
    .where('controller_id', 'is', null)
    .where('id', '!=', controllerId)
    .where('device_type_id', 'not in', (eb) =>
      eb.selectFrom('device_type').select('device_type.id').where('device_class', '=', 'OKM'),
    )
    .execute();
}
