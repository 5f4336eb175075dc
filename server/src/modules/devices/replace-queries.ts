import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { now } from '#db/fragments.ts';
import type { Db } from '#db/tenant.ts';

/**
 * Turns the row of a locked device into that of new hardware, which has not reported yet. Leaves `version` alone, because the
 * fields that profiles edit stay.
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

/** Deletes the tokens of the former hardware; returns their first characters, oldest first. */
export async function deleteTokensOf(db: Db, id: string): Promise<string[]> {
  const rows = await db
    .deleteFrom('controller_token')
    .where('device_id', '=', id)
    .returning(['prefix', 'created_at'])
    .execute();
  return rows.toSorted((a, b) => (a.created_at < b.created_at ? -1 : 1)).map(({ prefix }) => prefix);
}

/** Ends the custody of the key: no profile has the new hardware, wherever the former is. */
export async function clearCustody(db: Db, id: string): Promise<void> {
  await db.deleteFrom('key_custody').where('device_id', '=', id).execute();
  await db.deleteFrom('key_reminder').where('device_id', '=', id).execute();
}

/**
 * Deletes the entries that the former OKM confirmed to have removed: no delta contains them in the next epoch, in which nothing
 * is confirmed. Called before `startNextEpoch`.
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
 * Starts a later epoch with nothing confirmed, since the new OKM has no data that the former one fetched. The entries that the
 * former one may still use, and until when, stay stored.
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

/** Ends the connection of the former OKM at its last report. */
export const endConnection = (db: Db, id: string, lastReport: string) =>
  db
    .updateTable('controller_connection')
    .set({ until: lastReport })
    .where('device_id', '=', id)
    .where('until', '=', sql<string>`'infinity'::timestamptz`)
    .execute();

/** Keeps commands that the former OKM fetched from the new one; the job that watches a command ends it. */
export const keepCommandsFromSuccessor = (db: Db, id: string) =>
  db
    .updateTable('device_command')
    .set({ controller_id: randomUUIDv7() })
    .where('controller_id', '=', id)
    .where('ended_at', 'is', null)
    .execute();
