/** The bar with the keyboard's mark, and the bar where the selection began; they are the same without a selection. */
export type Marked = { bar: number; anchor: number };

/**
 * The mark after a key: arrows, Home and End move it, with Shift they select, Escape removes it (null). Undefined for keys that
 * do not concern it.
 */
export function afterKey(
  marked: Marked | null,
  { key, shiftKey }: { key: string; shiftKey: boolean },
  bars: number,
): Marked | null | undefined {
  if (bars === 0) return undefined;
  if (key === 'Escape') return marked ? null : undefined;
  const last = bars - 1;
  const now = Math.min(marked?.bar ?? last + 1, last + 1);
  const bar = { ArrowLeft: now - 1, ArrowRight: marked ? now + 1 : 0, Home: 0, End: last }[key];
  if (bar === undefined) return undefined;
  const inside = Math.max(0, Math.min(bar, last));
  return { bar: inside, anchor: shiftKey && marked ? Math.min(marked.anchor, last) : inside };
}

/** The first and the last selected bar. */
export const selectedBars = ({ bar, anchor }: Marked): [number, number] => [
  Math.min(bar, anchor),
  Math.max(bar, anchor),
];
