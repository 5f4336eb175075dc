import { heldTogether } from '#core/dashboard/holders.ts';
import { profileVisibleTo } from '#core/auth/scope.ts';
import type { Actor } from '#core/auth/session.ts';
import { any } from '#db/fragments.ts';
import type { Db } from '#db/tenant.ts';

/** One row, latest first, for each of these keys whose holder holds several; the name of a holder who is visible to the actor. */
export const findHeldTogether = (db: Db, actor: Pick<Actor, 'allData' | 'locations'>, keyIds: readonly string[]) =>
  db
    .selectFrom('key_custody as c')
    .leftJoin('profile as p', (join) =>
      join.onRef('p.id', '=', 'c.profile_id').on((on) => profileVisibleTo(actor, on.ref('p.id'))),
    )
    .innerJoin('device as d', 'd.id', 'c.device_id')
    .select(['c.profile_id as heldBy', 'p.id as holderId', 'p.name as holderName'])
    .select(['d.id', 'd.name', 'c.checked_out_at as checkoutTime'])
    .where('c.device_id', '=', any(keyIds))
    .where('c.profile_id', 'in', heldTogether(db, keyIds))
    .orderBy('c.checked_out_at', 'desc')
    .orderBy('d.id')
    .execute();
