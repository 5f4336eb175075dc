import type { CustomView, ViewColumn } from '@keyward/contract/list';
import type { Rule } from '@keyward/contract/permissions';
import type { Db } from '#db/tenant.ts';
import type { Actor } from '#core/auth/session.ts';
import type { TenantConfig } from '#core/tenants.ts';
import type { Condition } from './check.ts';
import type { Params } from './params.ts';
import type { Lookup } from './lookup.ts';
import type { Place } from './places.ts';
import type { Among, Piece, Sql } from './where.ts';

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
  /** Sorts for which an index (tenant_id, this, that sort, id) exists; see `spread` in where.ts. */
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
/** Is it a list of what has an assignment table, and not only places? */
export const isAssigned = (tags: TagColumns | PlaceTags | undefined): tags is TagColumns =>
  tags !== undefined && 'table' in tags;

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

const inWords = (unit: string) => new Intl.NumberFormat('en', { style: 'unit', unit, unitDisplay: 'long' });
const periods = {
  offlineOkmMinutes: { words: inWords('minute'), letter: 'm' },
  unsecuredLockHours: { words: inWords('hour'), letter: 'h' },
  unauthorizedAttemptsDays: { words: inWords('day'), letter: 'd' },
  inactiveUserDays: { words: inWords('day'), letter: 'd' },
} as const satisfies Partial<Record<keyof TenantConfig, unknown>>;

/** A view as a tenant has it; what it can be filtered by follows from the columns and the tenant's tags. */
type TenantView = Omit<CustomView, 'filterSchema' | 'saved'> & {
  /** Who has it besides being able to read the list; for anybody else there is no such view. */
  needs?: Rule;
};

/**
 * A view as its list declares it. `period`: the tenant's value that it goes by; `{ago}` in its filter is so long ago, and
 * `{time}` in its description how long that is.
 */
export type BuiltInView = Omit<TenantView, 'period'> & { period?: keyof typeof periods };

export function tenantView({ period, ...view }: BuiltInView, config: TenantConfig): TenantView {
  if (!period) return view;
  const { words, letter } = periods[period];
  const n = config[period];
  const filter = Object.entries(view.query.filter).map(([name, text]) => [
    name,
    text.replace('{ago}', `now-${n}${letter}`),
  ]);
  return {
    ...view,
    description: view.description.replace('{time}', words.format(n)),
    query: { ...view.query, filter: Object.fromEntries(filter) },
    period: n,
  };
}

/** Whose views are asked for. */
export type Viewer = Pick<Actor, 'authority' | 'tenant'>;

/** The built-in views that somebody has. */
export const viewsFor = (list: Pick<AnyList, 'views'>, { authority, tenant }: Viewer): TenantView[] =>
  list.views.filter(({ needs }) => needs?.holds(authority) ?? true).map((view) => tenantView(view, tenant.config));

/** What a query is asked through: a built-in view, or a saved one, whose filter comes on top of the one it narrows. */
export type ListView = TenantView & { narrows?: TenantView; version?: number };

/** What the engine asks of a list when it does not touch its rows. */
export type AnyList = Omit<List, 'print'>;
const lists = new Map<string, AnyList>();

/**
 * Declares a list. Its resource's name is its identity: two lists of one name do not start, nor does one without an
 * order that stays, which a download of several pages needs.
 */
export function defineList<R>(list: List<R>): List<R> {
  if (lists.has(list.resource)) throw new Error(`There are two lists named ${list.resource}.`);
  if (list.views[0].value !== 'Overview') throw new Error(`The first view of ${list.resource} is not Overview.`);
  if (!Object.values(list.columns).some(({ sort }) => sort?.settled)) {
    throw new Error(`${list.resource} has no order that stays.`);
  }
  lists.set(list.resource, list);
  return list;
}
export const findList = (resource: string): AnyList | undefined => lists.get(resource);
