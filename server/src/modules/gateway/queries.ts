import { type Db, rows } from '#db/tenant.ts';
import { insertRows, withRows } from '#core/bulk.ts';
import type { Custody } from './custody.ts';
import type { DeviceState, StateSchema } from './state.ts';

export type OwnDevice = DeviceState & {
  id: string;
  name: string;
  serial: string;
  typeId: string;
  /** tag_value id. */
  locationId: string | null;
};
export type TypeOfDevice = { id: string; deviceClass: string; schema: StateSchema };
export type KnownAgent = { given: string; id: string; name: string; email: string | null; locations: string[] };

/** The controller and those of its devices that are named, locked in id order until the transaction ends. */
export function lockDevices(db: Db, controllerId: string, serials: readonly string[]): Promise<OwnDevice[]> {
  return rows<OwnDevice>(
    db,
    `select d.id, d.name, d.serial_number as serial, d.device_type_id as "typeId", d.location_value_id as "locationId",
       d.state, d.state_times as "stateTimes", d.security_status as "securityStatus"
     from device d
     where d.tenant_id = $1 and (d.id = $2 or (d.controller_id = $2 and d.serial_number = any($3::text[])))
     order by d.id for no key update`,
    [db.tenantId, controllerId, [...serials]],
  );
}

/** Those of the serial numbers that some device has. */
export async function existingSerials(db: Db, serials: readonly string[]): Promise<Set<string>> {
  if (serials.length === 0) return new Set();
  const found = await rows<{ serial: string }>(
    db,
    'select serial_number as serial from device where tenant_id = $1 and serial_number = any($2::text[])',
    [db.tenantId, [...serials]],
  );
  return new Set(found.map((d) => d.serial));
}

/** The types by id, and the database's time in ms. */
export async function typesAndTime(db: Db, typeIds: readonly string[]) {
  const found = await rows<TypeOfDevice & { now: number }>(
    db,
    `select id, device_class as "deviceClass", state_schema as schema,
       (extract(epoch from clock_timestamp()) * 1000)::float8 as now
     from device_type where tenant_id = $1 and id = any($2::uuid[])`,
    [db.tenantId, [...new Set(typeIds)]],
  );
  return { types: new Map(found.map((t) => [t.id, t])), time: new Date(Math.floor(found[0]?.now ?? Date.now())) };
}

/** Those of the events that are stored already. */
export async function knownEvents(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const found = await rows<{ id: string }>(db, 'select id from event where tenant_id = $1 and id = any($2::uuid[])', [
    db.tenantId,
    [...ids],
  ]);
  return new Set(found.map((e) => e.id));
}

/** The profiles behind the names that devices know, whatever their case. */
export async function findAgents(db: Db, names: readonly string[]): Promise<Map<string, KnownAgent>> {
  if (names.length === 0) return new Map();
  const found = await rows<KnownAgent>(
    db,
    `select a.given, p.id, p.name, p.email,
       array(select t.value_id from profile_tag t
         join tag_definition d on d.tenant_id = $1 and d.id = t.tag_definition_id and d.is_location
         where t.tenant_id = $1 and t.profile_id = p.id and t.value_id is not null) as locations
     from unnest($2::text[]) as a(given)
     join profile p on p.tenant_id = $1 and p.username_fold = fold(a.given)`,
    [db.tenantId, [...names]],
  );
  return new Map(found.map((agent) => [agent.given, agent]));
}

/** `version` stays: it guards what people edit. */
export async function saveStates(db: Db, devices: readonly OwnDevice[], reportedAt: Date): Promise<void> {
  const at = reportedAt.toISOString();
  await withRows(
    db,
    {
      before: `update device d set state = v.state, state_times = v.state_times, security_status = v.security_status,
        state_updated_at = greatest(d.state_updated_at, v.reported_at) from`,
      casts: ['uuid', 'jsonb', 'jsonb', 'text', 'timestamptz'],
      after: `as v(id, state, state_times, security_status, reported_at) where d.tenant_id = $1 and d.id = v.id`,
    },
    devices.map((d) => [d.id, JSON.stringify(d.state), JSON.stringify(d.stateTimes), d.securityStatus, at]),
  );
}

/** Keys taken by a known person get that holder; all others named have none any more. */
export async function saveCustody(db: Db, custody: readonly Custody[]): Promise<void> {
  const free = custody.filter((c) => c.profileId === null).map((c) => c.deviceId);
  const held = custody.filter((c) => c.profileId !== null);
  if (free.length > 0) {
    await rows(db, 'delete from key_custody where tenant_id = $1 and device_id = any($2::uuid[])', [db.tenantId, free]);
  }
  await insertRows(
    db,
    'key_custody (tenant_id, device_id, profile_id, checked_out_at)',
    held.map((c) => [c.deviceId, c.profileId, c.at]),
    `on conflict (tenant_id, device_id) do update
      set profile_id = excluded.profile_id, checked_out_at = excluded.checked_out_at`,
  );
}
