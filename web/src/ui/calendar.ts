import type { WallTime } from '#lib/wallTime.ts';

/** As an end, the first minute of a day becomes its last one. Specification, part 2, section 5 'Filters'. */
export const asEnd = (wall: WallTime): WallTime => wall.replace(/ 00:00$/, ' 23:59');

const dayOf = (wall: WallTime) => wall.slice(0, 10);
const timeOf = (wall: WallTime) => wall.slice(11, 16);
/** The time of day, with seconds where it has them: an end that includes its whole last minute ends with `:59`. */
const wholeTimeOf = (wall: WallTime) => wall.slice(11);

/**
 * The days chosen in a calendar, with the times set before: whole days by default. `exact`: midnight is an end of its own,
 * not the last minute of a range.
 */
export function withDays(
  [first, last]: readonly [string | null, string | null],
  { from, to }: { from: WallTime; to: WallTime },
  exact = false,
): { from: WallTime; to: WallTime } {
  const end = last ? `${last} ${wholeTimeOf(to) || '23:59'}` : '';
  return { from: first ? `${first} ${timeOf(from) || '00:00'}` : '', to: exact ? end : asEnd(end) };
}

/** The same day at another time; an empty time is the beginning or the end of the day. */
export const withTime = (wall: WallTime, time: string, edge: 'from' | 'to'): WallTime => {
  if (!wall) return '';
  // an end keeps the seconds of its last minute
  if (time === timeOf(wall)) return wall;
  return `${dayOf(wall)} ${time || (edge === 'from' ? '00:00' : '23:59')}`;
};

/** The end once its input is left: not the first minute of a day, and not before the start on the same day. */
export const settledEnd = (from: WallTime, to: WallTime): WallTime => {
  const end = asEnd(to);
  return dayOf(from) === dayOf(end) && end < from ? from : end;
};
