import type { Filters } from '#lib/storedFilters.ts';

/**
 * A list's own filters combined with those that hold on every list. Where both name a column, one of them goes into
 * `q`, so that both hold; two that both exclude values are merged into one.
 */
export function withEverywhere(own: Filters, global: Filters): Record<string, string> {
  const query: Record<string, string> = { ...own };
  for (const [column, text] of Object.entries(global)) {
    const mine = own[column];
    if (mine === undefined) query[column] = text;
    else if (!text.startsWith('not:')) query['q'] = `${column}:${text}`;
    else if (mine.startsWith('not:')) query[column] = `${mine},${text.slice('not:'.length)}`;
    // `q` cannot express 'any value'
    else if (mine === 'EXISTS') query[column] = `${text},NOT_EXISTS`;
    else {
      query[column] = text;
      query['q'] = `${column}:${mine}`;
    }
  }
  return query;
}
