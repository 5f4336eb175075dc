// Changes to several profiles or devices at once, stored so that they can be undone (decision 0064).
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { ReplacedState } from '#db/columns.ts';
import { inBatches } from '#db/batches.ts';
import { now } from '#db/fragments.ts';
import type { Db } from '#db/tenant.ts';

/** The kind of rows changed; the rows of each are a table of their own. */
export type Changed = 'profiles' | 'devices';

const stored = ['bulk_change_id', 'event_id', 'version', 'before'] as const;
/** The rows of changes, by the id of the profile or device. */
const rowsOf = (db: Db, of: Changed) =>
  of === 'profiles'
    ? db
        .selectFrom('bulk_change_row')
        .select(['profile_id as row_id', ...stored])
        .as('r')
    : db
        .selectFrom('bulk_change_device')
        .select(['device_id as row_id', ...stored])
        .as('r');

export type UndoRow = { rowId: string; eventId: string; version: number; before: ReplacedState };

/** Stores what a change replaced; returns the id by which it is undone. */
export async function insertBulkChange(db: Db, of: Changed, rows: readonly UndoRow[]): Promise<string> {
  const id = randomUUIDv7();
  await db.insertInto('bulk_change').values({ id }).execute();
  await inBatches(rows, (batch) => {
    const values = batch.map(({ rowId, eventId, version, before }) => ({
      rowId,
      row: { bulk_change_id: id, event_id: eventId, version, before: JSON.stringify(before) },
    }));
    return of === 'profiles'
      ? db
          .insertInto('bulk_change_row')
          .values(values.map(({ rowId, row }) => ({ ...row, profile_id: rowId })))
          .execute()
      : db
          .insertInto('bulk_change_device')
          .values(values.map(({ rowId, row }) => ({ ...row, device_id: rowId })))
          .execute();
  });
  return id;
}

const undoDays = 30;
const undoable = sql<string>`now() - make_interval(days => ${undoDays})`;

/** Marks a change as undone; false when it is unknown, too old, or undone already. */
export async function claimUndo(db: Db, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('bulk_change')
    .set({ undone_at: now })
    .where('id', '=', id)
    .where('undone_at', 'is', null)
    .where('created_at', '>', undoable)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export type StoredChange = { rowId: string; version: number; before: ReplacedState };

/** The rows of a change; none when it is unknown. */
export const undoRows = (db: Db, of: Changed, id: string): Promise<StoredChange[]> =>
  db
    .selectFrom(rowsOf(db, of))
    .select(['r.row_id as rowId', 'r.version', 'r.before'])
    .where('r.bulk_change_id', '=', id)
    .orderBy('r.row_id')
    .execute();

/** Number of rows that a change affected. */
export async function changedRows(db: Db, of: Changed, id: string): Promise<number> {
  const { n } = await db
    .selectFrom(rowsOf(db, of))
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('r.bulk_change_id', '=', id)
    .executeTakeFirstOrThrow();
  return n;
}

/** The change that an event recorded, with one of its rows, while it can be undone. */
export const undoOfEvent = (db: Db, of: Changed, eventId: string) =>
  db
    .selectFrom(rowsOf(db, of))
    .innerJoin('bulk_change as b', 'b.id', 'r.bulk_change_id')
    .select(['b.id', 'r.row_id as rowId'])
    .where('r.event_id', '=', eventId)
    .where('b.undone_at', 'is', null)
    .where('b.created_at', '>', undoable)
    .executeTakeFirst();

export const deleteOldChanges = (db: Db) => db.deleteFrom('bulk_change').where('created_at', '<', undoable);
