// A filter of the caller (Condition), and the same filter with its names resolved to ids (Predicate).
import type { Params, WriteSql } from '#core/list/params.ts';

/**
 * A test whose values have the column's type. `range` is half-open, from <= value < to: instants in ISO format
 * (fractions of a value below the millisecond, which are never shown, are ignored), whole numbers as text.
 */
export type Test =
  | { op: 'in'; values: string[] }
  | { op: 'like'; pattern: readonly ('*' | { text: string })[] }
  | { op: 'range'; from: string | null; to: string | null }
  | { op: 'exists'; value: boolean };

/** `none`: rows without a value match as well. `not`: inverts the result. */
export type ColumnTest = { test: Test; none: boolean; not: boolean };

/**
 * One filter of a view or of the caller; a row must match all of them. `column` is a name of the list or `tags.<id>`.
 */
export type Condition = ColumnTest & {
  column: string;
  /** The zone of the query, for columns that are parts of a clock. */
  zone?: string;
};

/** Rows at one of `values` of the scope's column, or without a location; `not`: all others. */
export type LocationFilter = { values: readonly string[]; unassigned: boolean; not: boolean };

/**
 * One condition on the rows as data, which the plan reads before it is written as SQL (predicate.ts). `test` is
 * evaluated row by row, or through an index that PostgreSQL chooses; `nothing` matches no row.
 */
export type Predicate = { kind: 'test'; sql: WriteSql } | { kind: 'nothing' } | OneOf | InSet | Counted;

/**
 * One of `values` in one of `columns`, which have indexes (tenant_id, each of the columns, one of `sorts`, id), so that
 * rows can be read value by value.
 */
export type OneOf = {
  kind: 'oneOf';
  columns: readonly string[];
  values: readonly string[];
  type: 'text' | 'uuid';
  sorts: readonly string[];
  /** Few rows of the list have any value. */
  rare?: true;
};

/** One of too many ids to list: `members` selects them as `id`, `sql` tests a row against the set of that name. */
export type InSet = { kind: 'inSet'; members: WriteSql; sql: (set: string, params: Params) => string };

/**
 * A search whose matches were counted before any row is read: `matching` of the `visible` rows, which are part of the
 * tenant's `all`. `reads`: the expected number of rows that are tested.
 */
export type Counted = {
  kind: 'counted';
  sql: (params: Params, reads: number) => string;
  matching: number;
  visible: number;
  all: number;
};
