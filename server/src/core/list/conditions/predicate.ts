// Predicates: their extension by `not` and `NOT_EXISTS`, and their SQL in a statement.
import type { Params, SqlType, WriteSql } from '#core/list/params.ts';
import type { ColumnTest, OneOf, Predicate } from './condition.ts';

export const anyOf = (tests: readonly string[]) => `(${tests.join(' or ')})`;

/** A single value becomes an equality, so that an index can serve it together with any order. */
export function equalsOneOf(expression: string, values: readonly string[], type: SqlType, params: Params): string {
  const array = params.add(values, type);
  return values.length === 1 ? `${expression} = (${array})[1]` : `${expression} = any(${array})`;
}

/** The test that the location in a column is one of the actor's; undefined with all-data access. */
export const visibleIn =
  (params: Params) =>
  (column: string): string | undefined =>
    params.seen ? equalsOneOf(column, params.seen, 'uuid[]', params) : undefined;

export const arrayOf = ({ values, type }: OneOf, params: Params): string => params.add(values, `${type}[]`);

/** Applies `none` (rows without a value match as well) and `not`; `absent`: true for a row without a value. */
export function complete(predicate: Predicate, { none, not }: Omit<ColumnTest, 'test'>, absent: WriteSql): Predicate {
  if (!none && !not) return predicate;
  const completed = (text: string, params: Params) => {
    const whole = none ? `(${text} or ${absent(params)})` : text;
    return not ? `(${whole}) is not true` : whole;
  };
  if (predicate.kind !== 'inSet') {
    return { kind: 'test', sql: (params) => completed(sqlOf(predicate, params), params) };
  }
  const { members, sql } = predicate;
  return { kind: 'inSet', members, sql: (set, params) => completed(sql(set, params), params) };
}

/** A predicate as a test. The sets of `inSet` are written by writePredicates. */
function sqlOf(predicate: Exclude<Predicate, { kind: 'inSet' }>, params: Params, reads = Infinity): string {
  switch (predicate.kind) {
    case 'nothing':
      return 'false';
    case 'test':
      return predicate.sql(params);
    case 'counted':
      return predicate.sql(params, reads);
    case 'oneOf':
      return anyOf(predicate.columns.map((c) => equalsOneOf(c, predicate.values, `${predicate.type}[]`, params)));
  }
}

/** The predicates of one statement: `prepared` (a `with` clause, or empty) precedes it, `sqlOf` gives the test of each. */
export type Written = { prepared: string; sqlOf: (predicate: Predicate) => string };

/**
 * Writes each predicate once, however often the statement tests it. Sets are computed once as well (`as materialized`)
 * and shared by the page and its total. `reads`: the expected number of rows that a counted search is tested on.
 */
export function writePredicates(predicates: readonly Predicate[], params: Params, reads?: number): Written {
  const written = new Map<Predicate, string>();
  const sets = predicates.flatMap((predicate) => {
    if (predicate.kind !== 'inSet') return [];
    const name = `set${written.size}`;
    written.set(predicate, predicate.sql(name, params));
    return [`${name} as materialized (${predicate.members(params)})`];
  });
  return {
    prepared: sets.length === 0 ? '' : `with ${sets.join(', ')} `,
    sqlOf(predicate) {
      // a predicate that is never tested must not add a parameter: PostgreSQL refuses an unused one
      const text = written.get(predicate) ?? (predicate.kind === 'inSet' ? 'true' : sqlOf(predicate, params, reads));
      written.set(predicate, text);
      return text;
    },
  };
}
