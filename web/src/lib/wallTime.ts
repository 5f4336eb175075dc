import { zonedText } from './zoned.ts';

/** What a clock on the wall shows: `YYYY-MM-DD HH:mm`, or with `:ss`, without saying where the wall is. */
export type WallTime = string;

/** The time of an instant on the clocks of a zone, to the second. */
export function wallTime(instant: string | number, zone: string): WallTime {
  const [date = '', time = ''] = zonedText(instant, zone).split(' ');
  return `${date.split('/').toReversed().join('-')} ${time}`;
}

const asUtc = (wall: WallTime): number => Date.parse(`${wall.replace(' ', 'T')}Z`);
const dayMs = 86_400_000;

/**
 * The instant, in milliseconds, at which the clocks of a zone show a time. Where they show it twice (set back), `which`
 * says which of the two; a time that they leave out (set forward) is read by the clock before the change, as RFC 5545 has it.
 */
export function instantAt(wall: WallTime, zone: string, which: 'first' | 'last' = 'first'): number {
  const shown = asUtc(wall);
  const offset = (at: number) => asUtc(wallTime(at, zone)) - at;
  const before = shown - offset(shown - dayMs);
  const after = shown - offset(shown + dayMs);
  const fits = [...new Set([before, after])].filter((at) => at + offset(at) === shown).toSorted((a, b) => a - b);
  return (which === 'first' ? fits[0] : fits.at(-1)) ?? before;
}
