import type { Place } from './tableProps.ts';

/** The current index of the row of that place; where it is gone, its last index or that of the last row; 0 without rows. */
export function indexOfPlace(rows: readonly { id: string }[], { id, index }: Place): number {
  const last = Math.max(0, rows.length - 1);
  if (id === undefined || rows[index]?.id === id) return Math.min(index, last);
  const now = rows.findIndex((row) => row.id === id);
  return now < 0 ? Math.min(index, last) : now;
}

/** The row that a key moves to from `row` of `count`, with `page` rows in view; undefined for other keys. */
export function rowAfter(key: string, row: number, count: number, page: number): number | undefined {
  const last = count - 1;
  switch (key) {
    case 'ArrowDown':
      return Math.min(last, row + 1);
    case 'ArrowUp':
      return Math.max(0, row - 1);
    case 'PageDown':
      return Math.min(last, row + page);
    case 'PageUp':
      return Math.max(0, row - page);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return undefined;
  }
}
