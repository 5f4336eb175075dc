import { locationVisibleTo } from '#core/auth/scope.ts';
import type { Actor } from '#core/auth/session.ts';
import type { Db } from '#db/tenant.ts';

/** Counts the devices visible to the actor that report through an OKM, and tells whether it has a token. */
export const findServed = (db: Db, actor: Pick<Actor, 'allData' | 'locations'>, okmId: string) =>
  db
    .selectNoFrom((eb) => [
      eb
        .selectFrom('device as d')
        .select((d) => d.fn.countAll<number>().as('n'))
        .where('d.controller_id', '=', okmId)
        .where((d) => locationVisibleTo(actor, d.ref('d.location_value_id')))
        .$asScalar()
        .$notNull()
        .as('devices'),
      eb
        .exists(eb.selectFrom('controller_token as c').select('c.id').where('c.device_id', '=', okmId))
        .$castTo<boolean>()
        .as('hasToken'),
    ])
    .executeTakeFirstOrThrow();

const neighbours = (db: Db, okmId: string, locationId: string) =>
  db
    .selectFrom('device as d')
    .innerJoin('device_type as t', 't.id', 'd.device_type_id')
    .select(['d.id', 'd.name', 'd.state_updated_at'])
    .where('d.location_value_id', '=', locationId)
    .where('t.device_class', '=', 'OKM')
    .where('d.id', '!=', okmId);

/** The OKMs of a location, other than this one, that have been silent for longest; at most 20, each with the total. */
export const findNeighbours = (db: Db, okmId: string, locationId: string) =>
  neighbours(db, okmId, locationId)
    .select((d) => d.fn.countAll<number>().over().as('total'))
    .orderBy('d.state_updated_at', (by) => by.asc().nullsFirst())
    .orderBy('d.name_fold', (by) => by.collate('natural_order'))
    .orderBy('d.id')
    .limit(20)
    .execute();

/** The other OKM of a location that reported last. */
export const findLatestNeighbour = (db: Db, okmId: string, locationId: string) =>
  neighbours(db, okmId, locationId)
    .orderBy('d.state_updated_at', (by) => by.desc().nullsLast())
    .orderBy('d.id')
    .limit(1)
    .executeTakeFirst();
