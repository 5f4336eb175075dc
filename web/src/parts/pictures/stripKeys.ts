/** The marked row and moment, and the row where the selection began; the rows are the same without a selection. */
export type MarkedRow = { row: number; anchor: number; at: number };

/** The period of a state in a row, in milliseconds; `until` is not included. */
export type Stop = { from: number; until: number };

/** The last stop of a row that begins at or before an instant, else its first one; -1 in a row without any. */
export function stopAt(stops: readonly Stop[], at: number): number {
  const after = stops.findIndex(({ from }) => from > at);
  if (after < 0) return stops.length - 1;
  return stops.length === 0 ? -1 : Math.max(0, after - 1);
}

/**
 * The mark after a key: up and down move between the rows, with Shift they select, left, right, Home and End move to the row's
 * other stops, Escape removes the mark (null). Undefined for keys that do not concern it. Without a mark, the keys lead to the
 * present state of the first row.
 */
export function afterKey(
  marked: MarkedRow | null,
  { key, shiftKey }: { key: string; shiftKey: boolean },
  rows: readonly { stops: readonly Stop[] }[],
): MarkedRow | null | undefined {
  if (key === 'Escape') return marked ? null : undefined;
  const isAcross = ['ArrowLeft', 'ArrowRight', 'Home', 'End'].includes(key);
  if ((!isAcross && key !== 'ArrowUp' && key !== 'ArrowDown') || rows.length === 0) return undefined;
  if (!marked) return { row: 0, anchor: 0, at: rows[0]?.stops.at(-1)?.from ?? 0 };
  if (isAcross) {
    const stops = rows[marked.row]?.stops ?? [];
    const now = stopAt(stops, marked.at);
    const next = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0 }[key] ?? stops.length - 1;
    const stop = stops[Math.max(0, Math.min(next, stops.length - 1))];
    return { ...marked, anchor: shiftKey ? marked.anchor : marked.row, at: stop?.from ?? marked.at };
  }
  const row = Math.max(0, Math.min(marked.row + (key === 'ArrowUp' ? -1 : 1), rows.length - 1));
  return { row, anchor: shiftKey ? Math.min(marked.anchor, rows.length - 1) : row, at: marked.at };
}

/** The first and the last selected row. */
export const selectedRows = ({ row, anchor }: MarkedRow): [number, number] => [
  Math.min(row, anchor),
  Math.max(row, anchor),
];
