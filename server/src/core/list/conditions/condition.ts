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
 * One condition on the rows, as data: the plan looks at it, and only then is it written (`writer.ts`).
 * - `test`: judged row by row, or by an index that PostgreSQL finds.
 * - `nothing`: no row fits.
 * - `oneOf`: one of several values of an indexed column, or of one of two; indexes (tenant_id, each of `columns`, one of
 *   `sorts`, id) exist, so that rows can be read value by value.
 * - `inSet`: among ids too many to be named. `members` selects them as `id`; `sql` is the test against the set's name.
 * - `counted`: a search whose matches were counted before any row is read. `matching` rows fit, of `visible` that the
 *   caller may see, of `all` of the tenant's; `reads` is how many rows will be judged by the written test.
 */
export type Predicate =
  | { kind: 'test'; sql: Write }
  | { kind: 'nothing' }
  | OneOf
  | InSet
  | {
      kind: 'counted';
      sql: (params: Params, reads: number) => string;
      matching: number;
      visible: number;
      all: number;
    };

export type OneOf = {
  kind: 'oneOf';
  columns: readonly string[];
  values: readonly string[];
  type: 'text' | 'uuid';
  sorts: readonly string[];
};

export type InSet = { kind: 'inSet'; members: Write; sql: (set: string, params: Params) => string };
