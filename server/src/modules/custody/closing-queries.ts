import { sql } from 'kysely';
import type { ClosingFaults } from '@keyward/contract/custody';
import { any, anyText } from '#db/fragments.ts';
import type { Db } from '#db/tenant.ts';

/** The locations of the tenant with their own hours, in the order of their names. */
export async function findClosingLocations(db: Db) {
  const rows = await db
    .selectFrom('tag_value as v')
    .innerJoin('tag_definition as d', (join) =>
      join.onRef('d.id', '=', 'v.tag_definition_id').on('d.is_location', '=', true),
    )
    .leftJoin('location_hours as h', 'h.value_id', 'v.id')
    .select(['v.id', 'v.name', 'h.time_zone', 'h.week', 'h.exceptions'])
    .orderBy('v.name')
    .orderBy('v.id')
    .execute();
  return rows.map((row) => ({ ...row, exceptions: row.exceptions ?? [] }));
}

/** The last check of each location that has one. */
export const findLastChecks = (db: Db) =>
  db
    .selectFrom('closing_check as c')
    .distinctOn('c.location_id')
    .selectAll('c')
    .orderBy('c.location_id')
    .orderBy('c.closed_at', 'desc')
    .execute();
export type StoredCheck = Awaited<ReturnType<typeof findLastChecks>>[number];

/**
 * What is not in order at each of these locations: keys that are out, locks reported as unsecured, and OKMs whose last report
 * is as old as the view 'OKMs Offline' asks. One that has never reported is not in service yet, there as here.
 */
export async function countFaults(
  db: Db,
  locations: readonly string[],
  { at, offlineMinutes }: { at: Date; offlineMinutes: number },
): Promise<Map<string, ClosingFaults>> {
  const rows = await db
    .selectFrom('device as d')
    .innerJoin('device_type as t', 't.id', 'd.device_type_id')
    .leftJoin('key_custody as k', 'k.device_id', 'd.id')
    .where('d.location_value_id', '=', any(locations))
    .groupBy('d.location_value_id')
    .select((eb) => {
      const silentSince = sql<string>`${at.toISOString()}::timestamptz - make_interval(mins => ${offlineMinutes}::integer)`;
      return [
        'd.location_value_id as location',
        eb.fn.count<number>('k.device_id').as('keys_out'),
        eb.fn
          .countAll<number>()
          .filterWhere((on) => on.and([on('t.device_class', '=', 'LOCK'), on('d.security_status', '=', 'unsecured')]))
          .as('locks_unsecured'),
        eb.fn
          .countAll<number>()
          .filterWhere((on) => on.and([on('t.device_class', '=', 'OKM'), on('d.state_updated_at', '<', silentSince)]))
          .as('okms_offline'),
      ];
    })
    .execute();
  return new Map(
    rows.map(({ location, keys_out, locks_unsecured, okms_offline }) => [
      location ?? '',
      { keys_out, locks_unsecured, okms_offline },
    ]),
  );
}

/** Keeps the check of a closing; false when another process has kept it. */
export async function insertCheck(
  db: Db,
  check: ClosingFaults & { location_id: string; closed_at: string; checked_at: string; alerted_at: string | null },
): Promise<boolean> {
  const inserted = await db
    .insertInto('closing_check')
    .values(check)
    .onConflict((conflict) => conflict.doNothing())
    .returning('location_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

type CheckKey = Pick<StoredCheck, 'location_id' | 'closed_at'>;

/** Notes what a check finds now. */
export async function storeFaults(db: Db, { location_id, closed_at }: CheckKey, faults: ClosingFaults): Promise<void> {
  await db
    .updateTable('closing_check')
    .set(faults)
    .where('location_id', '=', location_id)
    .where('closed_at', '=', closed_at)
    .execute();
}

/**
 * Notes that a check is cleared or escalated; undefined when another process has noted it. Returns when it was escalated, be it by another
 * process since the check was read.
 */
export function markCheck(
  db: Db,
  { location_id, closed_at }: CheckKey,
  step: 'cleared_at' | 'escalated_at',
  at: string,
): Promise<Pick<StoredCheck, 'escalated_at'> | undefined> {
  return db
    .updateTable('closing_check')
    .set({ [step]: at })
    .where('location_id', '=', location_id)
    .where('closed_at', '=', closed_at)
    .where('cleared_at', 'is', null)
    .where(step, 'is', null)
    .returning('escalated_at')
    .executeTakeFirst();
}

/** Deletes checks of more than a month ago. */
export const deleteOldChecks = (db: Db, at: Date) =>
  db
    .deleteFrom('closing_check')
    .where('closed_at', '<', sql<string>`${at.toISOString()}::timestamptz - interval '31 days'`)
    .execute();

/** The profiles with these profile IDs, which are in lower case. */
export const findNamed = (db: Db, usernames: readonly string[]) =>
  db
    .selectFrom('profile as p')
    .select(['p.id', sql<string>`lower(p.username)`.as('username')])
    .where(sql<string>`lower(p.username)`, '=', anyText(usernames))
    .execute();
