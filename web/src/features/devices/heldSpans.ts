import type { Custody } from '@keyward/contract/device-history';
import type { Span } from '#parts/history/spells.ts';

export type HeldSpan = Span & {
  holder: Custody['holder'];
  /** The end, at a location that is not visible, is hidden: the span has no length. */
  isEndHidden: boolean;
};

/** Periods from the beginning of a range during which a key was out, and the gaps between them. */
export function heldSpans(
  custody: readonly Custody[],
  { from, now }: { from: number; now: number },
): { held: HeldSpan[]; gaps: Span[]; isOut: boolean } {
  const held = custody.map((one): HeldSpan => {
    const start = Math.max(from, Date.parse(one.from));
    // if the browser's clock is slow, the key seems to have been taken in the future
    const end = one.until === null ? now : Math.min(now, Date.parse(one.until));
    return { holder: one.holder, from: start, until: Math.max(start, end), isEndHidden: one.until === one.from };
  });
  const isOut = custody.some(({ until }) => until === null);
  const begins = [from, ...held.map((one) => (one.isEndHidden ? Infinity : one.until))];
  const ends = [...held.map((one) => one.from), isOut ? -Infinity : now];
  const gaps = begins.map((start, i) => ({ from: start, until: ends[i] ?? start }));
  return { held, gaps: gaps.filter((gap) => gap.from < gap.until), isOut };
}
