import { profileVisibleTo } from '#core/auth/scope.ts';
import type { Actor } from '#core/auth/session.ts';
import { profileLocations } from '#core/auth/sign-in-profile.ts';
import { any } from '#db/fragments.ts';
import type { Db } from '#db/tenant.ts';

/** The device with its present state; the holder of a key is named only if visible to the actor. */
export const findDevice = (db: Db, actor: Pick<Actor, 'allData' | 'locations'>, id: string) =>
  db
    .selectFrom('device as d')
    .innerJoin('device_type as t', 't.id', 'd.device_type_id')
    .leftJoin('key_custody as k', 'k.device_id', 'd.id')
    .leftJoin('profile as h', (join) =>
      join.onRef('h.id', '=', 'k.profile_id').on((on) => profileVisibleTo(actor, on.ref('h.id'))),
    )
    .select(['d.id', 'd.state', 'd.state_times', 't.state_schema', 't.device_class as deviceClass'])
    .select(['d.location_value_id as locationId', 'k.checked_out_at as takenAt', 'h.id as holderId'])
    .select('h.name as holderName')
    .where('d.id', '=', id)
    .executeTakeFirst();

export const findProfile = (db: Db, id: string) =>
  db
    .selectFrom('profile as p')
    .select((eb) => ['p.id', profileLocations(eb.ref('p.id')).as('locations')])
    .where('p.id', '=', id)
    .executeTakeFirst();

/** The keys that a profile holds. */
export const findHeldKeys = (db: Db, profileId: string) =>
  db
    .selectFrom('key_custody as k')
    .select(['k.device_id as deviceId', 'k.checked_out_at as takenAt'])
    .where('k.profile_id', '=', profileId)
    .execute();

export const findNames = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('device as d')
    .select(['d.id', 'd.name', 'd.location_value_id as locationId'])
    .where('d.id', '=', any(ids))
    .execute();
