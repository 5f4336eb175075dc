import { any } from '#db/fragments.ts';
import type { Db } from '#db/tenant.ts';

/** Those of these keys that are held by profiles who hold several of them, by profile. */
const heldTogether = (db: Db, keyIds: readonly string[]) =>
  db
    .selectFrom('key_custody')
    .select('profile_id')
    .where('device_id', '=', any(keyIds))
    .groupBy('profile_id')
    .having((eb) => eb.fn.countAll<number>(), '>', 1);

/** The number of profiles that hold several of these keys. */
export async function countHolders(db: Db, keyIds: readonly string[]): Promise<number> {
  const { n } = await db
    .selectFrom(heldTogether(db, keyIds).as('h'))
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return n;
}

/** One row for each of these keys whose holder holds several of them; the latest first. */
export const findHeldTogether = (db: Db, keyIds: readonly string[]) =>
  db
    .selectFrom('key_custody as c')
    .innerJoin('profile as p', 'p.id', 'c.profile_id')
    .innerJoin('device as d', 'd.id', 'c.device_id')
    .select(['p.id as profileId', 'p.name as profileName', 'd.id', 'd.name', 'c.checked_out_at as checkedOutAt'])
    .where('c.device_id', '=', any(keyIds))
    .where('c.profile_id', 'in', heldTogether(db, keyIds))
    .orderBy('c.checked_out_at', 'desc')
    .orderBy('d.id')
    .execute();
