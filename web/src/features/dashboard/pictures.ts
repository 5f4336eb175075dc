import type { EventType } from '@keyward/contract/activity';
import type { Timeline } from '@keyward/contract/dashboard';
import { clockOf, rangeText } from '#parts/pictures/bars.ts';
import type { Range } from '#parts/pictures/ranges.ts';

export type Span = { from: string; to: string; bucket: Timeline['bucket'] };

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Last full hour or midnight of the zone before an instant; the clocks may have changed since. */
export function lastFull(ms: number, step: number, zone: string): number {
  const start = ms - (clockOf(ms, zone) % step);
  const since = clockOf(start, zone) % step;
  const full = since === 0 ? start : since < step / 2 ? start - since : start + step - since;
  // a day begins with the first of two midnights
  return step === dayMs && clockOf(full - hourMs, zone) === clockOf(full, zone) ? full - hourMs : full;
}

/**
 * Range of 24 hours, or 7 or 31 calendar days of the zone including today, or this month and the twelve before it. The first bar
 * is a full hour or day; the last one ends with the present minute.
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

/** Events of one colour of a picture: one type, or all types that are not among the most frequent. */
export type TypeSeries = { events: readonly EventType[]; isRest: boolean; counts: readonly number[]; total: number };

const sum = (counts: readonly number[]) => counts.reduce((a, b) => a + b, 0);

/** The most frequent types, and the others as one series: at most `most` in all. */
export function seriesOf({ types, starts }: Pick<Timeline, 'types' | 'starts'>, most: number): TypeSeries[] {
  const own = types.length > most ? types.slice(0, most - 1) : types;
  const rest = types.slice(own.length);
  const series = own.map(({ event, counts }) => ({ events: [event], isRest: false, counts, total: sum(counts) }));
  if (rest.length === 0) return series;
  const counts = starts.map((_, i) => sum(rest.map((type) => type.counts[i] ?? 0)));
  return [...series, { events: rest.map(({ event }) => event), isRest: true, counts, total: sum(counts) }];
}

/** Search of the list of activity for the events from one instant to before another. */
export const rowsBetween = (from: string, to: string, events?: readonly EventType[]): Record<string, string> => ({
  custom_view: 'Overview',
  'filter.event_time': rangeText(from, to),
  ...(events ? { 'filter.event': events.join() } : {}),
});
