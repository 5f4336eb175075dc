// A page of a CSV download: rows are read and passed on in parts, in an order that concurrent writes do not change.
import type { ListQuery } from '@keyward/contract/list';
import type { Actor } from '#core/auth/session.ts';
import type { Db } from '#db/tenant.ts';
import { beginExport, checkLimit, type Export, exportCursor, runningExport } from './export-record.ts';
import type { ListRequest, SortBy } from './grammar/query.ts';
import type { PageOptions, TextPage } from './page.ts';
import type { Resolved } from './resolve.ts';
import type { AnyList } from './types.ts';

/**
 * Rows of one part. Parts are printed and released, so that a page of thousands of rows is not in memory several times. The driver
 * copies what arrives in pieces of 64 KB, twice for a part of this size, and V8 moves larger strings to the old generation.
 */
const chunkRows = 200;

type Printing = {
  /** Reads a page of the list and prints its rows. */
  read: (request: Resolved, options: PageOptions) => Promise<TextPage>;
  /** Takes the rows of one part, joined by commas. */
  take: (text: string) => void;
};

/**
 * A page of a download. The first page is checked against the tenant's limit and recorded; later pages continue it.
 * Throws PortalError csvDownloadRecordsLimitExceeded and invalidCursor.
 */
export async function exportRows(
  db: Db,
  actor: Actor,
  list: AnyList,
  { request, resolved, query }: { request: ListRequest; resolved: Resolved; query: ListQuery },
  { read, take }: Printing,
): Promise<Pick<TextPage, 'total' | 'next'>> {
  const stable = { ...resolved, sort: stableSort(list, request.sort) };
  const resultOf = (of: Omit<Export, 'after'>, after: string | undefined) => ({
    total: of.total,
    next: after === undefined ? undefined : exportCursor({ ...of, after }),
  });
  const ongoing = await runningExport(db, actor, request);
  if (ongoing) return resultOf(ongoing, await readChunks(stable, ongoing.after, ongoing.total, { read, take }));
  const { total } = await read(resolved, { cursor: undefined, limit: 1 });
  checkLimit(actor, total);
  // a download of one page is read in one statement, so any order is consistent
  const onlyPage =
    request.page === 1 && total <= request.size ? await read(resolved, { cursor: undefined }) : undefined;
  if (onlyPage && onlyPage.next === undefined) {
    take(onlyPage.text);
    const nonce = await beginExport(db, actor, { list, request, query, total: onlyPage.total });
    return resultOf({ nonce, total: onlyPage.total }, undefined);
  }
  const after = await readChunks(stable, undefined, total, { read, take });
  return resultOf({ nonce: await beginExport(db, actor, { list, request, query, total }), total }, after);
}

/** Reads the page in parts and returns the cursor of the next page. */
async function readChunks(
  request: Resolved,
  start: string | undefined,
  knownTotal: number,
  { read, take }: Printing,
): Promise<string | undefined> {
  // each statement of a search may read all matches, so the page is read at once
  const chunk = request.search ? request.size : chunkRows;
  let cursor = start;
  for (let remaining = request.size; ;) {
    const page = await read(request, { cursor, knownTotal, limit: Math.min(remaining, chunk) });
    take(page.text);
    remaining -= page.count;
    if (page.next === undefined || remaining === 0) return page.next;
    cursor = page.next;
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
