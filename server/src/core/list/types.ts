// What a list is, and what it is asked: the types that the parts of the engine share. It imports none of them.
import type { CustomView, ViewColumn } from '@keyward/contract/list';
import type { Rule } from '@keyward/contract/permissions';
import type { Actor } from '#core/auth/session.ts';
import type { TenantConfig } from '#core/tenants.ts';
import type { Db } from '#db/tenant.ts';
import type { Params } from './params.ts';

/**
 * SQL written by a developer, never made from input. `own('d')` is the tenant's predicate on the table named d; every
 * table that an expression names needs it.
 */
export type Sql = (own: Params['own']) => string;

/** True for a row of the list where `test` holds for one of its rows in another table. */
export type Among = (own: Params['own'], test: string) => string;

/**
 * One condition in SQL. `spread`: it asks for one of several values of an indexed column (or of one of two, a row that
 * fits by both belonging to the first), so that rows in the order of `sorts` can be read value by value.
 */
export type Piece = {
  text: string;
  spread?: { columns: readonly string[]; array: string; sorts: readonly string[] };
  /** Judged on the rows of all partitions together, since it prepares a set that each partition would prepare anew. */
  late?: true;
  /** So few rows fit that all are read, whatever the order, and the first of them taken. */
  gathered?: true;
  /** So many rows fit that they are soon found in the list's order, without reading value by value. */
  walked?: true;
  /** How many rows fit, where the condition knows it. */
  total?: number;
  /** `name as materialized (…)`: what the statement finds once, however often the condition stands in it. */
  with?: string;
};

/** Values that stand in another table: `columns` of the list's table point at its ids. */
export type Lookup = {
  /** The table and its own conditions: `device_type y where …`. */
  from: Sql;
  id: string;
  columns: readonly string[];
  /** The columns stand in a table of their own, where a row of the list has several. */
  among?: Among;
  /** Sorts for which indexes (tenant_id, each of the columns, that sort, id) exist. */
  sorts: readonly string[];
};

/**
 * A test whose values have the column's type. `range` is half open, from <= value < to: instants in ISO (a value's own
 * fraction below the millisecond, which nobody sees, does not count), whole numbers as text.
 */
export type Test =
  | { op: 'in'; values: string[] }
  | { op: 'like'; pattern: readonly ('*' | { text: string })[] }
  | { op: 'range'; from: string | null; to: string | null }
  | { op: 'exists'; value: boolean };

/** What one filter asks. `none`: a row without a value fits as well. `not`: exactly the other rows fit. */
export type Asking = { test: Test; none: boolean; not: boolean };

/** One filter of a view or of the caller; all of them hold for a row. `column` is a name of the list or `tags.<id>`. */
export type Condition = Asking & { column: string };

/** Where a row is asked to be: at one of `values` of the scope's column, or nowhere; `not`: anywhere but there. */
export type Place = { values: readonly string[]; nowhere: boolean; not: boolean };

/** A never-null expression (with its collation) that the list can be ordered and paged by. */
export type Sort = {
  by: string;
  joins?: readonly string[];
  /** A row's value never changes, so that pages in this order are whole whatever happens between them. */
  settled?: true;
  /** The order among equal values, before the id; it follows the column's direction. */
  ties?: { by: string; type: Column['type'] };
  /** Many rows share a value: they are read group by group. Only with ties. */
  grouped?: Grouped;
};

/**
 * The groups of an order: `column` is what the rows of a group have in common (null: they come first), and an index
 * (tenant_id, column, ties, id) or one for each of the values leads to them.
 */
export type Grouped = {
  column: string;
  /** The groups and their order, where another table has them: `device_type o where …`, with an id; or their values. */
  of?: Sql;
  key?: string;
  values?: readonly string[];
};

/**
 * A column that a caller may filter or sort by. `filter` is the expression a value is compared with; for text it is
 * the stored folded form. A list answers for no other name, so a column that is not here does not exist for a caller.
 */
export type Column = {
  type: 'text' | 'enum' | 'id' | 'number' | 'instant' | 'boolean';
  filter?: string;
  /** The values of an enum. */
  values?: readonly string[];
  /** Text kept in upper case instead of folded. */
  upper?: true;
  /** Text: a trigram-indexed column that contains this one's folded form. */
  within?: string;
  /** The value stands in another table, where `filter` is its expression. */
  lookup?: Lookup;
  /** Values to choose a filter from, of the rows of `lookup.from`. */
  offers?: Offers;
  /** For callers of the API; no filter that people are offered. */
  unlisted?: true;
  /** The text key of its name, where no column of a view has it. */
  header?: string;
  /** The group of texts that holds an enum's values, where a view's column does not say it. */
  format?: string;
  /** Every row has a value. */
  required?: true;
  /** Null when the column has no value; `filter` unless told. */
  exists?: string;
  /** Sorts for which an index (tenant_id, this, that sort, id) exists; see `spread` of Piece. */
  indexed?: { type: 'text' | 'uuid'; sorts: readonly string[] };
  sort?: Sort;
};

export type Offers = {
  /** The value as people read it, and the folded form that it is searched and ordered by. */
  shown: string;
  folded: string;
  /** True for what somebody with this scope (null: everything) sees in the list. */
  visible?: (scope: readonly string[] | null, params: Params) => string | undefined;
};

/** The columns `tags.<id of a tag definition>`. The location is where the scope's column is. */
export type TagColumns = {
  /** The assignment table, its owner's column and the owner's id in the list's table. */
  table: string;
  owner: string;
  id: string;
  object: 'users' | 'devices';
};

/** Rows that carry the location tag alone. `set`: the column with their location set. */
export type PlaceTags = { set: string };

export type TotalContext = {
  conditions: readonly Condition[];
  searched: boolean;
  /** The scope's values, or null for everything. */
  scope: readonly string[] | null;
  /** Where the caller asked the rows to be; all of them hold. */
  places: readonly Place[];
  params: Params;
};

/** What a search goes with. */
export type SearchContext = Pick<TotalContext, 'scope' | 'places'> & {
  /** There are no other conditions. */
  alone: boolean;
  /** How many rows are read, in the order in which the list is usually read. */
  rows: number;
  inOrder: boolean;
};

export type List<R = never> = {
  resource: string;
  table: string;
  as: string;
  /** Joins by name, for the sorts that ask for them. */
  joins?: Record<string, Sql>;
  columns: Record<string, Column>;
  tags?: TagColumns | PlaceTags;
  /**
   * The column of instants that partitions go by. A page of newest rows is looked for in the last `days` first, so that
   * it costs the same however many partitions there are.
   */
  window?: { by: string; days: number };
  /** Columns that locate a row besides its id, as partitions need it. */
  rowKey?: readonly string[];
  /** The table's columns that a row needs, or `detail` for rows that are read after the page is known. */
  select?: readonly string[];
  detail?: { select: Sql; joins: Sql };
  /** A row as JSON text. */
  print: (row: R) => string;
  search: (db: Db, text: string, params: Params, context: SearchContext) => Promise<Piece>;
  /** What the caller may see: values that `column` must have; null for everything. */
  scope: {
    column: string;
    values: (db: Db, actor: Actor) => Promise<readonly string[] | null>;
    /** The column's values for these locations. */
    at: (db: Db, locations: readonly string[]) => Promise<readonly string[]>;
    /** What the column has of a row that is nowhere: null, or `noLocation`. */
    nowhere: 'null' | 'noLocation';
    sorts: readonly string[];
    /** Rows that can be at several places: true where `test` on `column` holds for one of them. */
    among?: Among;
  };
  /** An exact total without counting rows: a scalar expression, or undefined (and no value added) where only a count is. */
  total?: (context: TotalContext) => string | undefined;
  /** The built-in views, Overview first. */
  views: readonly [BuiltInView, ...BuiltInView[]];
  /** Every column that a view can show: what a row has a printable value for. */
  available: readonly ViewColumn[];
  needs: Rule;
  /** Who may ask for pages larger than the portal's own. */
  export: Rule;
};

/** The tenant's values that a view can go by. */
export type Period = keyof Pick<
  TenantConfig,
  'offlineOkmMinutes' | 'unsecuredLockHours' | 'unauthorizedAttemptsDays' | 'inactiveUserDays'
>;

/** A view as a tenant has it; what it can be filtered by follows from the columns and the tenant's tags. */
export type TenantView = Omit<CustomView, 'filterSchema' | 'saved'> & {
  /** Who has it besides being able to read the list; for anybody else there is no such view. */
  needs?: Rule;
};

/**
 * A view as its list declares it. `period`: the tenant's value that it goes by; `{ago}` in its filter is so long ago, and
 * `{time}` in its description how long that is.
 */
export type BuiltInView = Omit<TenantView, 'period'> & { period?: Period };

/** Whose views are asked for. */
export type Viewer = Pick<Actor, 'authority' | 'tenant'>;

/** What a query is asked through: a built-in view, or a saved one, whose filter comes on top of the one it narrows. */
export type ListView = TenantView & { narrows?: TenantView; version?: number };

/** What the engine asks of a list when it does not touch its rows. */
export type AnyList = Omit<List, 'print'>;
