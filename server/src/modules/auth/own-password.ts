import type { Parsed } from '@keyward/contract/endpoint';
import type { passwords } from '@keyward/contract/password';
import { PortalError } from '#core/errors.ts';
import { passwordChange } from '#core/events/events.ts';
import { verifyPassword } from '#core/auth/password.ts';
import { recordAll } from '#core/events/record.ts';
import type { Exchange } from '#core/http/exchange.ts';
import { refuse } from '#core/http/reply.ts';
import type { Vault } from '#core/auth/secrets.ts';
import { type Actor, endOtherSessionsOf } from '#core/auth/session.ts';
import { hasNoPassword } from '#core/auth/sso-policy.ts';
import type { Db } from '#db/tenant.ts';
import { clearAttempts, reserveAttempt } from './attempts.ts';
import { type Former, hashNew, writePassword } from './new-password.ts';
import { lockProfile, passwordsOf, type SignInProfile } from './queries.ts';

export type OwnStep = <T>(work: (db: Db, actor: Actor) => Promise<T>, how?: 'effect') => Promise<T>;

type Steps<P, T> = {
  /** What refuses the call before the password is judged. */
  before: (db: Db, actor: Actor) => Promise<void>;
  /** Slow work between the transactions, done only after the right password. */
  prepare?: (known: Former) => Promise<P>;
  /** The profile is locked. */
  work: (db: Db, actor: Actor, profile: SignInProfile, prepared: P | undefined) => Promise<T>;
};

/**
 * Does what a stolen session alone must not do: the password is asked for again, with the limits of sign-in.
 * Errors: what `before` throws, tooManyAttempts, wrongPassword.
 */
export async function withPassword<T, P = never>(
  step: OwnStep,
  http: Exchange,
  password: string,
  { before, prepare, work }: Steps<P, T>,
) {
  const { attempt, known } = await step(async (db, actor) => {
    await before(db, actor);
    return { attempt: await reserveAttempt(db, actor.username, http), known: await passwordsOf(db, actor.id) };
  });
  const right = await verifyPassword(known.password_hash, password);
  const prepared = right ? await prepare?.(known) : undefined;
  return step(async (db, actor) => {
    const profile = await lockProfile(db, actor.id);
    if (!right || profile?.password_hash !== known.password_hash) {
      return refuse('wrongPassword', { field: 'password' });
    }
    await clearAttempts(db, attempt);
    return work(db, actor, profile, prepared);
  }, 'effect');
}

/**
 * Changes one's own password. The session of this call goes on, the others end; links to set a password end as with every
 * change. Errors: noPasswordHere for single sign-on, tooManyAttempts, wrongPassword, passwordUsedBefore.
 */
export async function changeOwnPassword(
  step: OwnStep,
  http: Exchange,
  vault: Vault,
  input: Parsed<typeof passwords.changeOwn>['body'],
) {
  return withPassword(step, http, input.password, {
    before: async (db, actor) => {
      if (actor.support) throw new PortalError('forbidden');
      if (await hasNoPassword(db, actor.username)) throw new PortalError('noPasswordHere', { field: 'password' });
    },
    prepare: async (known) => ({ hash: await hashNew(input.newPassword, known), former: known.former }),
    work: async (db, actor, profile, prepared) => {
      if (!prepared?.hash) return refuse('passwordUsedBefore', { field: 'newPassword' });
      const { hash, former } = prepared;
      await writePassword(db, vault, profile, { hash, former });
      const ended = await endOtherSessionsOf(db, actor.id, actor.sessionId);
      const told = {
        entity: { ...actor, domain: 'profile' },
        locations: actor.locations,
        result: 'success',
      } as const;
      await recordAll(db, actor, [
        { ...told, event: 'MODIFY_USER', changes: [passwordChange] },
        ...(ended > 0 ? [{ ...told, event: 'REVOKE_SESSION', raw: { sessions: ended } } as const] : []),
      ]);
      return undefined;
    },
  });
}
