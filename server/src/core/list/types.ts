// What a list declares in its module's list.ts. The rooms of the engine read it; it imports none of their code.
import type { ViewColumn } from '@keyward/contract/list';
import type { Rule } from '@keyward/contract/permissions';
import type { Actor } from '#core/auth/session.ts';
import type { Dictionary } from '#core/dictionary.ts';
import type { Db } from '#db/tenant.ts';
import type { Condition, LocationFilter, Predicate } from './conditions/condition.ts';
import type { Params, Write } from './params.ts';
import type { BuiltInView } from './views/types.ts';

/**
 * SQL written by a developer, never made from input. `own('d')` is the tenant's predicate on the table named d; every
 * table that an expression names needs it.
 */
export type TenantSql = (own: Params['own']) => string;

/** True for a row of the list where `test` holds for one of its rows in a junction table. */
export type ViaJunction = (own: Params['own'], test: string) => string;

/** Values that stand in another table: `columns` of the list's table point at its ids. */
export type Lookup = {
  /** The table and its own conditions: `device_type y where …`. */
  from: TenantSql;
  id: string;
  columns: readonly string[];
  /** The columns stand in a junction table, where a row of the list has several. */
  viaJunction?: ViaJunction;
  /** Sorts for which indexes (tenant_id, each of the columns, that sort, id) exist. */
  sorts: readonly string[];
};

/** A never-null expression (with its collation) that the list can be ordered and paged by. */
export type Sort = {
  by: string;
  joins?: readonly string[];
  /** A row's value never changes, so that pages in this order are whole whatever happens between them. */
  stable?: true;
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
  of?: TenantSql;
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
  /** Null when the column has no value; `filter` unless given. */
  exists?: string;
  /** Sorts for which an index (tenant_id, this, that sort, id) exists; see `oneOf` of Predicate. */
  indexed?: { type: 'text' | 'uuid'; sorts: readonly string[] };
  sort?: Sort;
};

export type Offers = {
  /** The value as people read it, and the folded form that it is searched and ordered by. */
  shown: string;
  folded: string;
  /** True for what somebody with this scope (null: everything) sees in the list. */
  visible?: (scope: Scope, params: Params) => string | undefined;
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
export type LocationTags = { set: string };

/** Values that the scope's column must have for the caller to see the row; null: everything is seen. */
export type Scope = readonly string[] | null;

export type TotalContext = {
  conditions: readonly Condition[];
  searched: boolean;
  scope: Scope;
  /** Where the caller asked the rows to be; all of them hold. */
  locations: readonly LocationFilter[];
};

/** What a search goes with. `alone`: there are no other conditions. */
export type SearchContext = Pick<TotalContext, 'scope' | 'locations'> & { alone: boolean };

export type List<R = never> = {
  resource: string;
  table: string;
  as: string;
  /** Joins by name, for the sorts that ask for them. */
  joins?: Record<string, TenantSql>;
  columns: Record<string, Column>;
  tags?: TagColumns | LocationTags;
  /**
   * The column of instants that partitions go by. A page of newest rows is looked for in the last `days` first, so that
   * it costs the same however many partitions there are.
   */
  window?: { by: string; days: number };
  /** Columns that locate a row besides its id, as partitions need it. */
  rowKey?: readonly string[];
  /** The table's columns that a row needs, or `detail` for rows that are read after the page is known. */
  select?: readonly string[];
  detail?: { select: TenantSql; joins: TenantSql };
  /** The ids in a row that the tenant's dictionary names. */
  names?: (row: R) => readonly string[];
  /** A row as JSON text. */
  print: (row: R, dictionary: Dictionary) => string;
  search: (db: Db, text: string, context: SearchContext) => Promise<Predicate>;
  /** What the caller may see. */
  scope: {
    column: string;
    values: (db: Db, actor: Actor) => Promise<Scope>;
    /** The column's values for these locations. */
    at: (db: Db, locations: readonly string[]) => Promise<readonly string[]>;
    /** What the column has of a row without a location: null, or `noLocation`. */
    unassigned: 'null' | 'noLocation';
    sorts: readonly string[];
    /** Rows that can be at several locations: true where `test` on `column` holds for one of them. */
    viaJunction?: ViaJunction;
  };
  /** An exact total from counters: a scalar expression; undefined where only counting the rows tells. */
  total?: (context: TotalContext) => Write | undefined;
  /** The built-in views, Overview first. */
  views: readonly [BuiltInView, ...BuiltInView[]];
  /** Every column that a view can show: what a row has a printable value for. */
  available: readonly ViewColumn[];
  needs: Rule;
  /** Who may ask for pages larger than the portal's own. */
  export: Rule;
};

/** What the engine asks of a list when it does not touch its rows. */
export type AnyList = Omit<List, 'print' | 'names'>;

/** Is it a list of what has an assignment table, and not locations alone? */
export const isAssigned = (tags: TagColumns | LocationTags | undefined): tags is TagColumns =>
  tags !== undefined && 'table' in tags;
