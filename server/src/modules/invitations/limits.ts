// The limits of T35: mail goes out under the tenant's name. They are counted in the database, from what was done.
import { sql } from 'kysely';
import { PortalError } from '#core/errors.ts';
import type { Db } from '#db/tenant.ts';

/** Of a tenant: invitations made, addresses corrected, links made. */
const perHour = 100;
/** Of one invitation. */
const resendsPerHour = 3;

const anHourAgo = sql<string>`now() - interval '1 hour'`;

/**
 * Throws tooManyInvitations when the tenant has used up its hour. Concurrent callers of the tenant wait for each other
 * until the end of the transaction, so that each counts those before.
 */
export async function assertMaySend(db: Db): Promise<void> {
  const key = sql<string>`hashtextextended(${`invitations ${db.tenantId}`}, 0)`;
  await db.selectNoFrom((eb) => eb.fn('pg_advisory_xact_lock', [key]).as('locked')).execute();
  const { n } = await db
    .selectFrom('secure_key_invite_step')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('step', 'in', ['queued', 'addressCorrected', 'linkCopied', 'linkShown'])
    .where('at', '>', anHourAgo)
    .executeTakeFirstOrThrow();
  if (n >= perHour) throw new PortalError('tooManyInvitations', { params: { limit: perHour } });
}

/** Whether an invitation, which is locked, was sent again so often within the hour. */
export async function isResentTooOften(db: Db, inviteId: string): Promise<boolean> {
  const { n } = await db
    .selectFrom('secure_key_invite_step')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('invite_id', '=', inviteId)
    .where('step', '=', 'resent')
    .where('at', '>', anHourAgo)
    .executeTakeFirstOrThrow();
  return n >= resendsPerHour;
}

export const tooManyResends = (): PortalError =>
  new PortalError('tooManyResends', { params: { limit: resendsPerHour } });
