import type { Span, Spell } from '#parts/history/spells.ts';

type Interval = { from: string; until: string | null };

const overlap = (a: Span, b: Span) => Math.max(0, Math.min(a.until, b.until) - Math.max(a.from, b.from));

/** Intervals clipped to a range; an open one ends now. Omits those without length. */
export const within = (intervals: readonly Interval[], { from, until }: Span, now: number): Span[] =>
  intervals
    .map((one) => ({
      from: Math.max(from, Date.parse(one.from)),
      until: Math.min(until, now, one.until === null ? now : Date.parse(one.until)),
    }))
    .filter((one) => one.from < one.until);

/** Share, 0 to 1, of the part of a range covered by an OKM's history in which it was online; null if no part is covered. */
export function uptimeOf(spells: readonly Spell[], range: Span): number | null {
  const sum = (state: Spell['state']) =>
    spells.reduce((all, spell) => all + (spell.state === state ? overlap(spell, range) : 0), 0);
  const [online, offline] = [sum('online'), sum('offline')];
  return online + offline > 0 ? online / (online + offline) : null;
}
