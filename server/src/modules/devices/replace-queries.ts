import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { now } from '#db/fragments.ts';
import type { Db } from '#db/tenant.ts';

/**
 * The row of a device that is locked becomes that of new hardware, which has not reported yet. Leaves `version` alone: what a
 * profile edits stays as it is.
 */
export const storeReplacement = (db: Db, id: string, change: { serial_number: string; updated_by: string }) =>
  db
    .updateTable('device')
    .set((eb) => ({
      ...change,
      updated_at: now,
      generation: eb('generation', '+', 1),
      state: '{}',
      state_times: '{}',
      state_updated_at: null,
      security_status: null,
    }))
    .where('id', '=', id)
    .execute();

/** Ends the tokens of the former hardware; returns their first characters, oldest first. */
export async function deleteTokensOf(db: Db, id: string): Promise<string[]> {
  const rows = await db
    .deleteFrom('controller_token')
    .where('device_id', '=', id)
    .returning(['prefix', 'created_at'])
    .execute();
  return rows.toSorted((a, b) => (a.created_at < b.created_at ? -1 : 1)).map(({ prefix }) => prefix);
}

/** No profile has the new key, whatever became of the former one. */
export async function clearCustody(db: Db, id: string): Promise<void> {
  await db.deleteFrom('key_custody').where('device_id', '=', id).execute();
  await db.deleteFrom('key_reminder').where('device_id', '=', id).execute();
}

/**
 * Forgets what the former OKM confirmed that it holds no more: no delta names it in the next epoch, in which nothing is
 * confirmed. Called before `startNextEpoch`.
 */
export const forgetConfirmedRemovals = (db: Db, id: string) =>
  db
    .deleteFrom('controller_entry as e')
    .where('e.controller_id', '=', id)
    .where('e.content', 'is', null)
    .where('e.version', '<=', (eb) =>
      eb.selectFrom('controller_state as s').select('s.confirmed_version').where('s.device_id', '=', id),
    )
    .execute();

/**
 * What the former OKM fetched, the new one does not hold: it starts in a later epoch with nothing confirmed. What the former
 * one may still use, and until when, stays known.
 */
export const startNextEpoch = (db: Db, id: string) =>
  db
    .updateTable('controller_state')
    .set({
      epoch: sql<number>`greatest(epoch + 1, (extract(epoch from clock_timestamp()) * 1000)::bigint)`,
      fetched_version: 0,
      confirmed_version: 0,
      confirmed_at: null,
      outcome: null,
      reason: null,
      heard_at: null,
    })
    .where('device_id', '=', id)
    .execute();

/** The connection of the former OKM ends with its last report. */
export const endConnection = (db: Db, id: string, lastReport: string) =>
  db
    .updateTable('controller_connection')
    .set({ until: lastReport })
    .where('device_id', '=', id)
    .where('until', '=', sql<string>`'infinity'::timestamptz`)
    .execute();

/** A command that the former OKM fetched is not handed to the new one; the job that watches it ends it. */
export const keepCommandsFromSuccessor = (db: Db, id: string) =>
  db
    .updateTable('device_command')
    .set({ controller_id: randomUUIDv7() })
    .where('controller_id', '=', id)
    .where('ended_at', 'is', null)
    .execute();
