import { sql } from 'kysely';
import type { ClosingFaults } from '@keyward/contract/custody';
import { any, anyText } from '#db/fragments.ts';
import type { Db } from '#db/tenant.ts';

/** The locations of the tenant with their own hours, by name. */
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
 * Counts the faults at each of these locations: keys that are out and not reported lost, locks reported as unsecured, and OKMs
 * whose last report is as old as the view 'OKMs Offline' asks. As in that view, an OKM that has never reported is not in service.
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
    .leftJoin('lost_key as x', 'x.device_id', 'k.device_id')
    .where('d.location_value_id', '=', any(locations))
    .groupBy('d.location_value_id')
    .select((eb) => {
      const silentSince = sql<string>`${at.toISOString()}::timestamptz - make_interval(mins => ${offlineMinutes}::integer)`;
      return [
        'd.location_value_id as location',
        eb.fn.count<number>('k.device_id').filterWhere('x.device_id', 'is', null).as('keys_out'),
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

type CheckKey = Pick<StoredCheck, 'location_id' | 'closed_at'>;

/** Stores the check of a closing; false if another process has stored it. */
export async function insertCheck(
  db: Db,
  check: ClosingFaults & CheckKey & { checked_at: string; looked_at: string; alerted_at: string | null },
): Promise<boolean> {
  const inserted = await db
    .insertInto('closing_check')
    .values(check)
    .onConflict((conflict) => conflict.doNothing())
    .returning('location_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Stores the current faults of a check, unless another process has found all in order. */
export async function storeFaults(
  db: Db,
  { location_id, closed_at }: CheckKey,
  found: ClosingFaults & { looked_at: string },
): Promise<void> {
  await db
    .updateTable('closing_check')
    .set(found)
    .where('location_id', '=', location_id)
    .where('closed_at', '=', closed_at)
    .where('cleared_at', 'is', null)
    .execute();
}

/** Stores the number of profiles that the escalation of a check was sent to. */
export async function storeEscalated(db: Db, { location_id, closed_at }: CheckKey, profiles: number): Promise<void> {
  await db
    .updateTable('closing_check')
    .set({ escalated_to: profiles })
    .where('location_id', '=', location_id)
    .where('closed_at', '=', closed_at)
    .execute();
}

/** Marks a check as cleared or escalated; false if another process has done so. */
export async function markCheck(
  db: Db,
  { location_id, closed_at }: CheckKey,
  step: 'cleared_at' | 'escalated_at',
  at: string,
): Promise<boolean> {
  const marked = await db
    .updateTable('closing_check')
    .set({ [step]: at })
    .where('location_id', '=', location_id)
    .where('closed_at', '=', closed_at)
    .where('cleared_at', 'is', null)
    .where(step, 'is', null)
    .returning('location_id')
    .executeTakeFirst();
  return marked !== undefined;
}

/** Deletes checks older than 31 days, except those of the locations in `keep`. */
export const deleteOldChecks = (db: Db, at: Date, { keep }: { keep: readonly string[] }) =>
  db
    .deleteFrom('closing_check')
    .where('closed_at', '<', sql<string>`${at.toISOString()}::timestamptz - interval '31 days'`)
    .where((eb) => eb.not(eb('location_id', '=', any(keep))))
    .execute();

/** Profiles that have an inbox entry of one of these sources, which are all of alerts and escalations. */
export const findSentTo = (db: Db, sources: readonly string[]) =>
  db
    .selectFrom('inbox_entry')
    .select(['profile_id as id', 'source'])
    .where('source', '=', anyText(sources))
    // worded like the index
    .where(sql<boolean>`kind in ('closingAlert', 'closingEscalation')`)
    .execute();
