import { any } from '#db/fragments.ts';
import type { Db } from '#db/tenant.ts';

/** The last later import that wrote each of these profiles, with its maker and time. */
export const laterImportsOf = (
  db: Db,
  { id, appliedAt }: { id: string; appliedAt: string },
  profileIds: readonly string[],
): Promise<{ profileId: string; by: string; at: string | null }[]> =>
  db
    .selectFrom('profile_import_row as r')
    .innerJoin('profile_import as i', 'i.id', 'r.import_id')
    .distinctOn('r.profile_id')
    .select((eb) => [
      eb.ref('r.profile_id').$notNull().as('profileId'),
      'i.created_by_name as by',
      'i.applied_at as at',
    ])
    .where('r.profile_id', '=', any(profileIds))
    .where('r.outcome', 'in', ['created', 'updated'])
    .where('i.id', '<>', id)
    .where('i.applied_at', '>', appliedAt)
    .orderBy('r.profile_id')
    .orderBy('i.applied_at', 'desc')
    .execute();

/** Start of the custody of a key, for each of these profiles; those without a key are omitted. */
export const keysOf = (db: Db, profileIds: readonly string[]): Promise<{ profileId: string; at: string }[]> =>
  db
    .selectFrom('key_custody')
    .select((eb) => [eb.ref('profile_id').$notNull().as('profileId'), eb.fn.min('checked_out_at').as('at')])
    .where('profile_id', '=', any(profileIds))
    .groupBy('profile_id')
    .execute();
