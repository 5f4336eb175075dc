import type { Point } from '@keyward/contract/device-history';

const dayMs = 86_400_000;
/** The days of points that a forecast reads, and the fewest that it needs. */
export const forecastDays = 14;
const fewestDays = 3;
/** A rise of this many percent is a new or charged battery, not noise. */
const charged = 5;
/** A battery that would last longer, in days, counts as not falling. */
const longestDays = 2 * 365;
/** More points are thinned to this number, since the line is computed from all pairs. */
const mostPoints = 200;

const median = (sorted: readonly number[]) => {
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1] ?? 0, sorted[Math.floor(middle)] ?? 0];
  return (low + high) / 2;
};
const medianOf = (list: number[]) => median(list.toSorted((a, b) => a - b));

/**
 * The instant (ISO, not before `now`) at which the battery is empty by a straight line since its last charge; null if it does not
 * fall. The slope is the median over all pairs (Theil–Sen), which outliers do not bend. `points` are in order, of the last 14
 * days.
 */
export function emptyAt(points: readonly Point[], now: Date): string | null {
  const first = points.findLastIndex(({ value }, i) => i > 0 && value - (points[i - 1]?.value ?? value) >= charged);
  const since = points.slice(Math.max(first, 0));
  const step = Math.ceil(since.length / mostPoints);
  const line = since
    // keeps the last point
    .filter((_, i) => (since.length - 1 - i) % step === 0)
    .map(({ at, value }) => ({ x: Date.parse(at) / dayMs, y: value }));
  const [start, last] = [line[0], line.at(-1)];
  if (!start || !last || last.x - start.x < fewestDays) return null;
  const slopes: number[] = [];
  for (const [i, a] of line.entries())
    for (const b of line.slice(i + 1)) if (b.x > a.x) slopes.push((b.y - a.y) / (b.x - a.x));
  const slope = medianOf(slopes);
  if (slope >= 0) return null;
  const level = medianOf(line.map(({ x, y }) => y - slope * x));
  const empty = -level / slope;
  if (empty - last.x > longestDays) return null;
  return new Date(Math.max(empty * dayMs, now.getTime())).toISOString();
}
