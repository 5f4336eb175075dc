// The threads of closing checks, and the check that their mails may still be sent to a profile.
import type { NoticeKind } from '@keyward/contract/inbox';
import { can } from '@keyward/contract/permissions';
import { isVisible } from '#core/auth/scope.ts';
import { findActingProfile } from '#core/auth/session.ts';
import { anyText, now } from '#db/fragments.ts';
import type { Db } from '#db/tenant.ts';

/** Each step of a check has a thread of its own, so that none waits for the one before. */
export const closingThread = (locationId: string, closedAt: string, kind: NoticeKind): string =>
  `closing ${locationId} ${closedAt} ${kind}`;
const locationOf = (thread: string): string => thread.split(' ')[1] ?? '';

/** Pattern of the threads of closing checks. */
export const ofClosings = 'closing %';

/**
 * Withdraws held-back mails about closing checks that are due, for locations that are no longer visible to the profile, or all of
 * them if it may no longer read devices. Their entries stay in the inbox.
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
