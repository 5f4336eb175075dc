import { heldTogether } from '#core/dashboard/holders.ts';
import { any } from '#db/fragments.ts';
import type { Db } from '#db/tenant.ts';

/** One row for each of these keys whose holder holds several of them; the latest first. */
export const findHeldTogether = (db: Db, keyIds: readonly string[]) =>
  db
    .selectFrom('key_custody as c')
    .innerJoin('profile as p', 'p.id', 'c.profile_id')
    .innerJoin('device as d', 'd.id', 'c.device_id')
    .select(['p.id as profileId', 'p.name as profileName', 'd.id', 'd.name', 'c.checked_out_at as checkoutTime'])
    .where('c.device_id', '=', any(keyIds))
    .where('c.profile_id', 'in', heldTogether(db, keyIds))
    .orderBy('c.checked_out_at', 'desc')
    .orderBy('d.id')
    .execute();
