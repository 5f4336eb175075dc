import type { WallTime } from '#lib/wallTime.ts';

/** Nobody means the first minute of a day by its end. Specification, part 2, section 5 'Filters'. */
export const asEnd = (wall: WallTime): WallTime => wall.replace(/ 00:00$/, ' 23:59');

const dayOf = (wall: WallTime) => wall.slice(0, 10);
const timeOf = (wall: WallTime) => wall.slice(11, 16);

/** The days a calendar gave, with the times that were set before: a whole day unless told. */
export const withDays = (
  [first, last]: readonly [string | null, string | null],
  { from, to }: { from: WallTime; to: WallTime },
): { from: WallTime; to: WallTime } => ({
  from: first ? `${first} ${timeOf(from) || '00:00'}` : '',
  to: last ? asEnd(`${last} ${timeOf(to) || '23:59'}`) : '',
});

/** The same day at another time; an empty one is the day's begin or end. */
export const withTime = (wall: WallTime, time: string, edge: 'from' | 'to'): WallTime => {
  if (!wall) return '';
  return `${dayOf(wall)} ${time || (edge === 'from' ? '00:00' : '23:59')}`;
};

/** The end once it is left: no first minute of a day, and on the day of the start not before it. */
export const settledEnd = (from: WallTime, to: WallTime): WallTime => {
  const end = asEnd(to);
  return dayOf(from) === dayOf(end) && end < from ? from : end;
};
