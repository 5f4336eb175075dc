// A list request from query to rows: the four steps (docs/lists.md) in order, and the cursor of the next page.
import type { ListQuery } from '@keyward/contract/list';
import type { Actor } from '#core/auth/session.ts';
import { type Db, rows } from '#db/tenant.ts';
import { printCursor } from './grammar/cursor.ts';
import { type Asked, readQuery } from './grammar/query.ts';
import { choosePlan, chooseTotal } from './plan/plan.ts';
import { spanOf } from './plan/span.ts';
import { type Resolved, resolveNames } from './resolve.ts';
import { pageStatement, totalStatement } from './statement/page.ts';
import type { AnyList } from './types.ts';
import { findSavedView } from './views/saved.ts';

/** A row as the statement returns it: the list's columns, k0, k1 … and the tags it carries, as JSON text. */
export type Row = Record<string, unknown> & { id: string; total: number | string; carried?: string };

export type Page = { rows: readonly Row[]; total: number; next: string | undefined };

type Reading = {
  cursor: string | undefined;
  /** The number of rows; defaults to the page size. */
  limit?: number;
  /** The total, when it is already known. */
  counted?: number | undefined;
  /** Nothing is written after this read in the transaction. */
  last?: boolean;
};

/** Step 1: the checked query, with the saved view that it may name. */
export const askList = async (db: Db, actor: Actor, list: AnyList, query: ListQuery): Promise<Asked> =>
  readQuery(list, actor, query, await findSavedView(db, actor, list, query.custom_view));

/** Steps 3 and 4: one page of a resolved query, with the exact total. Throws PortalError invalidCursor. */
export async function readPage(
  db: Db,
  list: AnyList,
  asked: Resolved,
  { cursor, limit = asked.size, counted, last = false }: Reading,
): Promise<Page> {
  const span = spanOf(list, asked, cursor, limit);
  if (findsNothing(asked)) return { rows: [], total: 0, next: undefined };
  const plan = choosePlan(list, asked, span);
  const read = async (since: string | undefined, known: number | undefined) => {
    const total = known === undefined ? plan.total : ({ kind: 'known', rows: known } as const);
    const { text, values } = pageStatement(db.tenantId, list, asked, span, { ...plan, since, total });
    return rows<Row>(db, text, values, { once: !plan.prepared, last });
  };
  let known = counted;
  let found = await read(plan.since, known);
  if (plan.since && found.length <= limit) {
    // counting may read every row, so it is done once; without any row the second read is skipped
    known ??= found[0] ? Number(found[0].total) : await countAll(db, list, asked);
    found = known === 0 ? [] : await read(undefined, known);
  }
  const [first] = found;
  // beyond the last page there is no row to carry the total
  const total =
    known ?? (first ? Number(first.total) : span.position || span.offset ? await countAll(db, list, asked) : 0);
  const end = found.length > limit ? found[limit - 1] : undefined;
  if (!end) return { rows: found, total, next: undefined };
  const next = printCursor(asked.shape, { keys: span.keys.map((_, i) => String(end[`k${i}`])), id: end.id });
  return { rows: found.slice(0, limit), total, next };
}

/** The number of rows that the query finds. */
export async function countRows(db: Db, actor: Actor, list: AnyList, query: ListQuery): Promise<number> {
  return countAll(db, list, await resolveNames(db, actor, list, await askList(db, actor, list, query)));
}

/** The ids of the rows that a query finds on all pages: at most `most`, and the total. */
export async function findIds(db: Db, actor: Actor, list: AnyList, query: ListQuery, most: number) {
  const { page: _page, results_per_page: _size, cursor: _cursor, ...rest } = query;
  const asked = { ...(await askList(db, actor, list, rest)), size: most };
  const found = await readPage(db, list, await resolveNames(db, actor, list, asked), { cursor: undefined });
  return { ids: found.rows.map((row) => row.id), total: found.total };
}

const findsNothing = ({ predicates }: Resolved) => predicates.some(({ kind }) => kind === 'nothing');

async function countAll(db: Db, list: AnyList, asked: Resolved): Promise<number> {
  if (findsNothing(asked)) return 0;
  const total = chooseTotal(list, asked);
  if (total.kind === 'known') return total.rows;
  const { text, values } = totalStatement(db.tenantId, list, asked, { total });
  const once = asked.filtered || asked.search !== '';
  const [row] = await rows<{ n: number | string }>(db, text, values, { once });
  return Number(row?.n ?? 0);
}
