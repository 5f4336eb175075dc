import { type Expression, sql } from 'kysely';
import { allEntries } from '#core/controllers/marks.ts';
import { type Db, subquery } from '#db/tenant.ts';

/**
 * Latest possible time of the last call: the last use of a token is stored at most once a minute, so a call may have come up to a
 * minute later. Null without a use, which `least` alone would take for a call of this moment.
 */
const lastCall = (device: Expression<string>) =>
  subquery
    .selectFrom('controller_token as c')
    .select(
      sql<
        string | null
      >`case when count(c.last_used_at) > 0 then least(max(c.last_used_at) + interval '1 minute', now()) end`.as('at'),
    )
    .where('c.device_id', '=', device);

/** The OKM's own state; without a row of `controller_state`, `version` is 0. */
const okmQuery = (db: Db) =>
  db
    .selectFrom('device as o')
    .innerJoin('device_type as t', (join) =>
      join.onRef('t.id', '=', 'o.device_type_id').on('t.device_class', '=', 'OKM'),
    )
    .leftJoin('controller_state as s', 's.device_id', 'o.id')
    .leftJoin('tag_value as l', 'l.id', 'o.location_value_id')
    .select((eb) => [
      'o.id',
      'o.name',
      'o.location_value_id as location',
      'l.name as locationName',
      eb.fn.coalesce('s.version', eb.lit(0)).as('version'),
      eb.fn.coalesce('s.confirmed_version', eb.lit(0)).as('confirmed'),
      eb.fn.coalesce('s.fetched_version', eb.lit(0)).as('fetched'),
      's.outcome',
      's.reason',
      's.usable_until as usableUntil',
      eb.fn<string | null>('greatest', ['s.heard_at', 'o.state_updated_at', lastCall(eb.ref('o.id'))]).as('heardAt'),
      // when the first version that it has not confirmed was made, or lost its confirmation
      eb
        .selectFrom('controller_version as v')
        .select(sql<string | null>`min(greatest(v.at, s.set_back_at))`.as('at'))
        .whereRef('v.controller_id', '=', 's.device_id')
        .whereRef('v.version', '>', 's.confirmed_version')
        .as('behindSince'),
    ]);
export type Okm = NonNullable<Awaited<ReturnType<typeof findOkm>>>;

/** The OKM that a device is or reports through. */
export const findOkm = (db: Db, deviceId: string) =>
  okmQuery(db)
    .where('o.id', 'in', (eb) =>
      eb
        .selectFrom('device as d')
        .select((d) => d.fn.coalesce('d.controller_id', 'd.id').as('id'))
        .where('d.id', '=', deviceId),
    )
    .executeTakeFirst();

/** The OKMs that have a person or key, or had it until recently, with the state of each. */
export const findHeld = (db: Db, entryId: string) =>
  okmQuery(db)
    .innerJoin('controller_entry as e', 'e.controller_id', 'o.id')
    .select([
      'e.version as entryVersion',
      'e.changed_at as changedAt',
      'e.not_after as notAfter',
      sql<boolean>`e.content is null`.as('removed'),
    ])
    .where('e.entry_id', '=', entryId)
    .orderBy('o.name_fold')
    .orderBy('o.id')
    .execute();

/** The controllers that have a profile, device or key, or judge whether they should have it. */
const controllersOf = (id: string) =>
  subquery
    .selectFrom('controller_entry as e')
    .select('e.controller_id as id')
    .where('e.entry_id', '=', id)
    .union(
      subquery
        .selectFrom('profile_tag as g')
        .innerJoin('device as o', 'o.location_value_id', 'g.value_id')
        .select('o.id')
        .where('g.profile_id', '=', id),
    )
    .union(
      subquery
        .selectFrom('device as d')
        .select((eb) => eb.fn.coalesce('d.controller_id', 'd.id').as('id'))
        .where('d.id', '=', id),
    )
    .union(
      subquery
        .selectFrom('secure_key as k')
        .innerJoin('device as d', 'd.id', 'k.device_id')
        .select((eb) => eb.fn.coalesce('d.controller_id', 'd.id').as('id'))
        .where('k.id', '=', id),
    );

/** Whether a change of it is still to be judged, alone or with all entries of a controller. */
export async function isPending(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectNoFrom((eb) =>
      eb
        .or([
          eb.exists(eb.selectFrom('controller_mark as m').select('m.id').where('m.target', '=', id)),
          eb.exists(
            eb
              .selectFrom('controller_mark as m')
              .innerJoin('profile_role as r', 'r.role_id', 'm.target')
              .select('m.id')
              .where('r.profile_id', '=', id),
          ),
          eb.exists(eb.selectFrom('controller_due as u').select('u.kind').where('u.entry_id', '=', id)),
          eb.exists(
            eb
              .selectFrom('controller_due as u')
              .select('u.kind')
              .where('u.entry_id', '=', allEntries)
              .where('u.controller_id', 'in', controllersOf(id)),
          ),
        ])
        .as('pending'),
    )
    .executeTakeFirstOrThrow();
  return Boolean(row.pending);
}

export const findKeyLocation = (db: Db, keyId: string) =>
  db
    .selectFrom('secure_key as k')
    .innerJoin('device as d', 'd.id', 'k.device_id')
    .select(['k.id', 'd.location_value_id as location'])
    .where('k.id', '=', keyId)
    .executeTakeFirst();

export const findDeviceLocation = (db: Db, id: string) =>
  db.selectFrom('device').select('location_value_id as location').where('id', '=', id).executeTakeFirst();
