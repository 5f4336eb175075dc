import type { ColumnType, ViewColumn } from '@keyward/contract/list';
import { textOf, valueAt } from '#lib/values.ts';

/** Minimum width in px and share of the remaining space, by column type. */
const tracks: Record<ColumnType, [min: number, share: number]> = {
  text: [150, 2],
  code: [172, 1],
  dateTime: [148, 1],
  tags: [190, 2],
  label: [130, 1.2],
  boolean: [90, 0.6],
  number: [90, 0.6],
  security: [140, 1],
  reported: [216, 1.2],
  role: [190, 2],
  // a name and a duration
  holder: [232, 1.4],
};

/** The first column names the row, and has space for a badge beside the name; a time there has seconds. */
const namingMin = 200;
const namingTimeMin = 172;

/** The 90th percentile of the lengths, in characters; 0 without rows. */
function usualLength(lengths: number[]): number {
  const sorted = lengths.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * 0.9)] ?? sorted.at(-1) ?? 0;
}

/**
 * Column widths that fit the content of the columns, the same for every row: `template` for grid-template-columns, and
 * `min`, the width in px below which the table scrolls inside itself.
 */
export function columnTracks(
  columns: readonly ViewColumn[],
  sample: readonly object[],
): { template: string; min: number } {
  const sizes = columns.map((column, i) => {
    const [usualMin, share] = tracks[column.type];
    if (column.width !== undefined) return { min: column.width, share: 0 };
    if (i === 0 && column.type === 'dateTime') return { min: namingTimeMin, share };
    // the value of a label is a name like KEY_CHECKED_OUT, about as long as its text in the profile's language
    if (column.type !== 'text' && column.type !== 'label') return { min: usualMin, share };
    const min = i === 0 && column.type === 'text' ? namingMin : usualMin;
    const length = usualLength(sample.map((row) => [...textOf(valueAt(row, column.accessorKey))].length));
    return { min, share: length ? Math.min(2.4, Math.max(1, length / 9)) : share };
  });
  return {
    template: sizes
      .map(({ min, share }) => (share ? `minmax(${min}px, ${Number(share.toFixed(2))}fr)` : `${min}px`))
      .join(' '),
    min: sizes.reduce((sum, { min }) => sum + min, 0),
  };
}

/**
 * The parts of a header: words longer than 15 characters may break anywhere, the others never (specification, part 2,
 * section 2). Spaces belong to the word before them.
 */
export const headerParts = (header: string): { text: string; breaks: boolean }[] =>
  (header.match(/\s*\S+\s*/g) ?? []).map((text) => ({ text, breaks: [...text.trim()].length > 15 }));
