// A list request from query to rows: the four steps (docs/lists.md) in order, and the cursor of the next page.
import type { ListQuery } from '@keyward/contract/list';
import type { Actor } from '#core/auth/session.ts';
import { type Db, rows } from '#db/tenant.ts';
import { printCursor } from './grammar/cursor.ts';
import { type ListRequest, readQuery } from './grammar/query.ts';
import { hoursOfNights } from './night.ts';
import type { WriteSql } from './params.ts';
import { choosePlan, chooseTotal } from './plan/plan.ts';
import { spanOf } from './plan/span.ts';
import { type Resolved, resolveNames } from './resolve.ts';
import { groupsStatement, pageStatement, totalStatement } from './statement/page.ts';
import type { AnyList } from './types.ts';
import { findSavedView } from './views/saved.ts';
import type { ListView } from './views/types.ts';

/** A row as the statement returns it: the list's columns, k0, k1 … and the tags it carries, as JSON text. */
export type Row = Record<string, unknown> & { id: string; total: number | string; tags_json?: string };

export type Page = { rows: readonly Row[]; total: number; next: string | undefined };

type PageOptions = {
  cursor: string | undefined;
  /** The number of rows; defaults to the page size. */
  limit?: number;
  /** The total, when it is already known. */
  knownTotal?: number | undefined;
  /** Nothing is written after this read in the transaction. */
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
export async function readPage(
  db: Db,
  list: AnyList,
  request: Resolved,
  { cursor, limit = request.size, knownTotal, last = false }: PageOptions,
): Promise<Page> {
  const span = spanOf(list, request, cursor, limit);
  if (findsNothing(request)) return { rows: [], total: 0, next: undefined };
  const plan = choosePlan(list, request, span);
  const read = async (since: string | undefined, known: number | undefined) => {
    const total = known === undefined ? plan.total : ({ kind: 'known', rows: known } as const);
    const { text, values } = pageStatement(db.tenantId, list, request, span, { ...plan, since, total });
    return rows<Row>(db, text, values, { once: !plan.prepared, last });
  };
  let totalRows = knownTotal;
  let fetched = await read(plan.since, totalRows);
  if (plan.since && fetched.length <= limit) {
    // counting may read every row, so it is done once; without any row the second read is skipped
    totalRows ??= fetched[0] ? Number(fetched[0].total) : await countAll(db, list, request);
    fetched = totalRows === 0 ? [] : await read(undefined, totalRows);
  }
  const [first] = fetched;
  // beyond the last page there is no row to carry the total
  const total =
    totalRows ?? (first ? Number(first.total) : span.position || span.offset ? await countAll(db, list, request) : 0);
  const end = fetched.length > limit ? fetched[limit - 1] : undefined;
  if (!end) return { rows: fetched, total, next: undefined };
  const next = printCursor(request.shape, { keys: span.keys.map((_, i) => String(end[`k${i}`])), id: end.id });
  return { rows: fetched.slice(0, limit), total, next };
}

/** The number of rows that the query finds. */
export async function countRows(
  db: Db,
  actor: Actor,
  list: AnyList,
  query: ListQuery,
  view?: ListView,
): Promise<number> {
  return countAll(db, list, await resolveNames(db, actor, list, await readListRequest(db, actor, list, query, view)));
}

/** The number of rows that a resolved query finds, by the value of an expression on the list's table. */
export async function countGroups(db: Db, list: AnyList, request: Resolved, group: WriteSql) {
  if (findsNothing(request)) return [];
  const { text, values } = groupsStatement(db.tenantId, list, request, group);
  return rows<{ g: number; n: number }>(db, text, values, { once: true });
}

/** The ids of the rows that a query finds on all pages: at most `most`, the total, and the view that it names. */
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
