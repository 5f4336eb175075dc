import { record } from '#core/events/record.ts';
import type { Exchange } from '#core/http/exchange.ts';
import type { Db } from '#db/tenant.ts';
import { createSession } from './session.ts';
import type { SignInProfile } from './sign-in-profile.ts';

/** Runs one of a call's several transactions. */
export type Step = <T>(work: (db: Db) => Promise<T>) => Promise<T>;

/** Records the sign-in event; `raw` describes the method. */
export const recordSignIn = (db: Db, profile: SignInProfile, raw: unknown) =>
  record(db, profile, {
    event: 'LOGIN',
    result: 'success',
    entity: { ...profile, domain: 'profile' },
    locations: profile.locations,
    raw,
  });

/** Starts a session for an authenticated profile and records the event. */
export async function startSession(db: Db, profile: SignInProfile, http: Exchange, by: string): Promise<void> {
  http.startSession(await createSession(db, profile.id, http));
  await recordSignIn(db, profile, { by, session: true });
}
