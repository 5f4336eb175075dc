import type { InboxEntry } from '@keyward/contract/inbox';
import { limits } from '@keyward/contract/limits';

/**
 * Entries that 'Mark all as read' marks: the unread ones on screen by id, since an entry written earlier may arrive later, and,
 * if there are more than are shown, all below the oldest one by its id. Undefined if none is shown.
 */
export function markingOf(entries: readonly InboxEntry[], hasOlder: boolean) {
  const named = entries.slice(0, limits.inboxMarks);
  const last = named.at(-1);
  if (!last) return undefined;
  const ids = named.filter(({ read }) => !read).map(({ id }) => id);
  return hasOlder || named.length < entries.length ? { ids, until: last.id } : { ids };
}
