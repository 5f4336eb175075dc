// What a caller asks of the rows (Condition), and the same once its names are resolved to ids (Predicate).
import type { Params, Write } from '#core/list/params.ts';

/**
 * A test whose values have the column's type. `range` is half open, from <= value < to: instants in ISO (a value's own
 * fraction below the millisecond, which nobody sees, does not count), whole numbers as text.
 */
export type Test =
  | { op: 'in'; values: string[] }
  | { op: 'like'; pattern: readonly ('*' | { text: string })[] }
  | { op: 'range'; from: string | null; to: string | null }
  | { op: 'exists'; value: boolean };

/** `none`: a row without a value fits as well. `not`: exactly the other rows fit. */
export type ColumnTest = { test: Test; none: boolean; not: boolean };

/** One filter of a view or of the caller; all of them hold for a row. `column` is a name of the list or `tags.<id>`. */
export type Condition = ColumnTest & { column: string };

/** Rows at one of `values` of the scope's column, or without a location; `not`: all others. */
export type LocationFilter = { values: readonly string[]; unassigned: boolean; not: boolean };

/**
 * One condition on the rows, as data: the plan looks at it, and only then is it written (predicate.ts). `test` is judged row
 * by row, or by an index that PostgreSQL finds; of `nothing`, no row fits.
 */
export type Predicate = { kind: 'test'; sql: Write } | { kind: 'nothing' } | OneOf | InSet | Counted;

/**
 * One of `values` in one of `columns`, which are indexed: indexes (tenant_id, each of the columns, one of `sorts`, id)
 * exist, so that rows can be read value by value.
 */
export type OneOf = {
  kind: 'oneOf';
  columns: readonly string[];
  values: readonly string[];
  type: 'text' | 'uuid';
  sorts: readonly string[];
};

/** Among ids too many to be named: `members` selects them as `id`, `sql` tests a row against the set of that name. */
export type InSet = { kind: 'inSet'; members: Write; sql: (set: string, params: Params) => string };

/**
 * A search whose matches were counted before any row is read: `matching` of the `visible` rows, which are some of the
 * tenant's `all`. `reads`: how many rows will be tested.
 */
export type Counted = {
  kind: 'counted';
  sql: (params: Params, reads: number) => string;
  matching: number;
  visible: number;
  all: number;
};
