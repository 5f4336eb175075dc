// A page of a CSV download: rows are read and passed on in parts, in an order that concurrent writes do not change.
import type { ListQuery } from '@keyward/contract/list';
import type { Actor } from '#core/auth/session.ts';
import type { Db } from '#db/tenant.ts';
import { beginExport, checkLimit, type Export, exportCursor, runningExport } from './export-record.ts';
import type { Asked, SortBy } from './grammar/query.ts';
import { type Page, readPage, type Row } from './page.ts';
import type { Resolved } from './resolve.ts';
import type { AnyList } from './types.ts';

/** Rows are printed and released in parts, so that a page of thousands is not in memory several times. */
const partRows = 500;

type Take = (rows: readonly Row[]) => Promise<void>;

/**
 * A page of a download. The first page is checked against the tenant's limit and recorded; later pages continue it.
 * Throws PortalError csvDownloadRecordsLimitExceeded and invalidCursor.
 */
export async function exportRows(
  db: Db,
  actor: Actor,
  list: AnyList,
  { asked, resolved, query }: { asked: Asked; resolved: Resolved; query: ListQuery },
  take: Take,
): Promise<Omit<Page, 'rows'>> {
  const stable = { ...resolved, sort: stableSort(list, asked.sort) };
  const ending = (of: Omit<Export, 'after'>, after: string | undefined) => ({
    total: of.total,
    next: after === undefined ? undefined : exportCursor({ ...of, after }),
  });
  const running = await runningExport(db, actor, asked);
  if (running) return ending(running, await readParts(db, list, stable, running.after, running.total, take));
  const { total } = await readPage(db, list, resolved, { cursor: undefined, limit: 1 });
  checkLimit(actor, total);
  // a download of one page is read in one statement, so any order is consistent
  const whole =
    asked.page === 1 && total <= asked.size ? await readPage(db, list, resolved, { cursor: undefined }) : undefined;
  if (whole && whole.next === undefined) {
    await take(whole.rows);
    const nonce = await beginExport(db, actor, { list, asked, query, total: whole.total });
    return ending({ nonce, total: whole.total }, undefined);
  }
  const after = await readParts(db, list, stable, undefined, total, take);
  return ending({ nonce: await beginExport(db, actor, { list, asked, query, total }), total }, after);
}

/** Reads the page in parts and returns the cursor of the next page. */
async function readParts(
  db: Db,
  list: AnyList,
  asked: Resolved,
  start: string | undefined,
  counted: number,
  take: Take,
): Promise<string | undefined> {
  // each statement of a search may read all matches, so the page is read at once
  const most = asked.search ? asked.size : partRows;
  let cursor = start;
  for (let left = asked.size; ;) {
    const found = await readPage(db, list, asked, { cursor, counted, limit: Math.min(left, most) });
    await take(found.rows);
    left -= found.rows.length;
    if (found.next === undefined || left === 0) return found.next;
    cursor = found.next;
  }
}

/**
 * The order of an export of several pages. Rows that exist throughout must appear exactly once, which an order by
 * values that may change between pages cannot guarantee; it is replaced by the list's first stable order.
 */
function stableSort(list: AnyList, sort: readonly SortBy[]): readonly SortBy[] {
  if (sort.every(({ column }) => list.columns[column]?.sort?.stable)) return sort;
  const column = Object.keys(list.columns).find((name) => list.columns[name]?.sort?.stable);
  return column ? [{ column, desc: false }] : sort;
}
