import type { Params, SqlType } from './params.ts';
import { contains, textTest } from './text-test.ts';
import type { AnyList, Column, Condition, Piece, Test } from './types.ts';

const arrays: Record<Column['type'], SqlType> = {
  text: 'text[]',
  enum: 'text[]',
  id: 'uuid[]',
  boolean: 'boolean[]',
  number: 'bigint[]',
  instant: 'text[]',
};

/** The piece with the rows that have no value, or with all others; `absent`: true for a row without a value. */
export function complete(piece: Piece, { none, not }: Pick<Condition, 'none' | 'not'>, absent: string): Piece {
  if (!none && !not) return piece;
  const text = none ? `(${piece.text} or ${absent})` : piece.text;
  return {
    text: not ? `(${text}) is not true` : text,
    ...(piece.late ? { late: true } : {}),
    ...(piece.with ? { with: piece.with } : {}),
  };
}

/** A condition on a column of the list itself; others are made in lookup.ts and tags.ts. */
export function columnPiece(list: AnyList, condition: Condition, params: Params): Piece {
  const column = list.columns[condition.column];
  if (!column) throw new Error(`${list.resource} has no column ${condition.column}`); // checkQuery refuses others
  return complete(testPiece(column, condition.test, params), condition, absent(column));
}

/** True for a row without a value. */
export const absent = (column: Column) => `${column.exists ?? column.filter} is null`;

function testPiece(column: Column, test: Test, params: Params): Piece {
  if (test.op === 'exists') return { text: test.value ? `not (${absent(column)})` : absent(column) };
  const expression = column.filter ?? '';
  if (column.indexed && test.op === 'in' && test.values.length > 1) {
    const { type, sorts } = column.indexed;
    const array = params.add(test.values, `${type}[]`);
    return { text: `${expression} = any(${array})`, spread: { columns: [expression], array, sorts } };
  }
  return { text: comparison(column, test, params) };
}

export function comparison(column: Column, test: Test, params: Params): string {
  const expression = column.filter ?? '';
  if (column.type === 'text') {
    const exact = textTest(expression, test, params, column.upper);
    const longest = test.op === 'like' && column.within ? longestPart(test.pattern) : undefined;
    return longest && column.within ? `(${contains(column.within, longest, params)} and ${exact})` : exact;
  }
  if (test.op === 'in') return oneOf(expression, test.values, arrays[column.type], params);
  if (test.op !== 'range') throw new Error(`${column.type} columns are not compared by ${test.op}`);
  const type = column.type === 'instant' ? 'timestamptz' : 'bigint';
  const ends = [
    ...(test.from === null ? [] : [`${expression} >= ${params.add(test.from, type)}`]),
    ...(test.to === null ? [] : [`${expression} < ${params.add(test.to, type)}`]),
  ];
  return ends.length === 1 ? `${ends[0]}` : `(${ends.join(' and ')})`;
}

/** A single value is written as an equation, which an index can combine with any order. */
export function oneOf(expression: string, values: readonly string[], type: SqlType, params: Params): string {
  const [only] = values;
  if (values.length !== 1 || only === undefined) return `${expression} = any(${params.add(values, type)})`;
  return `${expression} = (${params.add(values, type)})[1]`;
}

const longestPart = (pattern: readonly ('*' | { text: string })[]) =>
  pattern
    .filter((p) => p !== '*')
    .map((p) => p.text)
    .toSorted((a, b) => b.length - a.length)[0];
