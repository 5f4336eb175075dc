import { any } from '#db/fragments.ts';
import type { Db } from '#db/tenant.ts';

/**
 * Keeps profiles from their deletion until the end of the transaction, and returns the ids of those that exist. A deletion locks the
 * profile before what goes with it: what belongs to a profile, such as a watch, is locked after this. `busy`: whether it waits for those
 * that a transaction edits or deletes now, or leaves them out.
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
