// Confirming again before a sensitive act: docs/decisions/, and the ways in modules/auth, passkeys and sso.
import { type ConfirmAct, confirmMinutes } from '@keyward/contract/confirm-acts';
import { PortalError } from '#core/errors.ts';
import { minutesFromNow, now } from '#db/fragments.ts';
import type { Db } from '#db/tenant.ts';
import type { Actor } from './session.ts';

/** Stores that the person of this session has confirmed the act, for the next `confirmMinutes`. */
export async function storeConfirmation(db: Db, { sessionId }: Actor, act: ConfirmAct): Promise<void> {
  const expires = { expires_at: minutesFromNow(confirmMinutes) };
  await db
    .insertInto('confirmation')
    .values({ session_id: sessionId, act, ...expires })
    .onConflict((earlier) => earlier.columns(['session_id', 'act']).doUpdateSet(expires))
    .execute();
}

/** Throws forbidden in a support session, whose person has no credentials here, and confirmAgain without a confirmation. */
export async function requireConfirmation(db: Db, actor: Actor, act: ConfirmAct): Promise<void> {
  assertMayConfirm(actor);
  const confirmed = await db
    .selectFrom('confirmation')
    .select('act')
    .where('session_id', '=', actor.sessionId)
    .where('act', '=', act)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  if (!confirmed) throw new PortalError('confirmAgain', { params: { act } });
}

/** Throws forbidden in a support session. */
export function assertMayConfirm({ support }: Actor): void {
  if (support) throw new PortalError('forbidden');
}
