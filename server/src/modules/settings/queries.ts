import type { Setting } from '@keyward/contract/settings';
import type { Db } from '#db/tenant.ts';

/** Settings of one owner: a profile, or the tenant's defaults with null. */
export async function settingsOf(db: Db, profileId: string | null): Promise<Setting[]> {
  const found = await db
    .selectFrom('setting')
    .select(['id', 'profile_id as user_id', 'name', 'category', 'client_data', 'value'])
    .where('profile_id', profileId === null ? 'is' : '=', profileId)
    .orderBy('name')
    .orderBy('client_data')
    .execute();
  return found as Setting[]; // names and categories are written from the contract's lists alone
}
