import type { EventType } from '@keyward/contract/activity';
import type { Timeline } from '@keyward/contract/dashboard';
import { zonedText } from '#lib/zoned.ts';

/** The ranges of a picture, all until now. */
export const ranges = ['day', 'week', 'month', 'year'] as const;
export type Range = (typeof ranges)[number];
export type Bucket = Timeline['bucket'];
export type Span = { from: string; to: string; bucket: Bucket };

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** What a clock in the zone shows, as if it were in UTC. */
export function clockOf(ms: number, zone: string): number {
  const [, day, month, year, hour, minute, second] =
    /(\d+)\/(\d+)\/(\d+) (\d+):(\d+):(\d+)/.exec(zonedText(ms, zone))?.map(Number) ?? [];
  return Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second) + (ms % 1000);
}

/** The last full hour or midnight of the zone until an instant; clocks may have changed since. */
function lastFull(ms: number, step: number, zone: string): number {
  const start = ms - (clockOf(ms, zone) % step);
  const since = clockOf(start, zone) % step;
  return since === 0 ? start : since < step / 2 ? start - since : start + step - since;
}

/**
 * 24 hours, or 7 or 31 days of the zone's calendar including today, or this month and the twelve before it. The first bar
 * is a full hour or day; the last one ends with this minute.
 */
export function spanOf(range: Range, now: number, zone: string): Span {
  const today = lastFull(now, dayMs, zone);
  const midnight = (noon: number) => lastFull(noon, dayMs, zone);
  const clock = new Date(clockOf(now, zone));
  const starts = {
    day: () => lastFull(now - 23 * hourMs, hourMs, zone),
    week: () => midnight(today - 6 * dayMs + dayMs / 2),
    month: () => midnight(today - 30 * dayMs + dayMs / 2),
    year: () => midnight(Date.UTC(clock.getUTCFullYear() - 1, clock.getUTCMonth(), 1, 12) - (clock.getTime() - now)),
  };
  return {
    from: new Date(starts[range]()).toISOString(),
    to: new Date(Math.ceil((now + 1) / minuteMs) * minuteMs).toISOString(),
    bucket: range === 'day' || range === 'week' ? 'hour' : 'day',
  };
}

/** A colour of a picture: one type of event, or all that are not among the most frequent. */
export type Series = { events: readonly EventType[]; isRest: boolean; counts: readonly number[]; total: number };

const sum = (counts: readonly number[]) => counts.reduce((a, b) => a + b, 0);

/** The most frequent types, and the others as one, so that there are at most `most`. */
export function seriesOf({ types, starts }: Pick<Timeline, 'types' | 'starts'>, most: number): Series[] {
  const own = types.length > most ? types.slice(0, most - 1) : types;
  const rest = types.slice(own.length);
  const series = own.map(({ event, counts }) => ({ events: [event], isRest: false, counts, total: sum(counts) }));
  if (rest.length === 0) return series;
  const counts = starts.map((_, i) => sum(rest.map((type) => type.counts[i] ?? 0)));
  return [...series, { events: rest.map(({ event }) => event), isRest: true, counts, total: sum(counts) }];
}

/** The number of events in each bar. */
export const totalsOf = (series: readonly Series[], bars: number): number[] =>
  Array.from({ length: bars }, (_, i) => sum(series.map(({ counts }) => counts[i] ?? 0)));

/** The end of a bar, which is not part of it. */
export const endOf = ({ starts, to }: Pick<Timeline, 'starts' | 'to'>, bar: number): string => starts[bar + 1] ?? to;

export const isPartial = ({ starts, partial }: Pick<Timeline, 'starts' | 'partial'>, bar: number): boolean =>
  (bar === 0 && partial.first) || (bar === starts.length - 1 && partial.last);

/** The address of the events from an instant to before another: the search of the list of activity. */
export const rowsBetween = (from: string, to: string, events?: readonly EventType[]): Record<string, string> => ({
  custom_view: 'Overview',
  // the end of a list's range is part of it
  'filter.event_time': `range:${from},${new Date(Date.parse(to) - 1).toISOString()}`,
  ...(events ? { 'filter.event': events.join() } : {}),
});

/**
 * The bars that have a label below them, at most `most`: hours that divide the day or its midnights, days of a month or the first of
 * each month.
 */
export function labelled(
  { starts, bucket }: Pick<Timeline, 'starts' | 'bucket'>,
  zone: string,
  most: number,
): number[] {
  const clocks = starts.map((start) => clockOf(Date.parse(start), zone));
  const last = Math.floor((clocks.at(-1) ?? 0) / dayMs);
  const hours = (step: number) => (clock: number) => clock % (step * hourMs) === 0;
  const days = (step: number) => (clock: number) =>
    (bucket === 'day' || clock % dayMs === 0) && (last - Math.floor(clock / dayMs)) % step === 0;
  const firsts = (step: number) => (clock: number) =>
    new Date(clock).getUTCDate() === 1 && new Date(clock).getUTCMonth() % step === 0;
  const tests =
    bucket === 'hour'
      ? [...[1, 2, 3, 6, 12].map(hours), ...[1, 2, 4].map(days)]
      : [...[1, 2, 7, 14].map(days), ...[1, 2, 3, 6].map(firsts)];
  for (const test of tests) {
    const bars = clocks.flatMap((clock, bar) => (test(clock) ? [bar] : []));
    if (bars.length <= most) return bars;
  }
  return [];
}
