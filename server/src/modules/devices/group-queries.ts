import { any } from '#db/fragments.ts';
import type { Db } from '#db/tenant.ts';

/** Those of the devices that have a value of a group, or all values. Their location has no row in device_tag. */
export async function idsWithGroups(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('device_tag as g')
    .select('g.device_id as id')
    .distinct()
    .where('g.device_id', '=', any(ids))
    .where('g.text', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
}
