import { type Weekday, weekdays } from '@keyward/contract/weekdays';
import { type Bucket, buckets } from '@keyward/contract/buckets';

/** The bars of a zone's calendar: `weekStart` is the first day of its weeks, Monday by default. */
export type Calendar = { bucket: Bucket; zone: string; weekStart?: Weekday | undefined };

const minuteMs = 60_000;
const dayMs = 1440 * minuteMs;

/** The approximate length of a bar, in ms. */
const lengths: Record<Bucket, number> = {
  quarterHour: 15 * minuteMs,
  hour: 60 * minuteMs,
  threeHours: 180 * minuteMs,
  day: dayMs,
  week: 7 * dayMs,
  month: 30 * dayMs,
  year: 365 * dayMs,
};

/** The shortest bars of which a span of so many milliseconds has about `most` or fewer; years if it has more. */
export const bucketFor = (span: number, most: number): Bucket =>
  buckets.find((bucket) => span <= most * lengths[bucket]) ?? 'year';

/**
 * The starts of the bars of a range, in milliseconds, and its end: full quarters, hours, every third hour, midnights, or first
 * days of weeks, months or years of the zone's calendar, with the range's own ends. A day of a clock change has 23 or 25 hours,
 * and a day that the zone skipped has no bar. Undefined if there would be more than `most` bars.
 */
export function barEdges({ from, to, ...calendar }: Calendar & { from: number; to: number }, most: number) {
  const edges: number[] = [];
  for (let edge = from; edge < to; edge = nextBar(edge, calendar)) {
    if (edges.push(edge) > most) return undefined;
  }
  return [...edges, to];
}

const zoned = (ms: number, zone: string) => Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone);

/** The start of the bar that follows the one an instant is in. */
export function nextBar(ms: number, { bucket, zone, weekStart = 'mon' }: Calendar): number {
  const clock = zoned(ms, zone);
  const day = clock.toPlainDate();
  const midnight = (date: Temporal.PlainDate) => date.toZonedDateTime(zone).epochMilliseconds;
  switch (bucket) {
    case 'quarterHour':
      return afterMinutes(ms, clock, 15);
    case 'hour':
      return afterMinutes(ms, clock, 60);
    case 'threeHours': {
      // clocks may change within three hours
      let next = ms;
      do next = afterMinutes(next, zoned(next, zone), 60);
      while (zoned(next, zone).hour % 3 > 0);
      return next;
    }
    case 'day':
      return midnight(day.add({ days: 1 }));
    case 'week':
      return midnight(day.add({ days: 7 - ((day.dayOfWeek - 1 - weekdays.indexOf(weekStart) + 7) % 7) }));
    case 'month':
      return midnight(day.with({ day: 1 }).add({ months: 1 }));
    case 'year':
      return midnight(day.with({ month: 1, day: 1 }).add({ years: 1 }));
  }
}

/** The next time at which the clock's minutes are a multiple of `minutes`. */
function afterMinutes(ms: number, { minute, second, millisecond }: Temporal.ZonedDateTime, minutes: number): number {
  return ms + (minutes - (minute % minutes)) * minuteMs - second * 1000 - millisecond;
}

/** The start of the bar that an instant is in. */
export function startOfBar(ms: number, calendar: Calendar): number {
  let start = ms - 2 * lengths[calendar.bucket];
  for (let next = nextBar(start, calendar); next <= ms; next = nextBar(start, calendar)) start = next;
  return start;
}

/** Whether this instant is the start of a bar of the zone's calendar. */
export const isFull = (ms: number, calendar: Calendar): boolean => nextBar(ms - 1, calendar) === ms;
