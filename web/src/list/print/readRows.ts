import { callList, type ListEndpoint } from '#lib/listApi.ts';
import { firstPage, nextPage, type PageParam, uniqueRows } from '#list/pages.ts';
import type { ListPage } from '#lib/listApi.ts';

/** A printout has at most this many rows: some fifty sheets. */
export const printLimit = 2000;
/** Size of the largest page that is read like the list itself, not like a download (docs/decisions/0112). */
const pageSize = 200;

/**
 * Reads all rows of a query, up to the limit, and their number by then. Rejects with the error of the first page that could not
 * be read.
 */
export async function readRows<T extends { id: string }>(
  list: ListEndpoint<T>,
  query: Record<string, string>,
  signal: AbortSignal,
  onRead: (rows: number) => void,
): Promise<{ rows: T[]; total: number }> {
  const pages: ListPage<T>[] = [];
  let rows: T[] = [];
  let total = 0;
  for (let at: PageParam | undefined = firstPage; at && rows.length < printLimit;) {
    const page: ListPage<T> = await callList(list, { ...query, ...at, results_per_page: String(pageSize) }, signal);
    pages.push(page);
    rows = uniqueRows(pages);
    total = page.total_results;
    onRead(Math.min(printLimit, rows.length));
    at = nextPage(page);
  }
  // rows that were added while the pages were read shift others to a later page
  return { rows: rows.slice(0, printLimit), total: Math.max(total, rows.length) };
}
