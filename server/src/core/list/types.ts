// The declaration of a list in its module's list.ts. All parts of the engine read it; it imports only their types.
import type { ViewColumn } from '@keyward/contract/list';
import type { Rule } from '@keyward/contract/permissions';
import type { Actor } from '#core/auth/session.ts';
import type { Dictionary } from '#core/dictionary.ts';
import type { Db } from '#db/tenant.ts';
import type { Condition, LocationFilter, Predicate } from './conditions/condition.ts';
import type { Params, WriteSql } from './params.ts';
import type { BuiltInView } from './views/types.ts';

/**
 * SQL written by a developer, never built from input. `own('d')` is the tenant predicate on the table with alias d;
 * every table that an expression names needs it.
 */
export type TenantSql = (own: Params['own']) => string;

/**
 * The same for a value that is not visible to every actor. `visible`: the test that the location in a column is one of the
 * actor's; undefined with all-data access.
 */
export type ActorSql = (own: Params['own'], visible: (column: string) => string | undefined) => string;

/** True for a row of the list when `test` holds for one of its rows in a junction table. */
export type ViaJunction = (own: Params['own'], test: string) => string;

/** A value stored in another table: `columns` of the list's table reference its ids. */
export type Lookup = {
  /** The table with its own conditions: `device_type y where …`. */
  from: TenantSql;
  id: string;
  columns: readonly string[];
  /** The columns are in a junction table, which can have several rows per row of the list. */
  viaJunction?: ViaJunction;
  /** Sorts that have indexes (tenant_id, each of the columns, that sort, id). */
  sorts: readonly string[];
  /** A row has a value exactly if `from` has an entry for it, so EXISTS and NOT_EXISTS are looked up as well. */
  entries?: true;
};

/** A non-null expression (with its collation) that the list can be ordered and paged by. */
export type Sort = {
  by: string;
  /** For descending order; rows without a value come last here too. */
  down?: string;
  joins?: readonly string[];
  /** The value of a row never changes, so pages in this order are consistent under concurrent writes. */
  stable?: true;
  /** The order among equal values, before the id, in the column's direction. */
  ties?: { by: string; type: Column['type'] };
  /** Many rows share a value, so they are read group by group. Requires ties. */
  grouped?: Grouped;
};

/**
 * The groups of an order: the rows of a group share a value of `column` (rows with null come first). Either an index
 * (tenant_id, column, ties, id) or one index per value serves them.
 */
export type Grouped = {
  column: string;
  /** The groups and their order: `device_type o where …`, with an id, when another table has them; else `values`. */
  of?: TenantSql;
  key?: string;
  values?: readonly string[];
};

/**
 * A column that a caller may filter or sort by. `filter` is the expression that a value is compared with; for text it
 * is the stored folded form. The list refuses every other name.
 */
export type Column = {
  type: 'text' | 'enum' | 'id' | 'number' | 'instant' | 'boolean';
  filter?: string | ActorSql;
  /** Set if `filter` is an instant: a value is compared with this part of its clock time in the query's zone. */
  clock?: 'weekday' | 'hour';
  /** Its value changes with time alone, without a change of the row: watches on it are judged each minute. */
  timed?: true;
  /** A test that holds for every row with one of these values, if an index serves it. */
  implied?: (values: readonly string[], params: Params) => string;
  /** The values of an enum. */
  values?: readonly string[];
  /** Text kept in upper case instead of folded. */
  upper?: true;
  /** Text: a trigram-indexed column that contains the folded form of this one. */
  within?: string;
  /** The value is in another table, where `filter` is its expression. */
  lookup?: Lookup;
  /** The values offered for a filter, from the rows of `lookup.from`. */
  offers?: Offers;
  /** Its values are names of roles: saved filters refer to these by id. */
  named?: 'roles';
  /** For API callers only: the portal offers no filter for it. */
  unlisted?: true;
  /** The text key of its name, if no view column has it. */
  header?: string;
  /** The text group with an enum's labels, if the view column does not name it. */
  format?: string;
  /** Whether every row has a value. */
  required?: true;
  /** Null when the row has no value; defaults to `filter`. */
  exists?: string | ActorSql;
  /** Sorts that have an index (tenant_id, this, that sort, id), and whether few rows have a value; see OneOf. */
  indexed?: { type: 'text' | 'uuid'; sorts: readonly string[]; rare?: true };
  sort?: Sort;
};

export type Offers = {
  /** The displayed value, and the folded form that it is searched and ordered by. */
  shown: string;
  folded: string;
  /** A test for values that are visible in the list to an actor with this scope (null: all-data access). */
  visible?: (scope: Scope, params: Params) => string | undefined;
};

/** The columns `tags.<id of a tag definition>`. The location tag uses the scope's column instead. */
export type TagColumns = {
  /** The assignments as `g`, with their own conditions: `device_tag g where …`. */
  from: TenantSql;
  /** The column of their owner, and the owner's id in the list's table. */
  owner: string;
  id: string;
  object: 'users' | 'devices';
};

/**
 * Rows that carry only the location tag. `set`: the column with their location set; `after`: the column that the
 * locations follow in built-in views.
 */
export type LocationTags = { set: string; after: string };

/** The values of the scope's column whose rows are visible to the actor; null: every row. */
export type Scope = readonly string[] | null;

export type TotalContext = {
  conditions: readonly Condition[];
  searched: boolean;
  scope: Scope;
  /** The location filters of the query; all of them must hold. */
  locations: readonly LocationFilter[];
};

/** The context of a search. `alone`: the query has no other conditions. */
export type SearchContext = Pick<TotalContext, 'scope' | 'locations'> & { alone: boolean };

export type List<R = never> = {
  resource: string;
  table: string;
  as: string;
  /** Joins by name, for the sorts that need them. */
  joins?: Record<string, ActorSql>;
  columns: Record<string, Column>;
  tags?: TagColumns | LocationTags;
  /**
   * The column of instants that the table is partitioned by. A page of newest rows is first searched in the last
   * `days`, so that its cost does not grow with the number of partitions.
   */
  window?: { by: string; days: number };
  /** Columns that locate a row together with its id, which partitioned tables need. */
  rowKey?: readonly string[];
  /** The table's columns that a row needs, or `detail` for columns read once the page is known. */
  select?: readonly string[];
  detail?: { select: ActorSql; joins: ActorSql };
  /**
   * The column with a row's JSON text, on one line, as `print` returns it: the database joins those of a page into one value,
   * which costs both sides half as much as separate rows.
   */
  stored?: string;
  /** The ids in a row whose names are in the tenant's dictionary. */
  names?: (row: R) => readonly string[];
  /** A row as JSON text. */
  print: (row: R, dictionary: Dictionary) => string;
  search: (db: Db, text: string, context: SearchContext) => Promise<Predicate>;
  /** The rows that are visible to the actor. */
  scope: {
    column: string;
    values: (db: Db, actor: Actor) => Promise<Scope>;
    /** The column's values for these locations. */
    valuesFor: (db: Db, locations: readonly string[]) => Promise<readonly string[]>;
    /** The column's value in a row without a location: null, or `noLocation`. */
    unassigned: 'null' | 'noLocation';
    sorts: readonly string[];
    /** Rows that can be at several locations: true when `test` on `column` holds for one of them. */
    viaJunction?: ViaJunction;
  };
  /** An exact total from counters, as a scalar expression; undefined when the rows must be counted. */
  total?: (context: TotalContext) => WriteSql | undefined;
  /** The built-in views, Overview first. */
  views: readonly [BuiltInView, ...BuiltInView[]];
  /** Every column that a view can show: those for which a row has a printable value. */
  available: readonly ViewColumn[];
  needs: Rule;
  /** Required for pages larger than the portal's own. */
  export: Rule;
};

/** A list without its row type, for code that handles any list. */
export type AnyList = Omit<List, 'print' | 'names'>;

/** Whether the list has an assignment table, and not only locations. */
export const isAssigned = (tags: TagColumns | LocationTags | undefined): tags is TagColumns =>
  tags !== undefined && 'from' in tags;
