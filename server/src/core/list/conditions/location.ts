// Conditions on the location: on the list's own column, and on the column of its counters.
import type { Actor } from '#core/auth/session.ts';
import { noLocation } from '#core/events/events.ts';
import type { Params } from '#core/list/params.ts';
import type { AnyList } from '#core/list/types.ts';
import type { Db } from '#db/tenant.ts';
import type { Condition, LocationFilter, Predicate } from './condition.ts';
import { equalsOneOf } from './predicate.ts';
import type { ResolvedTag } from './tag.ts';

/** Resolves a location condition; locations outside the actor's own are dropped. */
export async function resolveLocation(
  db: Db,
  actor: Pick<Actor, 'allData' | 'locations'>,
  list: AnyList,
  { test, none, not }: Condition,
  { valueIds }: ResolvedTag,
): Promise<LocationFilter> {
  if (test.op === 'exists') return { values: [], unassigned: true, not: test.value };
  const own = actor.allData ? valueIds : valueIds.filter((id) => actor.locations.includes(id));
  return { values: own.length > 0 ? await list.scope.valuesFor(db, own) : [], unassigned: none, not };
}

/** The filter on a counter's column, which has `noLocation` for unassigned rows. */
export function counterTest(column: string, { values, unassigned, not }: LocationFilter, params: Params): string {
  const all = unassigned ? [...values, noLocation] : values;
  return not ? `${column} <> all(${params.add(all, 'uuid[]')})` : equalsOneOf(column, all, 'uuid[]', params);
}

/** The filter on the list's own column. */
export function locationPredicate(scope: AnyList['scope'], location: LocationFilter): Predicate {
  const { column, viaJunction, sorts } = scope;
  const { values, unassigned, not } = location;
  if (viaJunction) {
    return {
      kind: 'test',
      sql: (params) => {
        const inValues =
          values.length > 0 ? [viaJunction(params.own, equalsOneOf(column, values, 'uuid[]', params))] : [];
        const tests = [...inValues, ...(unassigned ? [`not ${viaJunction(params.own, 'true')}`] : [])];
        const text = `(${tests.join(' or ') || 'false'})`;
        return not ? `not ${text}` : text;
      },
    };
  }
  if (unassigned && scope.unassigned === 'null') {
    return {
      kind: 'test',
      sql: (params) => {
        const inValues = values.length > 0 ? `${equalsOneOf(column, values, 'uuid[]', params)} or ` : '';
        const text = `(${inValues}${column} is null)`;
        return not ? `(${text}) is not true` : text;
      },
    };
  }
  if (not) {
    return {
      kind: 'test',
      sql: (params) => `(${counterTest(column, { ...location, not: false }, params)}) is not true`,
    };
  }
  const all = unassigned ? [...values, noLocation] : values;
  if (all.length === 0) return { kind: 'nothing' };
  return { kind: 'oneOf', columns: [column], values: all, type: 'uuid', sorts };
}
