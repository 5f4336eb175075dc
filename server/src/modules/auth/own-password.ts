import { verifyPassword } from '#core/password.ts';
import { type Exchange, refuse } from '#core/route.ts';
import type { Actor } from '#core/session.ts';
import type { Db } from '#db/tenant.ts';
import { clearAttempts, reserveAttempt } from './attempts.ts';
import { findByUsername, lockProfile, type SignInProfile } from './queries.ts';

export type OwnStep = <T>(work: (db: Db, actor: Actor) => Promise<T>) => Promise<T>;

/**
 * Does what a stolen session alone must not do: the password is asked for again, with the limits of sign-in. `work` gets
 * the profile, locked. Errors: what `before` throws, tooManyAttempts, wrongPassword.
 */
export async function withPassword<T>(
  step: OwnStep,
  http: Exchange,
  password: string,
  {
    before,
    work,
  }: {
    before: (db: Db, actor: Actor) => Promise<void>;
    work: (db: Db, actor: Actor, profile: SignInProfile) => Promise<T>;
  },
) {
  const { attempt, stored } = await step(async (db, actor) => {
    await before(db, actor);
    const reserved = await reserveAttempt(db, actor.username, http);
    return { attempt: reserved, stored: (await findByUsername(db, actor.username))?.password_hash ?? null };
  });
  const right = await verifyPassword(stored, password);
  return step(async (db, actor) => {
    const profile = await lockProfile(db, actor.id);
    if (!right || profile?.password_hash !== stored) return refuse('wrongPassword', { field: 'password' });
    await clearAttempts(db, attempt);
    return work(db, actor, profile);
  });
}
