import type { ListPage } from '#lib/listApi.ts';

export type PageParam = { page: string; cursor?: string };
export const firstPage: PageParam = { page: '1' };

/** The parameters of the next page: its number and, where the server returned one, the cursor that makes it cheap. */
export function nextPage({ page, total_pages, next }: ListPage<unknown>): PageParam | undefined {
  if (page >= total_pages && next === undefined) return undefined;
  return { page: String(page + 1), ...(next === undefined ? {} : { cursor: next }) };
}

/** All rows in order; a row that moved to a later page between two responses is shown where it first appeared. */
export function uniqueRows<T extends { id: string }>(pages: readonly Pick<ListPage<T>, 'data'>[]): T[] {
  const seen = new Set<string>();
  return pages.flatMap((page) => page.data.filter((row) => !seen.has(row.id) && seen.add(row.id)));
}
