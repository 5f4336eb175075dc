import { sql } from 'kysely';
import type { Db } from '#db/tenant.ts';

const anHourAgo = sql<string>`now() - interval '1 hour'`;

/**
 * The number of invitations made, addresses corrected and links made in the tenant within an hour. Concurrent callers of
 * the tenant wait for each other until the end of the transaction, so that each counts those before.
 */
export async function countSends(db: Db): Promise<number> {
  const key = sql<string>`hashtextextended(${`invitations ${db.tenantId}`}, 0)`;
  await db.selectNoFrom((eb) => eb.fn('pg_advisory_xact_lock', [key]).as('locked')).execute();
  const { n } = await db
    .selectFrom('secure_key_invite_step')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('step', 'in', ['queued', 'addressCorrected', 'linkCopied', 'linkShown'])
    .where('at', '>', anHourAgo)
    .executeTakeFirstOrThrow();
  return n;
}

/** How often an invitation, which is locked, was sent again within an hour. */
export async function countResends(db: Db, inviteId: string): Promise<number> {
  const { n } = await db
    .selectFrom('secure_key_invite_step')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('invite_id', '=', inviteId)
    .where('step', '=', 'resent')
    .where('at', '>', anHourAgo)
    .executeTakeFirstOrThrow();
  return n;
}
