import { any } from '#db/fragments.ts';
import type { Db } from '#db/tenant.ts';

/** The known profiles that hold several of these keys. */
export const heldTogether = (db: Db, keyIds: readonly string[]) =>
  db
    .selectFrom('key_custody')
    .select('profile_id')
    .where('device_id', '=', any(keyIds))
    .where('profile_id', 'is not', null)
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
