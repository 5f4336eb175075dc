import type { OwnSession } from '@keyward/contract/settings';
import { PortalError } from '#core/errors.ts';
import { record } from '#core/events/record.ts';
import { type Actor, endSessionOf, sessionsOf } from '#core/auth/session.ts';
import type { Db } from '#db/tenant.ts';

/** The profile's sessions, latest activity first. */
export async function ownSessions(db: Db, actor: Actor): Promise<OwnSession[]> {
  const rows = await sessionsOf(db, actor.id);
  return rows.map((one) => ({ ...one, current: one.id === actor.sessionId }));
}

/** Ends one of the profile's own sessions. Errors: notFound, also for a session of another profile. */
export async function endOwnSession(db: Db, actor: Actor, sessionId: string): Promise<void> {
  if (!(await endSessionOf(db, actor.id, sessionId))) throw new PortalError('notFound');
  await record(db, actor, {
    event: 'REVOKE_SESSION',
    result: 'success',
    entity: { ...actor, domain: 'profile' },
    locations: actor.locations,
  });
}
