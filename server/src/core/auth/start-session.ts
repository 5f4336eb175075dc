import { record } from '#core/events/record.ts';
import type { Exchange } from '#core/http/exchange.ts';
import type { Db } from '#db/tenant.ts';
import { createSession } from './session.ts';
import type { SignInProfile } from './sign-in-profile.ts';

/** A transaction of a call that works in several. */
export type Step = <T>(work: (db: Db) => Promise<T>) => Promise<T>;

/** The event of a sign-in; `raw` says how. */
export const recordSignIn = (db: Db, profile: SignInProfile, raw: unknown) =>
  record(db, profile, {
    event: 'LOGIN',
    result: 'success',
    entity: { ...profile, domain: 'profile' },
    locations: profile.locations,
    raw,
  });

/** A new session for somebody who has shown who they are, and its event. */
export async function startSession(db: Db, profile: SignInProfile, http: Exchange, by: string): Promise<void> {
  http.startSession(await createSession(db, profile.id, http));
  await recordSignIn(db, profile, { by, session: true });
}
