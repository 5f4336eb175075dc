// Step 2 of a list request: names become ids. Every round trip between the grammar and the page is made here: the actor's scope,
// tags and their values, values of other tables, and the matches of a search.
import type { Actor } from '#core/auth/session.ts';
import type { Db } from '#db/tenant.ts';
import { absent, columnPredicate, comparison } from './conditions/column.ts';
import type { Condition, LocationFilter, Predicate } from './conditions/condition.ts';
import { locationPredicate, resolveLocation } from './conditions/location.ts';
import { lookUp } from './conditions/lookup.ts';
import { complete } from './conditions/predicate.ts';
import { ownLocations, scopePredicate } from './conditions/scope.ts';
import { isTagCondition, type ResolvedTag, resolveTag, tagPredicate } from './conditions/tag.ts';
import type { ListRequest } from './grammar/query.ts';
import type { WriteSql } from './params.ts';
import { type AnyList, type Column, isAssigned, type Lookup, type Scope } from './types.ts';

/** A checked query with its names resolved to ids; the page needs no other lookup. */
export type Resolved = Omit<ListRequest, 'cursor'> & {
  scope: Scope;
  /** The conditions on the location; `conditions` holds the others. */
  locations: readonly LocationFilter[];
  predicates: readonly Predicate[];
  /** Whether the query has at least one condition. */
  filtered: boolean;
  /** The locations whose names and profiles the rows may show; null: all. */
  visibleLocations: Scope;
};

export async function resolveNames(db: Db, actor: Actor, list: AnyList, request: ListRequest): Promise<Resolved> {
  const scope = await list.scope.values(db, actor);
  const locations: LocationFilter[] = [];
  const tags = new Map<Condition, ResolvedTag>();
  for (const condition of request.conditions.filter((c) => isTagCondition(list, c))) {
    const tag = await resolveTag(db, list, condition);
    if (tag.isLocation) locations.push(await resolveLocation(db, actor, list, condition, tag));
    else tags.set(condition, tag);
  }
  const conditions = request.conditions.filter((c) => !isTagCondition(list, c) || tags.has(c));
  const resolved = {
    ...request,
    conditions,
    scope,
    locations,
    filtered: request.conditions.length > 0,
    visibleLocations: await ownLocations(db, actor),
  };
  if (scope?.length === 0) return { ...resolved, predicates: [{ kind: 'nothing' }] };
  const predicates = await resolveConditions(db, list, conditions, tags, scope);
  predicates.push(...locations.map((location) => locationPredicate(list.scope, location)));
  if (scope) predicates.push(scopePredicate(list.scope, scope));
  if (request.search) {
    const alone = conditions.length === 0;
    predicates.push(await list.search(db, request.search, { scope, locations, alone }));
  }
  return { ...resolved, predicates };
}

async function resolveConditions(
  db: Db,
  list: AnyList,
  conditions: readonly Condition[],
  tags: ReadonlyMap<Condition, ResolvedTag>,
  scope: Scope,
): Promise<Predicate[]> {
  const predicates: Predicate[] = [];
  /**
   * Conditions on the same other table share one lookup, unless a row is linked with several rows there: then different ones may
   * meet the conditions.
   */
  const lookups = new Map<string, { lookup: Lookup; tests: WriteSql[] }>();
  for (const condition of conditions) {
    const { column: name, test, none, not } = condition;
    const column = list.columns[name];
    const tag = tags.get(condition);
    if (tag && isAssigned(list.tags)) predicates.push(tagPredicate(list.tags, condition, tag));
    else if (test.op === 'exists' && column?.lookup?.entries) {
      const predicate = await lookUp(db, column.lookup, [() => 'true']);
      predicates.push(complete(predicate, { none: false, not: !test.value }, () => 'false'));
    } else if (!column?.lookup || test.op === 'exists') predicates.push(columnPredicate(list, condition));
    else if (!column.required && (none || not)) {
      const predicate = await lookUp(db, column.lookup, [
        (of) => comparison(column, test, of),
        ...visible(column, scope),
      ]);
      predicates.push(complete(predicate, condition, (params) => absent(column, params)));
    } else {
      const tests: WriteSql[] = [
        ...visible(column, scope),
        (of) => (not ? `(${comparison(column, test, of)}) is not true` : comparison(column, test, of)),
      ];
      if (column.lookup.viaJunction) predicates.push(await lookUp(db, column.lookup, tests));
      else {
        const key = [column.lookup.id, ...column.lookup.columns].join();
        const entry = lookups.get(key) ?? { lookup: column.lookup, tests: [] };
        entry.tests.push(...tests);
        lookups.set(key, entry);
      }
    }
  }
  for (const { lookup, tests } of lookups.values()) predicates.push(await lookUp(db, lookup, tests));
  return predicates;
}

/** Limits a lookup to the values that the actor's locations show. */
function visible({ offers }: Column, scope: Scope): WriteSql[] {
  const test = scope && offers?.visible;
  return test ? [(of) => test(scope, of) ?? 'true'] : [];
}
