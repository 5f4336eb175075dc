// A list request from query to rows: the four steps (docs/lists.md) in order, and the cursor of the next page.
import type { ListQuery } from '@keyward/contract/list';
import type { Actor } from '#core/auth/session.ts';
import { type Db, rows } from '#db/tenant.ts';
import type { QueryOptions } from '#db/transaction.ts';
import { type Position, printCursor } from './grammar/cursor.ts';
import { type ListRequest, readQuery } from './grammar/query.ts';
import { hoursOfNights } from './night.ts';
import type { WriteSql } from './params.ts';
import { choosePlan, chooseTotal, type Plan } from './plan/plan.ts';
import { type Span, spanOf } from './plan/span.ts';
import { type Resolved, resolveNames } from './resolve.ts';
import { betweenRows, groupsStatement, pageStatement, pageTextStatement, totalStatement } from './statement/page.ts';
import type { AnyList } from './types.ts';
import { findSavedView } from './views/saved.ts';
import type { ListView } from './views/types.ts';

/** A row as the statement returns it: the list's columns, k0, k1 … and its tags, as JSON text. */
export type Row = Record<string, unknown> & {
  id: string;
  total: number | string;
  tags_json?: string;
  elsewhere?: boolean;
};

export type Page = { rows: readonly Row[]; total: number; next: string | undefined };
/** A page whose rows are printed: as JSON, joined by commas. */
export type TextPage = Omit<Page, 'rows'> & { text: string; count: number };

export type PageOptions = {
  cursor: string | undefined;
  /** Maximum number of rows; defaults to the page size. */
  limit?: number;
  /** The total, if it is already known. */
  knownTotal?: number | undefined;
  /** True if nothing is written after this read in the transaction. */
  last?: boolean;
};

/** Step 1: the checked query, with the saved view that it may name, or with `view`, which is stored elsewhere. */
export const readListRequest = async (
  db: Db,
  actor: Actor,
  list: AnyList,
  query: ListQuery,
  view?: ListView,
): Promise<ListRequest> => {
  const saved = view ?? (await findSavedView(db, actor, list, query.custom_view));
  return readQuery(list, actor, query, saved, await hoursOfNights(db, actor, query, saved));
};

/** Steps 3 and 4: one page of a resolved query, with the exact total. Throws PortalError invalidCursor. */
export async function readPage(db: Db, list: AnyList, request: Resolved, options: PageOptions): Promise<Page> {
  const { content, total, next } = await readSpan(db, list, request, options, rowsReader(list));
  return { rows: content, total, next };
}

/** The same for a list with `stored` rows. */
export async function readPageText(
  db: Db,
  list: AnyList & { stored: string },
  request: Resolved,
  options: PageOptions,
): Promise<TextPage> {
  const { content, ...page } = await readSpan(db, list, request, options, textReader(list));
  return { ...page, text: content };
}

/** The result of a statement: at most `limit` rows as `content`, and whether there is one more. */
type Read<T> = {
  content: T;
  count: number;
  more: boolean;
  /** Undefined without a row that carries it. */
  total: number | undefined;
  /** The position of the page's last row. */
  end: Position | undefined;
};
type Reader<T> = {
  empty: T;
  read: (db: Db, request: Resolved, span: Span, plan: Plan, options: QueryOptions) => Promise<Read<T>>;
};

const rowsReader = (list: AnyList): Reader<readonly Row[]> => ({
  empty: [],
  async read(db, request, span, plan, options) {
    const { text, values } = pageStatement(db.tenantId, list, request, span, plan);
    const found = await rows<Row>(db, text, values, options);
    const limit = span.limit - 1;
    const [first, last] = [found[0], found[limit - 1]];
    return {
      content: found.slice(0, limit),
      count: Math.min(found.length, limit),
      more: found.length > limit,
      total: first && Number(first.total),
      end: last && positionOf(last, span),
    };
  },
});

const textReader = (list: AnyList & { stored: string }): Reader<string> => ({
  empty: '',
  async read(db, request, span, plan, options) {
    const { text, values } = pageTextStatement(db.tenantId, list, request, span, plan);
    const [page] = await rows<PageText>(db, text, values, options);
    if (!page) throw new Error('an aggregate answers one row');
    const more = page.found === span.limit;
    const data = page.data ?? '';
    return {
      content: more ? data.slice(0, data.lastIndexOf(betweenRows)) : data,
      count: more ? page.found - 1 : page.found,
      more,
      total: Number(page.total),
      end: page.id === null ? undefined : positionOf({ ...page, id: page.id }, span),
    };
  },
});

/** The row of `pageTextStatement`. */
type PageText = Record<string, unknown> & {
  data: string | null;
  found: number;
  total: number | string;
  id: string | null;
};

const positionOf = (row: Record<string, unknown> & { id: string }, { keys }: Span): Position => ({
  keys: keys.map((_, i) => String(row[`k${i}`])),
  id: row.id,
});

async function readSpan<T>(
  db: Db,
  list: AnyList,
  request: Resolved,
  { cursor, limit = request.size, knownTotal, last = false }: PageOptions,
  { empty, read }: Reader<T>,
): Promise<{ content: T; count: number; total: number; next: string | undefined }> {
  const span = spanOf(list, request, cursor, limit);
  if (findsNothing(request)) return { content: empty, count: 0, total: 0, next: undefined };
  const plan = choosePlan(list, request, span);
  const readSince = (since: string | undefined, known: number | undefined) => {
    const total = known === undefined ? plan.total : ({ kind: 'known', rows: known } as const);
    const planning = { once: plan.planned === 'values', generic: plan.planned === 'once' };
    return read(db, request, span, { ...plan, since, total }, { ...planning, last });
  };
  let page = await readSince(plan.since, knownTotal);
  let total = knownTotal ?? page.total;
  if (plan.since && !page.more) {
    // counting may read every row, so it is done once; without any row the second read is skipped
    total ??= await countAll(db, list, request);
    if (total === 0) return { content: empty, count: 0, total, next: undefined };
    page = await readSince(undefined, total);
  }
  // beyond the last page there is no row to carry the total
  total ??= span.position || span.offset ? await countAll(db, list, request) : 0;
  const next = page.more && page.end ? printCursor(request.shape, page.end) : undefined;
  return { content: page.content, count: page.count, total, next };
}

/** Number of rows that the query finds. */
export async function countRows(
  db: Db,
  actor: Actor,
  list: AnyList,
  query: ListQuery,
  view?: ListView,
): Promise<number> {
  return countAll(db, list, await resolveNames(db, actor, list, await readListRequest(db, actor, list, query, view)));
}

/** Number of rows that a resolved query finds, by the value of an expression on the list's table. */
export async function countGroups(db: Db, list: AnyList, request: Resolved, group: WriteSql) {
  if (findsNothing(request)) return [];
  const { text, values } = groupsStatement(db.tenantId, list, request, group);
  return rows<{ g: number; n: number }>(db, text, values, { once: true });
}

/** The ids of the rows that a query finds on all pages: at most `most`, with the total and the view that it names. */
export async function findIds(db: Db, actor: Actor, list: AnyList, query: ListQuery, most: number, view?: ListView) {
  const { page: _page, results_per_page: _size, cursor: _cursor, ...rest } = query;
  const request = { ...(await readListRequest(db, actor, list, rest, view)), size: most };
  const page = await readPage(db, list, await resolveNames(db, actor, list, request), { cursor: undefined });
  return { ids: page.rows.map((row) => row.id), total: page.total, view: request.view };
}

const findsNothing = ({ predicates }: Resolved) => predicates.some(({ kind }) => kind === 'nothing');

async function countAll(db: Db, list: AnyList, request: Resolved): Promise<number> {
  if (findsNothing(request)) return 0;
  const total = chooseTotal(list, request);
  if (total.kind === 'known') return total.rows;
  const { text, values } = totalStatement(db.tenantId, list, request, { total });
  const once = request.filtered || request.search !== '';
  const [row] = await rows<{ n: number | string }>(db, text, values, { once });
  return Number(row?.n ?? 0);
}
