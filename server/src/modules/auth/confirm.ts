import type { Parsed } from '@keyward/contract/endpoint';
import type { confirm, ConfirmWay } from '@keyward/contract/confirm';
import { assertMayConfirm, storeConfirmation } from '#core/auth/confirmation.ts';
import type { Actor } from '#core/auth/session.ts';
import { hasNoPassword } from '#core/auth/sso-policy.ts';
import { type ActorStep, withPassword } from '#core/auth/with-password.ts';
import { PortalError } from '#core/errors.ts';
import type { Exchange } from '#core/http/exchange.ts';
import type { Db } from '#db/tenant.ts';
import { hasPasskey, hasPassword } from './queries.ts';

/** Ways in which the caller signs in here; the same ways confirm an act. */
export async function confirmWays(db: Db, actor: Actor): Promise<{ data: { ways: ConfirmWay[] } }> {
  if (actor.support) return { data: { ways: [] } };
  if (await hasNoPassword(db, actor.username)) return { data: { ways: ['provider'] } };
  const ways: ConfirmWay[] = [];
  if (await hasPassword(db, actor.id)) ways.push('password');
  if (await hasPasskey(db, actor.id)) ways.push('passkey');
  return { data: { ways } };
}

/** Errors: forbidden in a support session, noPasswordHere with single sign-on, tooManyAttempts, wrongPassword. */
export function confirmByPassword(
  step: ActorStep,
  http: Exchange,
  { act, password }: Parsed<typeof confirm.password>['body'],
) {
  return withPassword(step, http, password, {
    before: async (db, actor) => {
      assertMayConfirm(actor);
      if (await hasNoPassword(db, actor.username)) throw new PortalError('noPasswordHere', { field: 'password' });
    },
    work: (db, actor) => storeConfirmation(db, actor, act),
  });
}
