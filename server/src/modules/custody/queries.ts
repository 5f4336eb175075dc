import type { CustodyState } from '@keyward/contract/custody';
import { type ExpressionBuilder, type ReferenceExpression, sql, type SqlBool } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { profileVisibleTo } from '#core/auth/scope.ts';
import type { Actor } from '#core/auth/session.ts';
import type { LocationFilter } from '#core/list/conditions/condition.ts';
import type { Scope } from '#core/list/types.ts';
import { any } from '#db/fragments.ts';
import type { Db, Tables } from '#db/tenant.ts';
import { isRecent } from './reminder-queries.ts';

export type BoardOf = {
  actor: Pick<Actor, 'allData' | 'locations'>;
  /** The actor's locations, like in the list of devices; null for all. */
  scope: Scope;
  filters: readonly LocationFilter[];
  /** Time zone of locations without one. */
  zone: string;
  dueSoonMinutes: number;
};

type KeyTables = Tables & { d: Tables['device'] };
const location = 'd.location_value_id' satisfies ReferenceExpression<KeyTables, 'd'>;

/** Whether the key is at a location of the filter. */
function within(eb: ExpressionBuilder<KeyTables, 'd'>, { values, unassigned, not }: LocationFilter) {
  const test = eb.or([eb(location, '=', any(values)), ...(unassigned ? [eb(location, 'is', null)] : [])]);
  return not ? sql<SqlBool>`(${test}) is not true` : test;
}

/** Keys that are out; a holder is included if visible to the actor. */
function keysOut(db: Db, { actor, scope, filters, zone, dueSoonMinutes }: BoardOf) {
  const due = db
    .selectFrom('key_custody as c')
    .innerJoin('device as d', 'd.id', 'c.device_id')
    .leftJoin('lost_key as x', 'x.device_id', 'c.device_id')
    .leftJoin('location_hours as h', 'h.value_id', 'd.location_value_id')
    .leftJoin('tag_value as l', 'l.id', 'd.location_value_id')
    .leftJoin('profile as p', (join) =>
      join.onRef('p.id', '=', 'c.profile_id').on((on) => profileVisibleTo(actor, on.ref('p.id'))),
    )
    // the reminder about this check-out
    .leftJoin('key_reminder as r', (join) =>
      join
        .onRef('r.device_id', '=', 'c.device_id')
        .onRef('r.profile_id', '=', 'c.profile_id')
        .onRef('r.checked_out_at', '=', 'c.checked_out_at'),
    )
    .where((eb) => eb.and(scope ? [eb(location, '=', any(scope))] : []))
    .where((eb) => eb.and(filters.map((filter) => within(eb, filter))))
    .select((eb) => [
      'd.id',
      'd.name',
      'd.name_fold as order',
      'l.id as locationId',
      'l.name as locationName',
      eb.fn.coalesce('h.time_zone', eb.val(zone)).as('zone'),
      'p.id as holderId',
      'p.name as holderName',
      'p.email',
      sql<boolean>`c.profile_id is null`.as('holderUnknown'),
      'c.checked_out_at as since',
      sql<boolean>`x.device_id is not null`.as('lost'),
      'r.sent_at as remindedAt',
      'r.sent_by as remindedBy',
      eb.fn.coalesce(isRecent(eb.ref('r.sent_at')), eb.lit(false)).as('justReminded'),
      eb
        .fn<string | null>('key_due', [
          'c.checked_out_at',
          eb.fn.coalesce('d.curfew', 'h.curfew'),
          eb.fn.coalesce('h.time_zone', eb.val(zone)),
        ])
        .as('due'),
    ]);
  const soon = sql<string>`now() + make_interval(mins => ${dueSoonMinutes}::integer)`;
  return db
    .selectFrom(due.as('k'))
    .selectAll('k')
    .select((eb) =>
      eb
        .case()
        .when('k.due', 'is', null)
        .then<CustodyState>('noCurfew')
        .when('k.due', '<=', sql<string>`now()`)
        .then<CustodyState>('overdue')
        .when('k.due', '<=', soon)
        .then<CustodyState>('dueSoon')
        .else<CustodyState>('inTime')
        .end()
        .as('state'),
    );
}

type PageOf = {
  /** Filters by one location; null for unassigned keys, undefined for all. */
  only?: string | null | undefined;
  limit: number;
  offset: number;
};

/**
 * A page of the board, the most overdue keys first. Each row carries the counts of the whole board and of each location, all from
 * the snapshot of one statement.
 */
export const findKeysOut = (db: Db, of: BoardOf, { only, limit, offset }: PageOf) =>
  db
    .with('held', () => keysOut(db, of))
    .selectFrom('held as k')
    .selectAll('k')
    .select((eb) => {
      const count = (state: CustodyState) => eb.fn.countAll<number>().filterWhere('k.state', '=', state).over();
      const locations = eb
        .selectFrom('held as h')
        .select(['h.locationId as id', 'h.locationName as name'])
        .select((each) => [
          each.fn.countAll<number>().as('out'),
          each.fn.countAll<number>().filterWhere('h.state', '=', 'overdue').as('overdue'),
        ])
        .groupBy(['h.locationId', 'h.locationName'])
        .orderBy('overdue', 'desc')
        .orderBy('out', 'desc')
        .orderBy('h.locationName', (order) => order.asc().nullsLast())
        .orderBy('h.locationId');
      return [
        count('overdue').as('overdue'),
        count('dueSoon').as('dueSoon'),
        count('inTime').as('inTime'),
        count('noCurfew').as('noCurfew'),
        jsonArrayFrom(locations).as('locations'),
      ];
    })
    .where((eb) => (only === undefined ? eb.lit(true) : eb('k.locationId', only === null ? 'is' : '=', only)))
    .orderBy('k.due', (order) => order.asc().nullsLast())
    .orderBy('k.since')
    .orderBy('k.order')
    .orderBy('k.id')
    .limit(limit)
    .offset(offset)
    .execute();
