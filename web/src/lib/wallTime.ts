import { zonedText } from './zoned.ts';

/** Local time as a wall clock shows it: `YYYY-MM-DD HH:mm`, or with `:ss`, without a zone. */
export type WallTime = string;

/** The local time of an instant in a zone, to the second. */
export function wallTime(instant: string | number, zone: string): WallTime {
  const [date = '', time = ''] = zonedText(instant, zone).split(' ');
  return `${date.split('/').toReversed().join('-')} ${time}`;
}

const asUtc = (wall: WallTime): number => Date.parse(`${wall.replace(' ', 'T')}Z`);
const dayMs = 86_400_000;

/**
 * The instant, in milliseconds, of a local time in a zone. For a time that occurs twice (clocks set back), `which`
 * selects one of the two; a skipped time (clocks set forward) is read with the offset before the change, as RFC 5545
 * has it.
 */
export function instantAt(wall: WallTime, zone: string, which: 'first' | 'last' = 'first'): number {
  const shown = asUtc(wall);
  const offset = (at: number) => asUtc(wallTime(at, zone)) - at;
  const before = shown - offset(shown - dayMs);
  const after = shown - offset(shown + dayMs);
  const fits = [...new Set([before, after])].filter((at) => at + offset(at) === shown).toSorted((a, b) => a - b);
  return (which === 'first' ? fits[0] : fits.at(-1)) ?? before;
}
