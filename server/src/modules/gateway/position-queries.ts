import type { ConfirmOutcome } from '@keyward/contract/gateway';
import { type Expression, sql } from 'kysely';
import type { EntryKind } from '#core/controllers/entries.ts';
import { judgeFirst } from '#core/controllers/refresh.ts';
import { type Db, sendNow, subquery } from '#db/tenant.ts';

const query = (db: Db, deviceId: string) =>
  db
    .selectFrom('controller_state')
    .select(['epoch', 'version', 'digest', 'confirmed_version as confirmed', 'fetched_version as fetched'])
    .select('outcome')
    .where('device_id', '=', deviceId)
    .where('version', '>', 0);

export type State = NonNullable<Awaited<ReturnType<typeof findState>>>;
/** The position that the controller should be at; undefined before it is first judged. */
export const findState = (db: Db, deviceId: string) => query(db, deviceId).executeTakeFirst();

/** The same, locked; judges it now if it never was, like an OKM that was just added. Sent as by `sendNow`. */
export async function lockState(db: Db, deviceId: string): Promise<State> {
  const [state] = await sendNow(db, query(db, deviceId).forNoKeyUpdate());
  if (state) return state;
  await judgeFirst(db, deviceId);
  return query(db, deviceId).forNoKeyUpdate().executeTakeFirstOrThrow();
}

/** The digest of a version that is still kept. Sent as by `sendNow`. */
export async function digestOf(db: Db, deviceId: string, version: number): Promise<string | undefined> {
  const found = db
    .selectFrom('controller_version')
    .select('digest')
    .where('controller_id', '=', deviceId)
    .where('version', '=', version);
  return (await sendNow(db, found))[0]?.digest;
}

/** The entries that changed after a version, or all present ones; a removed entry has no content. Sent as by `sendNow`. */
export const entriesSince = (db: Db, deviceId: string, since: number | null) =>
  sendNow(
    db,
    db
      .selectFrom('controller_entry')
      .select(['entry_id as id', 'kind', 'content', 'hash'])
      .where('controller_id', '=', deviceId)
      .$if(since === null, (found) => found.where('content', 'is not', null))
      .$if(since !== null, (found) => found.where('version', '>', since ?? 0))
      .orderBy('entry_id'),
  );

/** The ids of the same entries of one kind, without removed ones. */
export const idsSince = (deviceId: string, since: number | null, kind: EntryKind): Expression<string> =>
  subquery
    .selectFrom('controller_entry as e')
    .select('e.entry_id as id')
    .where('e.controller_id', '=', deviceId)
    .where('e.version', '>', since ?? 0)
    .where('e.kind', '=', kind)
    .where('e.content', 'is not', null)
    .$asScalar();

/**
 * Stores that the current version was handed out and until when it may be used. Returns no row if the controller was never
 * judged. Sent as by `sendNow`.
 */
export const storeFetched = (db: Db, deviceId: string, usableUntil: Date) =>
  sendNow(
    db,
    db
      .updateTable('controller_state')
      .set({
        fetched_version: sql<number>`version`,
        fetched_at: sql<string>`now()`,
        heard_at: sql<string>`now()`,
        usable_until: sql<string>`greatest(usable_until, ${usableUntil.toISOString()}::timestamptz)`,
      })
      .where('device_id', '=', deviceId)
      .where('version', '>', 0)
      .returning('device_id'),
  );

/** Stores the version that the controller reports. */
export async function storeConfirmed(
  db: Db,
  deviceId: string,
  said: {
    epoch: number;
    confirmed_version: number;
    fetched_version?: number;
    outcome: ConfirmOutcome;
    reason: string | null;
  },
): Promise<void> {
  await db
    .updateTable('controller_state')
    .set({ ...said, confirmed_at: sql<string>`now()`, heard_at: sql<string>`now()` })
    .where('device_id', '=', deviceId)
    .execute();
}
