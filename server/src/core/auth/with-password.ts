import type { Exchange } from '#core/http/exchange.ts';
import { refuse } from '#core/http/reply.ts';
import type { Db } from '#db/tenant.ts';
import { clearAttempts, reserveAttempt } from './attempts.ts';
import { hashingCall } from './hashing.ts';
import { verifyPassword } from './password.ts';
import type { Actor } from './session.ts';
import { lockProfile, type Passwords, passwordsOf, type SignInProfile } from './sign-in-profile.ts';

export type ActorStep = <T>(work: (db: Db, actor: Actor) => Promise<T>, how?: 'effect') => Promise<T>;

type Steps<P, T> = {
  /** Throws to refuse the call before the password is checked. */
  before: (db: Db, actor: Actor) => Promise<void>;
  /** Slow work between the transactions, run only after a correct password. */
  prepare?: (passwords: Passwords) => Promise<P>;
  /** The profile is locked. */
  work: (db: Db, actor: Actor, profile: SignInProfile, prepared: P | undefined) => Promise<T>;
};

/**
 * Guards actions that a stolen session alone must not perform: requires the password, with the limits of sign-in.
 * Errors: passwordsBusy, those of `before`, tooManyAttempts, wrongPassword.
 */
export const withPassword = <T, P = never>(step: ActorStep, http: Exchange, password: string, steps: Steps<P, T>) =>
  hashingCall(() => checkPassword(step, http, password, steps));

async function checkPassword<T, P>(
  step: ActorStep,
  http: Exchange,
  password: string,
  { before, prepare, work }: Steps<P, T>,
) {
  const { attempt, passwords } = await step(async (db, actor) => {
    await before(db, actor);
    return { attempt: await reserveAttempt(db, actor.username, http), passwords: await passwordsOf(db, actor.id) };
  });
  const correct = await verifyPassword(passwords.password_hash, password);
  const prepared = correct ? await prepare?.(passwords) : undefined;
  return step(async (db, actor) => {
    const profile = await lockProfile(db, actor.id);
    if (!correct || profile?.password_hash !== passwords.password_hash) {
      return refuse('wrongPassword', { field: 'password' });
    }
    await clearAttempts(db, attempt);
    return work(db, actor, profile, prepared);
  }, 'effect');
}
