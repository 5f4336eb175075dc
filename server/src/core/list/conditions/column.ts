// Conditions on a column of the list's own table, and the comparisons that lookups use on theirs.
import type { ActorSql, AnyList, Column } from '#core/list/types.ts';
import type { Params, SqlType } from '#core/list/params.ts';
import type { Condition, Predicate, Test } from './condition.ts';
import { clockPart } from './clock.ts';
import { complete, equalsOneOf, visibleIn } from './predicate.ts';
import { contains, textTest } from './text.ts';

const arrays: Record<Column['type'], SqlType> = {
  text: 'text[]',
  enum: 'text[]',
  id: 'uuid[]',
  boolean: 'boolean[]',
  number: 'bigint[]',
  instant: 'text[]',
};

export function columnPredicate(list: AnyList, condition: Condition): Predicate {
  const column = list.columns[condition.column];
  if (!column) throw new Error(`${list.resource} has no column ${condition.column}`); // readQuery refuses other columns
  return complete(columnTest(column, condition), condition, (params) => absent(column, params));
}

/** The expression that the values of a filter are compared with. */
const expressionOf = ({ filter = '' }: Column, params: Params) => written(filter, params);

const written = (expression: string | ActorSql, params: Params) =>
  typeof expression === 'string' ? expression : expression(params.own, visibleIn(params));

/** A test that is true for a row without a value. */
export const absent = (column: Column, params: Params) =>
  `${written(column.exists ?? column.filter ?? '', params)} is null`;

function columnTest(column: Column, { test, zone }: Condition): Predicate {
  if (test.op === 'exists')
    return {
      kind: 'test',
      sql: (params) => (test.value ? `not (${absent(column, params)})` : absent(column, params)),
    };
  const { indexed, filter } = column;
  if (indexed && typeof filter === 'string' && test.op === 'in' && (indexed.rare || test.values.length > 1)) {
    return { kind: 'oneOf', columns: [filter], values: test.values, ...indexed };
  }
  return { kind: 'test', sql: (params) => comparison(column, test, params, zone) };
}

export function comparison(column: Column, test: Test, params: Params, zone = 'UTC'): string {
  const filter = expressionOf(column, params);
  const expression = column.clock ? clockPart(column.clock, filter, zone, params) : filter;
  if (column.type === 'text') {
    const exact = textTest(expression, test, params, column.upper);
    const longest = test.op === 'like' && column.within ? longestPart(test.pattern) : undefined;
    return longest && column.within ? `(${contains(column.within, longest, params)} and ${exact})` : exact;
  }
  if (test.op === 'in') {
    const equals = equalsOneOf(expression, test.values, arrays[column.type], params);
    return column.implied ? `(${column.implied(test.values, params)} and ${equals})` : equals;
  }
  if (test.op !== 'range') throw new Error(`${column.type} columns are not compared by ${test.op}`);
  const type = column.type === 'instant' ? 'timestamptz' : 'bigint';
  const ends = [
    ...(test.from === null ? [] : [`${expression} >= ${params.add(test.from, type)}`]),
    ...(test.to === null ? [] : [`${expression} < ${params.add(test.to, type)}`]),
  ];
  return ends.length === 1 ? `${ends[0]}` : `(${ends.join(' and ')})`;
}

const longestPart = (pattern: readonly ('*' | { text: string })[]) =>
  pattern
    .filter((p) => p !== '*')
    .map((p) => p.text)
    .toSorted((a, b) => b.length - a.length)[0];
