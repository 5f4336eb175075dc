import { noticeKinds } from '@keyward/contract/inbox';
import type { Db } from '#db/tenant.ts';
import { any, anyText, now } from '#db/fragments.ts';

/** The latest entries of a profile; only those older than `before`, an id, which grows with time, if given. */
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
    // a later release may have written kinds that this one has no text for
    .where('kind', '=', anyText(noticeKinds))
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow();
  return n;
}

/** Marks an entry as read or unread; false if the profile does not have it. */
export async function markEntry(db: Db, profileId: string, id: string, read: boolean): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('inbox_entry')
    .set({ read_at: read ? now : null })
    .where('profile_id', '=', profileId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Marks these entries as read, and also `until` and all older ones. */
export const markEntries = (
  db: Db,
  profileId: string,
  { ids, until }: { ids: readonly string[]; until?: string | undefined },
) =>
  db
    .updateTable('inbox_entry')
    .set({ read_at: now })
    .where('profile_id', '=', profileId)
    .where((eb) => eb.or([eb('id', '=', any(ids)), ...(until === undefined ? [] : [eb('id', '<=', until)])]))
    .where('read_at', 'is', null)
    .execute();
