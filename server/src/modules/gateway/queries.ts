import { organizationDefaults } from '@keyward/contract/organization-settings';
import { type Expression, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { offlineMinutes } from '#core/online.ts';
import { any, anyFound, anyText, valuesTable } from '#db/fragments.ts';
import { type Db, sendNow } from '#db/tenant.ts';
import type { Custody } from './custody.ts';
import type { DeviceState, StateSchema } from './state.ts';

export type OwnDevice = DeviceState & {
  id: string;
  name: string;
  serial: string;
  /** Incremented when new hardware takes the device over. */
  generation: number;
  typeId: string;
  /** tag_value id. */
  locationId: string | null;
  /** Time of its last report (ISO). */
  reportedAt: string | null;
};
export type TypeOfDevice = { id: string; deviceClass: string; schema: StateSchema };
export type AgentProfile =
  Awaited<ReturnType<typeof readReportContext>>['agents'] extends Map<string, infer A> ? A : never;

/**
 * Locks the controller and the named devices that report through it, in id order until the end of the transaction. Sent as by
 * `sendNow`.
 */
export const lockDevices = (db: Db, controllerId: string, serials: readonly string[]): Promise<OwnDevice[]> =>
  sendNow(
    db,
    db
      .selectFrom('device as d')
      .select(['d.id', 'd.name', 'd.serial_number as serial', 'd.generation', 'd.device_type_id as typeId'])
      .select(['d.location_value_id as locationId', 'd.state', 'd.state_times as stateTimes'])
      .select('d.state_updated_at as reportedAt')
      .select('d.security_status as securityStatus')
      .where((eb) =>
        eb.or([
          eb('d.id', '=', controllerId),
          eb.and([eb('d.controller_id', '=', controllerId), eb('d.serial_number', '=', anyText(serials))]),
        ]),
      )
      .orderBy('d.id')
      .forNoKeyUpdate(),
  );

/**
 * Data needed to apply reports, in one round trip: device types, the profiles for reported usernames (ignoring case),
 * the events that are already stored, the database's time, and the tenant's minutes until an OKM is offline.
 */
export async function readReportContext(
  db: Db,
  of: { typeIds: readonly string[]; agents: readonly string[]; eventIds: readonly string[] },
) {
  const given = sql<{ given: string }>`unnest(${[...new Set(of.agents)]}::text[])`.as<'a'>(sql`a(given)`);
  const row = await db
    .selectNoFrom((eb) => [
      sql<number>`(extract(epoch from clock_timestamp()) * 1000)::float8`.as('now'),
      eb
        .selectFrom('tenant as n')
        .select(offlineMinutes('n').as('minutes'))
        .where('n.id', '=', db.tenantId)
        .as('offlineMinutes'),
      jsonArrayFrom(
        eb
          .selectFrom('device_type as y')
          .select(['y.id', 'y.device_class as deviceClass', 'y.state_schema as schema'])
          .where('y.id', '=', any([...new Set(of.typeIds)])),
      ).as('types'),
      jsonArrayFrom(
        eb
          .selectFrom(given)
          .innerJoin('profile as p', (join) => join.on('p.username_fold', '=', sql<string>`fold(a.given)`))
          .select((a) => [
            'a.given',
            'p.id',
            'p.name',
            'p.email',
            // the last use at an OKM, in epoch ms
            sql<number | null>`(extract(epoch from p.okm_active_at) * 1000)::float8`.as('lastUse'),
            sql<string[]>`array${a
              .selectFrom('profile_tag as t')
              .select('t.value_id')
              .whereRef('t.profile_id', '=', 'p.id')
              .where('t.value_id', 'is not', null)
              .where('t.tag_definition_id', '=', (t) =>
                t.selectFrom('tag_definition as d').select('d.id').where('d.is_location', '=', true),
              )}`.as('locations'),
          ]),
      ).as('agents'),
      sql<string[]>`array${eb.selectFrom('event as e').select('e.id').where('e.id', '=', any(of.eventIds))}`.as(
        'knownEvents',
      ),
    ])
    .executeTakeFirstOrThrow();
  return {
    now: new Date(Math.floor(row.now)),
    offlineMinutes: row.offlineMinutes ?? organizationDefaults.offlineOkmMinutes,
    types: new Map<string, TypeOfDevice>(row.types.map((t) => [t.id, t])),
    agents: new Map(row.agents.map((a) => [a.given, a])),
    knownEvents: new Set(row.knownEvents),
  };
}

/** Leaves `version` alone, which guards concurrent edits by profiles. Sent as by `sendNow`. */
export async function saveStates(db: Db, devices: readonly OwnDevice[], reportedAt: Date): Promise<void> {
  const [first, ...rest] = devices.map((d) => ({
    id: sql<string>`${d.id}::uuid`,
    state: sql<string>`${JSON.stringify(d.state)}::jsonb`,
    state_times: sql<string>`${JSON.stringify(d.stateTimes)}::jsonb`,
    security_status: sql<'secured' | 'unsecured' | null>`${d.securityStatus}::text`,
  }));
  if (!first) return;
  await sendNow(
    db,
    db
      .updateTable('device as d')
      .from(valuesTable([first, ...rest]))
      .set((eb) => ({
        state: eb.ref('v.state'),
        state_times: eb.ref('v.state_times'),
        security_status: eb.ref('v.security_status'),
        state_updated_at: sql<string>`greatest(d.state_updated_at, ${reportedAt.toISOString()}::timestamptz)`,
      }))
      .whereRef('d.id', '=', 'v.id'),
  );
}

/** Sets the holder, known or not, of keys that are out, and ends the custody of the others. Sent as by `sendNow`. */
export async function saveCustody(db: Db, custody: readonly Custody[]): Promise<void> {
  const back = custody.flatMap(({ deviceId, out }) => (out ? [] : [deviceId]));
  const held = custody.flatMap(({ deviceId, out, profileId, at }) =>
    out ? [{ device_id: deviceId, profile_id: profileId, checked_out_at: at }] : [],
  );
  await Promise.all([
    back.length > 0 ? sendNow(db, db.deleteFrom('key_custody').where('device_id', '=', any(back))) : [],
    held.length > 0
      ? sendNow(
          db,
          db
            .insertInto('key_custody')
            .values(held)
            .onConflict((conflict) =>
              conflict.column('device_id').doUpdateSet((eb) => ({
                profile_id: eb.ref('excluded.profile_id'),
                checked_out_at: eb.ref('excluded.checked_out_at'),
              })),
            ),
        )
      : [],
  ]);
}

/** Uses closer together than this are merged, to save profile updates. */
const sameUseMs = 60_000;

/**
 * Stores a use of a device as the profile's last at an OKM, and as its last activity, if it is the latest. Like session activity,
 * skips a profile that another transaction has locked. Sent as by `sendNow`.
 */
export async function saveUses(
  db: Db,
  agents: ReadonlyMap<string, AgentProfile>,
  uses: ReadonlyMap<string, Date>,
): Promise<void> {
  const due = new Map(
    [...agents.values()].flatMap(({ id, lastUse }) => {
      const at = uses.get(id);
      return at && (lastUse === null || at.getTime() - lastUse >= sameUseMs) ? [[id, at.toISOString()]] : [];
    }),
  );
  const ids = [...due.keys()];
  if (ids.length === 0) return;
  const used = sql<{ id: string; at: string }>`unnest(${ids}::uuid[], ${[...due.values()]}::timestamptz[])`;
  await sendNow(
    db,
    db
      .updateTable('profile as p')
      .from(used.as<'v'>(sql`v(id, at)`))
      .set({
        okm_active_at: sql<string>`greatest(p.okm_active_at, v.at)`,
        last_active_at: sql<string>`greatest(p.last_active_at, v.at)`,
      })
      .whereRef('p.id', '=', 'v.id')
      .where('p.id', 'in', (eb) =>
        eb.selectFrom('profile').select('profile.id').where('profile.id', '=', any(ids)).forNoKeyUpdate().skipLocked(),
      ),
  );
}

/** The sealed secrets of the codes of these keys. Sent as by `sendNow`. */
export const findKeySecrets = (db: Db, keyIds: Expression<string>) =>
  sendNow(db, db.selectFrom('secure_key').select(['id', 'secret']).where('id', '=', anyFound(keyIds)));
