import { expect, test } from 'vitest';
import { nextPage, uniqueRows } from './pages.ts';

const page = (number: number, ids: string[], next?: string) => ({
  data: ids.map((id) => ({ id })),
  page: number,
  results_per_page: 2,
  total_results: 5,
  total_pages: 3,
  ...(next ? { next } : {}),
});

test('the next page is page + 1, with the cursor when there is one', () => {
  expect(nextPage(page(1, ['a', 'b'], 'c1'))).toEqual({ page: '2', cursor: 'c1' });
  expect(nextPage(page(2, ['c', 'd']))).toEqual({ page: '3' });
  expect(nextPage(page(3, ['e']))).toBeUndefined();
});

test('a row that slipped to the next page is shown once', () => {
  const rows = uniqueRows([page(1, ['a', 'b']), page(2, ['b', 'c'])]);
  expect(rows.map((row) => row.id)).toEqual(['a', 'b', 'c']);
});
