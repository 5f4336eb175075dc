import type { DeviceLosses } from '@keyward/contract/devices';
import { sql } from 'kysely';
import { jsonArrayFrom, jsonBuildObject } from 'kysely/helpers/postgres';
import { profileVisibleTo } from '#core/auth/scope.ts';
import type { Actor } from '#core/auth/session.ts';
import { any, nextVersion, now, valuesTable } from '#db/fragments.ts';
import type { Db } from '#db/tenant.ts';

type Viewer = Pick<Actor, 'allData' | 'locations'>;

/** Devices; the holder of a key is named only if visible to the actor. */
const deviceQuery = (db: Db, actor: Viewer, ids: readonly string[]) =>
  db
    .selectFrom('device as d')
    .innerJoin('device_type as t', 't.id', 'd.device_type_id')
    .leftJoin('device as c', 'c.id', 'd.controller_id')
    .leftJoin('key_custody as k', 'k.device_id', 'd.id')
    .leftJoin('lost_key as x', 'x.device_id', 'd.id')
    .leftJoin('profile as h', (join) =>
      join.onRef('h.id', '=', 'k.profile_id').on((on) => profileVisibleTo(actor, on.ref('h.id'))),
    )
    .where('d.id', '=', any(ids))
    .select((eb) => [
      'd.id',
      'd.name',
      'd.serial_number',
      'd.location_definition_id',
      'd.location_value_id as location_id',
      'd.controller_id',
      'c.name as controller_name',
      'k.checked_out_at',
      'k.profile_id',
      'x.since as lost_since',
      'x.by_name as lost_by',
      'x.note as lost_note',
      'h.id as holder_id',
      'h.name as holder_name',
      'd.info',
      'd.curfew',
      'd.state',
      'd.state_times',
      'd.state_updated_at',
      'd.security_status',
      'd.version',
      'd.updated_by',
      'd.updated_at',
      'd.created_at',
      jsonBuildObject({
        id: eb.ref('t.id'),
        name: eb.ref('t.name'),
        device_class: eb.ref('t.device_class'),
        secure_key_compatible: eb.ref('t.secure_key_compatible'),
        location_restricted: eb.ref('t.location_restricted'),
        deletion_restricted: eb.ref('t.deletion_restricted'),
        info_schema: eb.ref('t.info_schema'),
        state_schema: eb.ref('t.state_schema'),
      }).as('type'),
      jsonArrayFrom(
        eb
          .selectFrom('device_tag as g')
          .select(['g.tag_definition_id', 'g.value_id', 'g.text', 'g.every_value'])
          .whereRef('g.device_id', '=', 'd.id'),
      ).as('tags'),
    ]);

export type StoredDevice = Awaited<ReturnType<typeof findDevices>>[number];

export const findDevices = (...asked: Parameters<typeof deviceQuery>) => deviceQuery(...asked).execute();

export const findDevice = (db: Db, actor: Viewer, id: string): Promise<StoredDevice | undefined> =>
  deviceQuery(db, actor, [id]).executeTakeFirst();

/**
 * Reads a device after locking it until the end of the transaction, for the version check and the diff. Tags are rows of their
 * own, which a statement that waited for the lock would show in their former state.
 */
export async function lockDevice(db: Db, actor: Viewer, id: string): Promise<StoredDevice | undefined> {
  await db.selectFrom('device').select('id').where('id', '=', id).forUpdate().execute();
  return findDevice(db, actor, id);
}

/** Reads several devices after locking them and those that report through them. */
export async function lockDevices(db: Db, actor: Viewer, ids: readonly string[]): Promise<StoredDevice[]> {
  await lockWithDependents(db, ids);
  return findDevices(db, actor, ids);
}

export type TypeOfSerial = { id: string; name: string; device_class: string };

/** The type of a serial number, by its longest matching prefix. */
export async function findTypeOfSerial(db: Db, serial: string): Promise<TypeOfSerial | undefined> {
  return db
    .selectFrom('serial_range as r')
    .innerJoin('device_type as t', 't.id', 'r.device_type_id')
    .select(['t.id', 't.name', 't.device_class'])
    .where(
      'r.prefix',
      'in',
      Array.from({ length: 15 }, (_, i) => serial.slice(0, i + 1)),
    )
    .orderBy((eb) => eb.fn('length', ['r.prefix']), 'desc')
    .limit(1)
    .executeTakeFirst();
}

type LocationColumns = { location_definition_id: string | null; location_value_id: string | null };

/** Inserts a device and returns its id; undefined if the serial number is taken. */
export async function insertDevice(
  db: Db,
  device: LocationColumns & {
    name: string;
    serial_number: string;
    device_type_id: string;
    updated_by: string;
    info?: string;
    curfew?: string | null;
  },
): Promise<string | undefined> {
  const row = await db
    .insertInto('device')
    .values(device)
    .onConflict((taken) => taken.constraint('device_serial_number_unique').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** The location of the device with this serial number; undefined when there is none. */
export async function locationOfSerial(db: Db, serialNumber: string): Promise<string | null | undefined> {
  const row = await db
    .selectFrom('device')
    .select('location_value_id')
    .where('serial_number', '=', serialNumber)
    .executeTakeFirst();
  return row?.location_value_id;
}

export async function updateDevice(
  db: Db,
  id: string,
  change: Partial<LocationColumns> & { name: string; updated_by: string; info: string; curfew: string | null },
): Promise<void> {
  await db
    .updateTable('device')
    .set({ ...change, ...nextVersion })
    .where('id', '=', id)
    .execute();
}

export type DeviceToDelete = Awaited<ReturnType<typeof lockWithDependents>>[number];

/**
 * Locks the devices and those that report through them until the end of the transaction, in id order like the gateway, to prevent
 * deadlocks.
 */
export async function lockWithDependents(db: Db, ids: readonly string[]) {
  const locked = await db
    .selectFrom('device as d')
    .innerJoin('device_type as t', 't.id', 'd.device_type_id')
    .select(['d.id', 'd.name', 'd.serial_number', 'd.location_value_id as location_id'])
    .select(['t.device_class', 't.deletion_restricted'])
    .where((eb) => eb.or([eb('d.id', '=', any(ids)), eb('d.controller_id', '=', any(ids))]))
    .orderBy('d.id')
    .forUpdate('d')
    .execute();
  const requested = new Set(ids);
  return locked.filter((device) => requested.has(device.id));
}

/** Counts the tokens and OnePASS keys of each device; also tells whether it is a key that is out. */
export const findLosses = (
  db: Db,
  ids: readonly string[],
): Promise<(Pick<DeviceToDelete, 'id' | 'location_id'> & DeviceLosses)[]> =>
  db
    .selectFrom('device as d')
    .select((eb) => [
      'd.id',
      'd.location_value_id as location_id',
      eb
        .selectFrom('controller_token as c')
        .select((c) => c.fn.countAll<number>().as('n'))
        .whereRef('c.device_id', '=', 'd.id')
        .$asScalar()
        .$notNull()
        .as('controllerTokens'),
      eb
        .selectFrom('key_custody as k')
        .select((k) => k.fn.countAll<number>().as('n'))
        .whereRef('k.device_id', '=', 'd.id')
        .$asScalar()
        .$notNull()
        .as('keysOut'),
      eb
        .selectFrom('secure_key as s')
        .select((s) => s.fn.countAll<number>().as('n'))
        .whereRef('s.device_id', '=', 'd.id')
        .$asScalar()
        .$notNull()
        .as('secureKeys'),
    ])
    .where('d.id', '=', any(ids))
    .execute();

/** Data for the snapshots of devices that are about to be deleted. */
export const findForKeeping = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('device as d')
    .innerJoin('device_type as t', 't.id', 'd.device_type_id')
    .leftJoin('lost_key as x', 'x.device_id', 'd.id')
    .select(['d.id', 'd.name', 'd.serial_number', 'd.location_value_id as location_id', 'd.info', 'd.curfew'])
    .select(['x.since as lost_since', 'x.by_name as lost_by', 'x.note as lost_note'])
    .select((eb) => [
      't.name as type_name',
      jsonArrayFrom(
        eb
          .selectFrom('device_tag as g')
          .select(['g.tag_definition_id', 'g.value_id', 'g.text', 'g.every_value'])
          .whereRef('g.device_id', '=', 'd.id'),
      ).as('tags'),
    ])
    .where('d.id', '=', any(ids))
    .execute();

export async function deleteDevices(db: Db, ids: readonly string[]): Promise<void> {
  await db.deleteFrom('device').where('id', '=', any(ids)).execute();
  await db.deleteFrom('device_reading').where('device_id', '=', any(ids)).execute();
}

/** The oldest OKM of a location other than `except`; devices there report through it. */
export async function findControllerInLocation(
  db: Db,
  locationId: string,
  except?: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('device as d')
    .innerJoin('device_type as t', 't.id', 'd.device_type_id')
    .select('d.id')
    .where('d.location_value_id', '=', locationId)
    .where('t.device_class', '=', 'OKM')
    .where((eb) => eb.and(except === undefined ? [] : [eb('d.id', '!=', except)]))
    .orderBy('d.created_at')
    .orderBy('d.id')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/** `dualAuth` undefined: unchanged. */
export type NewState = LocationColumns & { id: string; dualAuth: boolean | undefined };

/** Stores the new state of these devices, and renews their versions. */
export async function updateDevices(db: Db, states: readonly NewState[], by: string): Promise<void> {
  const [first, ...rest] = states.map((state) => ({
    id: sql<string>`${state.id}::uuid`,
    definition: sql<string | null>`${state.location_definition_id}::uuid`,
    location: sql<string | null>`${state.location_value_id}::uuid`,
    info: sql<string>`${JSON.stringify(state.dualAuth === undefined ? {} : { dual_auth: state.dualAuth })}::jsonb`,
  }));
  if (!first) return;
  await db
    .updateTable('device as d')
    .from(valuesTable([first, ...rest]))
    .set((eb) => ({
      location_definition_id: eb.ref('v.definition'),
      location_value_id: eb.ref('v.location'),
      info: sql<string>`d.info || v.info`,
      version: sql<number>`d.version + 1`,
      updated_at: now,
      updated_by: by,
    }))
    .whereRef('d.id', '=', 'v.id')
    .execute();
}

export async function setControllers(db: Db, ids: readonly string[], controllerId: string | null): Promise<void> {
  await db.updateTable('device').set({ controller_id: controllerId }).where('id', '=', any(ids)).execute();
}

type Moved = { id: string; location_value_id: string | null };

/** Reassigns the devices of one controller to another, or to none; returns them. */
export const moveDependents = (db: Db, from: string, to: string | null): Promise<Moved[]> =>
  db
    .updateTable('device')
    .set({ controller_id: to })
    .where('controller_id', '=', from)
    .returning(['id', 'location_value_id'])
    .execute();

/** Lets the devices of a location that have no controller report through its new OKM; returns them. */
export const adoptDevices = (db: Db, controllerId: string, locationId: string): Promise<Moved[]> =>
  db
    .updateTable('device')
    .set({ controller_id: controllerId })
    .where('location_value_id', '=', locationId)
    .where('controller_id', 'is', null)
    .where('id', '!=', controllerId)
    .where('device_type_id', 'not in', (eb) =>
      eb.selectFrom('device_type').select('device_type.id').where('device_class', '=', 'OKM'),
    )
    .returning(['id', 'location_value_id'])
    .execute();
