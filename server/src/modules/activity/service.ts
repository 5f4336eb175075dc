import { PortalError } from '#core/errors.ts';
import { visibleSets } from '#core/list/conditions/scope.ts';
import type { Actor } from '#core/auth/session.ts';
import type { Db } from '#db/tenant.ts';
import { findEventBody } from './queries.ts';

/** The event as JSON text. Throws PortalError notFound, also for events outside the actor's locations. */
export async function getEvent(db: Db, actor: Actor, id: string): Promise<string> {
  const body = await findEventBody(db, id, await visibleSets(db, actor));
  if (body === undefined) throw new PortalError('notFound');
  return body;
}
