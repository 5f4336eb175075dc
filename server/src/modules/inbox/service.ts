import { uuid } from '@keyward/contract/characters';
import { type InboxEntry, noticeKinds } from '@keyward/contract/inbox';
import type { Actor } from '#core/auth/session.ts';
import { PortalError } from '#core/errors.ts';
import { announceInbox } from '#core/inbox/tell.ts';
import type { Db } from '#db/tenant.ts';
import { countUnread, findEntries, markEntries, markEntry } from './queries.ts';

const pageSize = 30;

/** A page of the actor's own entries, the latest first. Throws PortalError invalidCursor. */
export async function readInbox(db: Db, actor: Actor, { cursor, unread }: { cursor?: string; unread: boolean }) {
  if (cursor !== undefined && !uuid.test(cursor)) throw new PortalError('invalidCursor');
  const rows = await findEntries(db, actor.id, { before: cursor, unread, limit: pageSize + 1 });
  const page = rows.slice(0, pageSize);
  const data = page.flatMap(({ kind, read_at: readAt, ...entry }): InboxEntry[] => {
    // a later release may have written kinds that this one has no text for
    const known = noticeKinds.find((one) => one === kind);
    return known ? [{ ...entry, kind: known, read: readAt !== null }] : [];
  });
  const last = page.at(-1);
  const next = rows.length > pageSize && last ? { next: last.id } : {};
  return { data, unread: await countUnread(db, actor.id), ...next };
}

/**
 * Marks one of the actor's own entries. Reading is not recorded as an event of the tenant. Throws notFound, also for an entry of
 * another profile.
 */
export async function mark(db: Db, actor: Actor, id: string, read: boolean): Promise<void> {
  if (!(await markEntry(db, actor.id, id, read))) throw new PortalError('notFound');
  announceInbox(db, [actor.id]);
}

/**
 * Marks the actor's own entries as read: those that were shown, by their ids, since an entry that was written earlier may be
 * committed later; and all older than the last one shown.
 */
export async function markAll(db: Db, actor: Actor, marked: { ids: readonly string[]; until?: string | undefined }) {
  await markEntries(db, actor.id, marked);
  announceInbox(db, [actor.id]);
}
