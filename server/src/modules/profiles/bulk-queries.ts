import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { any, now, valuesTable } from '#db/fragments.ts';
import type { ReplacedState } from '#db/columns.ts';
import { lockTags } from '#core/tags/queries.ts';
import type { TagRow } from '#core/tags/tags.ts';
import type { Db } from '#db/tenant.ts';

/** The most rows of one statement: PostgreSQL accepts 65,535 parameters. */
const batchSize = 5000;
async function inBatches<T>(rows: readonly T[], insert: (batch: T[]) => Promise<unknown>): Promise<void> {
  for (let i = 0; i < rows.length; i += batchSize) await insert(rows.slice(i, i + batchSize));
}

export type NewState = { id: string; disabled: boolean; valid_from: string | null; valid_until: string | null };

/** Renews the version of these profiles, with the state that they have from now on. */
export async function setStates(db: Db, states: readonly NewState[], by: string): Promise<void> {
  const [first, ...rest] = states.map((state) => ({
    id: sql<string>`${state.id}::uuid`,
    disabled: sql<boolean>`${state.disabled}::boolean`,
    valid_from: sql<string | null>`${state.valid_from}::timestamptz`,
    valid_until: sql<string | null>`${state.valid_until}::timestamptz`,
  }));
  if (!first) return;
  await db
    .updateTable('profile as p')
    .from(valuesTable([first, ...rest]))
    .set((eb) => ({
      disabled: eb.ref('v.disabled'),
      valid_from: eb.ref('v.valid_from'),
      valid_until: eb.ref('v.valid_until'),
      version: sql<number>`p.version + 1`,
      updated_at: now,
      updated_by: by,
    }))
    .whereRef('p.id', '=', 'v.id')
    .execute();
}

export async function replaceRolesOf(
  db: Db,
  profiles: readonly string[],
  held: readonly { profile_id: string; role_id: string }[],
): Promise<void> {
  if (profiles.length === 0) return;
  await db.deleteFrom('profile_role').where('profile_id', '=', any(profiles)).execute();
  await inBatches(held, (batch) => db.insertInto('profile_role').values(batch).execute());
}

/** Replaces the assignments of a tag to these profiles. */
export async function replaceTagsOf(
  db: Db,
  profiles: readonly string[],
  definition: string,
  assigned: readonly (TagRow & { profile_id: string })[],
): Promise<void> {
  if (profiles.length === 0) return;
  await lockTags(db, [definition]);
  await db
    .deleteFrom('profile_tag')
    .where('profile_id', '=', any(profiles))
    .where('tag_definition_id', '=', definition)
    .execute();
  await inBatches(assigned, (batch) => db.insertInto('profile_tag').values(batch).execute());
}

export async function countSessions(db: Db, profiles: readonly string[]): Promise<number> {
  const { n } = await db
    .selectFrom('session')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('profile_id', '=', any(profiles))
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return n;
}

export type UndoRow = { profileId: string; eventId: string; version: number; before: ReplacedState };

/** Keeps what a change replaced; returns the id by which it is undone. */
export async function insertBulkChange(db: Db, rows: readonly UndoRow[]): Promise<string> {
  const id = randomUUIDv7();
  await db.insertInto('bulk_change').values({ id }).execute();
  await inBatches(rows, (batch) =>
    db
      .insertInto('bulk_change_row')
      .values(
        batch.map(({ profileId, eventId, version, before }) => ({
          bulk_change_id: id,
          profile_id: profileId,
          event_id: eventId,
          version,
          before: JSON.stringify(before),
        })),
      )
      .execute(),
  );
  return id;
}

export const undoDays = 30;
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

export const undoRows = (
  db: Db,
  id: string,
): Promise<{ profileId: string; version: number; before: ReplacedState }[]> =>
  db
    .selectFrom('bulk_change_row')
    .select(['profile_id as profileId', 'version', 'before'])
    .where('bulk_change_id', '=', id)
    .orderBy('profile_id')
    .execute();

/** Number of profiles that a change affected. */
export async function changedProfiles(db: Db, id: string): Promise<number> {
  const { n } = await db
    .selectFrom('bulk_change_row')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('bulk_change_id', '=', id)
    .executeTakeFirstOrThrow();
  return n;
}

/** The change that an event recorded, while it can be undone. */
export const undoOfEvent = (db: Db, eventId: string) =>
  db
    .selectFrom('bulk_change_row as r')
    .innerJoin('bulk_change as b', 'b.id', 'r.bulk_change_id')
    .select((eb) => [
      'b.id',
      'r.profile_id as profileId',
      eb
        .selectFrom('bulk_change_row as n')
        .select((of) => of.fn.countAll<number>().as('n'))
        .whereRef('n.bulk_change_id', '=', 'b.id')
        .as('profiles'),
    ])
    .where('r.event_id', '=', eventId)
    .where('b.undone_at', 'is', null)
    .where('b.created_at', '>', undoable)
    .executeTakeFirst();

export const deleteOldChanges = (db: Db) => db.deleteFrom('bulk_change').where('created_at', '<', undoable);
