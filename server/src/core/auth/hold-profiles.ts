import { any } from '#db/fragments.ts';
import type { Db } from '#db/tenant.ts';

/**
 * Keeps profiles from being deleted until the end of the transaction, and returns the ids of those that exist. A deletion locks
 * the profile before the rows that go with it: lock what belongs to a profile, such as a watch, after this call. `busy`: whether
 * to wait for profiles that another transaction edits or deletes, or to leave them out.
 */
export async function holdProfiles(
  db: Db,
  ids: readonly string[],
  busy: 'waits' | 'leaves out' = 'waits',
): Promise<string[]> {
  const held = await db
    .selectFrom('profile')
    .select('id')
    .where('id', '=', any(ids))
    .orderBy('id')
    .forKeyShare()
    .$if(busy === 'leaves out', (profiles) => profiles.skipLocked())
    .execute();
  return held.map(({ id }) => id);
}
