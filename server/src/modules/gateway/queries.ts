import { type Db, rows } from '#db/tenant.ts';
import { insertRows, updateFrom } from '#db/bulk.ts';
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
export type KnownAgent = {
  given: string;
  id: string;
  name: string;
  email: string | null;
  /** Of the portal or an OKM, in ms since 1970. */
  lastActive: number | null;
  locations: string[];
};

/**
 * The statements of a report find what they read by keys, whatever the values: they are planned once, not for each
 * report anew.
 */
export async function planOnce(db: Db): Promise<void> {
  await rows(db, 'set local plan_cache_mode = force_generic_plan', []);
}

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

const around = `
  select (extract(epoch from clock_timestamp()) * 1000)::float8 as now,
    (select coalesce(json_agg(json_build_object(
        'id', y.id, 'deviceClass', y.device_class, 'schema', y.state_schema)), '[]')
      from device_type y where y.tenant_id = $1 and y.id = any($2::uuid[])) as types,
    (select coalesce(json_agg(json_build_object(
        'given', a.given, 'id', p.id, 'name', p.name, 'email', p.email, 'lastActive',
        (extract(epoch from p.last_active_at) * 1000)::float8, 'locations', array(
          select t.value_id from profile_tag t
          where t.tenant_id = $1 and t.profile_id = p.id and t.value_id is not null and t.tag_definition_id = (
            select d.id from tag_definition d where d.tenant_id = $1 and d.is_location)))), '[]')
      from unnest($3::text[]) as a(given)
      join profile p on p.tenant_id = $1 and p.username_fold = fold(a.given)) as agents,
    array(select e.id from event e where e.tenant_id = $1 and e.id = any($4::uuid[])) as "knownEvents"`;

/**
 * What reports are judged by, in one round trip: the devices' types, the profiles behind the names that devices know
 * (whatever their case), which of the events are stored already, and the database's time.
 */
export async function readAround(
  db: Db,
  of: { typeIds: readonly string[]; agents: readonly string[]; eventIds: readonly string[] },
) {
  type Row = { now: number; types: TypeOfDevice[]; agents: KnownAgent[]; knownEvents: string[] };
  const [row] = await rows<Row>(db, around, [
    db.tenantId,
    [...new Set(of.typeIds)],
    [...new Set(of.agents)],
    of.eventIds,
  ]);
  if (!row) throw new Error('the query answers one row');
  return {
    now: new Date(Math.floor(row.now)),
    types: new Map(row.types.map((t) => [t.id, t])),
    agents: new Map(row.agents.map((a) => [a.given, a])),
    knownEvents: new Set(row.knownEvents),
  };
}

/** `version` stays: it guards what people edit. */
export async function saveStates(db: Db, devices: readonly OwnDevice[], reportedAt: Date): Promise<void> {
  const at = reportedAt.toISOString();
  await updateFrom(
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

/** Keys taken by a known person get that holder; all others named have none any more. Sent as by `insertRows`. */
export async function saveCustody(db: Db, custody: readonly Custody[]): Promise<void> {
  const free = custody.filter((c) => c.profileId === null).map((c) => c.deviceId);
  const held = custody.filter((c) => c.profileId !== null);
  const gone = 'delete from key_custody where tenant_id = $1 and device_id = any($2::uuid[])';
  await Promise.all([
    free.length > 0 ? rows(db, gone, [db.tenantId, free]) : [],
    insertRows(
      db,
      'key_custody (tenant_id, device_id, profile_id, checked_out_at)',
      held.map((c) => [c.deviceId, c.profileId, c.at]),
      `on conflict (tenant_id, device_id) do update
        set profile_id = excluded.profile_id, checked_out_at = excluded.checked_out_at`,
    ),
  ]);
}

/** Uses closer together than this are one: a use that is known already rewrites no profile. */
const sameUseMs = 60_000;

/**
 * Somebody used a device: the later of this and what is known counts as their last activity. A profile that is being
 * changed is not waited for, as with the activity of a session.
 */
export async function saveUses(
  db: Db,
  agents: ReadonlyMap<string, KnownAgent>,
  uses: ReadonlyMap<string, Date>,
): Promise<void> {
  const fresh = [...agents.values()].flatMap(({ id, lastActive }) => {
    const at = uses.get(id);
    return at && (lastActive === null || at.getTime() - lastActive >= sameUseMs)
      ? [[id, at.toISOString()] as const]
      : [];
  });
  if (fresh.length === 0) return;
  await rows(
    db,
    `update profile p set last_active_at = greatest(p.last_active_at, v.at)
     from (select u.id, max(u.at) as at from unnest($2::uuid[], $3::timestamptz[]) as u(id, at) group by u.id) v
     where p.tenant_id = $1 and p.id = v.id
       and p.id in (select id from profile where tenant_id = $1 and id = any($2::uuid[]) for no key update skip locked)`,
    [db.tenantId, fresh.map(([id]) => id), fresh.map(([, at]) => at)],
  );
}
