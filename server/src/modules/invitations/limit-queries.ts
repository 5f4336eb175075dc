import { sql } from 'kysely';
import type { Db } from '#db/tenant.ts';

const anHourAgo = sql<string>`now() - interval '1 hour'`;

/**
 * Counts the invitations and links made and addresses corrected in the tenant within the last hour. Concurrent callers of the
 * tenant wait for each other until the end of the transaction, so that each counts those before it.
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

/** Number of times that a locked invitation was sent again within the last hour. */
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
