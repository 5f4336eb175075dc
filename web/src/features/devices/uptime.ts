/** Milliseconds; `until` is not included. */
export type Span = { from: number; until: number };
type State = 'online' | 'offline' | 'none';
export type Spell = Span & { state: State };
type Interval = { from: string; until: string | null };

const overlap = (a: Span, b: Span) => Math.max(0, Math.min(a.until, b.until) - Math.max(a.from, b.from));

/** The intervals within a range, the last one until now; those without any length are left out. */
export const within = (intervals: readonly Interval[], { from, until }: Span, now: number): Span[] =>
  intervals
    .map((one) => ({
      from: Math.max(from, Date.parse(one.from)),
      until: Math.min(until, now, one.until === null ? now : Date.parse(one.until)),
    }))
    .filter((one) => one.from < one.until);

/** How an OKM was: `none` before its history begins at `since`. The spells fill the range, up to now. */
export function spellsOf(online: readonly Span[], since: number, { from, until }: Span): Spell[] {
  const begin = Math.max(from, Math.min(until, since));
  const spells: Spell[] = [{ from, until: begin, state: 'none' }];
  let last = begin;
  for (const one of online) {
    spells.push({ from: last, until: one.from, state: 'offline' }, { ...one, state: 'online' });
    last = one.until;
  }
  spells.push({ from: last, until, state: 'offline' });
  return spells.filter((spell) => spell.from < spell.until);
}

/** The share of a range in which an OKM was on line, 0 to 1, of what its history covers; null: nothing of it. */
export function uptimeOf(spells: readonly Spell[], range: Span): number | null {
  const sum = (state: State) =>
    spells.reduce((all, spell) => all + (spell.state === state ? overlap(spell, range) : 0), 0);
  const [online, offline] = [sum('online'), sum('offline')];
  return online + offline > 0 ? online / (online + offline) : null;
}
