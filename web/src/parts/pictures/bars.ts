import type { Bucket } from '@keyward/contract/buckets';
import { zonedText } from '#lib/zoned.ts';

/** The bars of a picture over time. Each is from its start to before the next one's; the last one ends at `to`. */
export type Times = {
  from: string;
  to: string;
  bucket: Bucket;
  starts: readonly string[];
  /** Whether the first or the last bar is cut, by the range or by now. */
  partial: { first: boolean; last: boolean };
};

/** A series of the bars, with its colour and its count for each bar. `pattern` distinguishes it by more than the colour. */
export type Series = {
  key: string;
  name: string;
  /** A CSS colour. */
  color: string;
  pattern?: 'dots' | 'lines';
  counts: readonly number[];
  total: number;
};

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** The wall time of an instant in the zone, in ms as if it were in UTC. */
export function clockOf(ms: number, zone: string): number {
  const [, day, month, year, hour, minute, second] =
    /(\d+)\/(\d+)\/(\d+) (\d+):(\d+):(\d+)/.exec(zonedText(ms, zone))?.map(Number) ?? [];
  return Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second) + (ms % 1000);
}

/** The number of events in each bar. */
export const totalsOf = (series: readonly Pick<Series, 'counts'>[], bars: number): number[] =>
  Array.from({ length: bars }, (_, i) => series.reduce((sum, { counts }) => sum + (counts[i] ?? 0), 0));

/** The end of a bar, which is not part of it. */
export const endOf = ({ starts, to }: Pick<Times, 'starts' | 'to'>, bar: number): string => starts[bar + 1] ?? to;

export const isPartial = ({ starts, partial }: Pick<Times, 'starts' | 'partial'>, bar: number): boolean =>
  (bar === 0 && partial.first) || (bar === starts.length - 1 && partial.last);

/** The filter of a list for the time from an instant to before another: the end of a list's range is part of it. */
export const rangeText = (from: string, to: string): string =>
  `range:${from},${new Date(Date.parse(to) - 1).toISOString()}`;

/**
 * The bars that have a label below them, at most `most`: hours that divide the day or its midnights, days of a month, the
 * first of each month, or years.
 */
export function labelled({ starts, bucket }: Pick<Times, 'starts' | 'bucket'>, zone: string, most: number): number[] {
  const clocks = starts.map((start) => clockOf(Date.parse(start), zone));
  const last = Math.floor((clocks.at(-1) ?? 0) / dayMs);
  const hours = (step: number) => (clock: number) => clock % (step * hourMs) === 0;
  const isDays = ['day', 'week', 'month', 'year'].includes(bucket);
  const days = (step: number) => (clock: number) =>
    (isDays || clock % dayMs === 0) && (last - Math.floor(clock / dayMs)) % step === 0;
  const firsts = (step: number) => (clock: number) =>
    new Date(clock).getUTCDate() === 1 && new Date(clock).getUTCMonth() % step === 0;
  const years = (step: number) => (clock: number) => firsts(12)(clock) && new Date(clock).getUTCFullYear() % step === 0;
  const perDay = [1, 2, 7, 14].map(days);
  const perMonth = [...[1, 2, 3, 6, 12].map(firsts), ...[2, 5, 10, 20, 50, 100].map(years)];
  const tests = {
    quarterHour: [...[0.25, 0.5, 1, 2, 3, 6, 12].map(hours), ...perDay],
    hour: [...[1, 2, 3, 6, 12].map(hours), ...[1, 2, 4].map(days), ...perMonth],
    threeHours: [...[3, 6, 12].map(hours), ...[1, 2, 4].map(days), ...perMonth],
    day: [...perDay, ...perMonth],
    week: [...[7, 14, 28, 56, 112].map(days), ...perMonth],
    month: perMonth,
    year: perMonth,
  }[bucket];
  for (const test of tests) {
    const bars = clocks.flatMap((clock, bar) => (test(clock) ? [bar] : []));
    if (bars.length <= most) return bars;
  }
  return [];
}
