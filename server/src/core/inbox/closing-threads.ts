// The threads of closing checks, and who may still be mailed about them.
import type { NoticeKind } from '@keyward/contract/inbox';
import { can } from '@keyward/contract/permissions';
import { isVisible } from '#core/auth/scope.ts';
import { findActingProfile } from '#core/auth/session.ts';
import { anyText, now } from '#db/fragments.ts';
import type { Db } from '#db/tenant.ts';

/** Each step of a check is a thread of its own, so that none waits for the one before. */
export const closingThread = (locationId: string, closedAt: string, kind: NoticeKind): string =>
  `closing ${locationId} ${closedAt} ${kind}`;
const locationOf = (thread: string): string => thread.split(' ')[1] ?? '';

/** The threads of closing checks, as a pattern. */
export const ofClosings = 'closing %';

/**
 * Withdraws the mails about closing checks that were held back and are due, of locations that the profile sees no longer, or if it may not
 * read devices any more: they are in the inbox alone.
 */
export async function judgeHeldClosings(db: Db, profileId: string): Promise<void> {
  const due = await db
    .selectFrom('inbox_entry')
    .select('thread')
    .distinct()
    .where('profile_id', '=', profileId)
    .where('mail_at', '<=', now)
    .where('thread', 'like', ofClosings)
    .execute();
  if (due.length === 0) return;
  const profile = await findActingProfile(db, profileId);
  const hidden = due.flatMap(({ thread }) =>
    profile && can.readDevices.holds(profile.authority) && isVisible(profile, locationOf(thread)) ? [] : [thread],
  );
  if (hidden.length === 0) return;
  await db
    .updateTable('inbox_entry')
    .set({ mail_at: null })
    .where('profile_id', '=', profileId)
    .where('thread', '=', anyText(hidden))
    .where('mail_at', 'is not', null)
    .execute();
}
