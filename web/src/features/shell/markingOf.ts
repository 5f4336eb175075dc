import type { InboxEntry } from '@keyward/contract/inbox';
import { limits } from '@keyward/contract/limits';

/**
 * What 'Mark all as read' marks: the unread entries that are shown, each by its id, since one that was written earlier may come later;
 * and by the oldest id all that lie below, where there is more than is shown. Nothing: none is shown.
 */
export function markingOf(entries: readonly InboxEntry[], hasOlder: boolean) {
  const named = entries.slice(0, limits.inboxMarks);
  const last = named.at(-1);
  if (!last) return undefined;
  const ids = named.filter(({ read }) => !read).map(({ id }) => id);
  return hasOlder || named.length < entries.length ? { ids, until: last.id } : { ids };
}
