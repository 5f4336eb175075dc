import { percentWords } from '#lib/numbers.ts';

/** Milliseconds; `until` is not included. */
export type Span = { from: number; until: number };
type State = 'online' | 'offline' | 'none';
export type Spell = Span & { state: State };

/** The states of an OKM, which fill the range: `none` before its history begins at `since`. `online` is within the range. */
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

/** '99.9%', never rounded up to 100%. */
export const shareWords = (share: number, locale: string): string =>
  percentWords(Math.floor(share * 1000) / 1000, locale, 1);
