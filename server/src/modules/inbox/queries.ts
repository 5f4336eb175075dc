import type { Db } from '#db/tenant.ts';
import { now } from '#db/fragments.ts';

/** The latest entries of a profile, those older than `before` (an id, which grows with time). */
export const findEntries = (
  db: Db,
  profileId: string,
  { before, unread, limit }: { before: string | undefined; unread: boolean; limit: number },
) => {
  let query = db
    .selectFrom('inbox_entry')
    .select(['id', 'kind', 'details', 'path', 'created_at', 'read_at'])
    .where('profile_id', '=', profileId)
    .orderBy('id', 'desc')
    .limit(limit);
  if (before !== undefined) query = query.where('id', '<', before);
  if (unread) query = query.where('read_at', 'is', null);
  return query.execute();
};

export async function countUnread(db: Db, profileId: string): Promise<number> {
  const { n } = await db
    .selectFrom('inbox_entry')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('profile_id', '=', profileId)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow();
  return n;
}

/** Whether the profile has the entry. */
export async function markEntry(db: Db, profileId: string, id: string, read: boolean): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('inbox_entry')
    .set({ read_at: read ? now : null })
    .where('profile_id', '=', profileId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Marks the unread entries up to this one as read. */
export const markUntil = (db: Db, profileId: string, until: string) =>
  db
    .updateTable('inbox_entry')
    .set({ read_at: now })
    .where('profile_id', '=', profileId)
    .where('id', '<=', until)
    .where('read_at', 'is', null)
    .execute();
