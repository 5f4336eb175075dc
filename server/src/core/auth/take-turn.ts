import type { Db } from '#db/tenant.ts';

/**
 * Locks a profile until the end of the transaction, so that calls that count or change what belongs to it run one after
 * the other.
 */
export async function takeTurn(db: Db, profileId: string): Promise<void> {
  await db.selectFrom('profile').select('id').where('id', '=', profileId).forNoKeyUpdate().execute();
}
