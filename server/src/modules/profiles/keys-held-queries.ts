import { locationVisibleTo } from '#core/auth/scope.ts';
import type { Actor } from '#core/auth/session.ts';
import { any } from '#db/fragments.ts';
import type { Db } from '#db/tenant.ts';

/** Counts the keys at the actor's locations that these profiles hold. */
export async function countHeld(
  db: Db,
  actor: Pick<Actor, 'allData' | 'locations'>,
  profileIds: readonly string[],
): Promise<number> {
  const { n } = await db
    .selectFrom('key_custody as c')
    .innerJoin('device as d', 'd.id', 'c.device_id')
    .where('c.profile_id', '=', any(profileIds))
    .where((eb) => locationVisibleTo(actor, eb.ref('d.location_value_id')))
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return n;
}

/** The keys that these profiles hold, at any location. */
export const keysHeldBy = (
  db: Db,
  profileIds: readonly string[],
): Promise<{ id: string; location_value_id: string | null }[]> =>
  db
    .selectFrom('key_custody as c')
    .innerJoin('device as d', 'd.id', 'c.device_id')
    .where('c.profile_id', '=', any(profileIds))
    .select(['d.id', 'd.location_value_id'])
    .execute();
