import type { Bucket } from '@keyward/contract/buckets';
import { dateLocale } from '#lib/i18n.ts';

const isWithinDay = (bucket: Bucket) => bucket === 'quarterHour' || bucket === 'hour' || bucket === 'threeHours';

/**
 * The time of one or more bars, in the language on screen: 'Mon, Nov 23, 2:00 – 3:00 PM', or the days, months or years. `to` is
 * not included.
 */
export function spanWords(from: string, to: string, { bucket, zone }: { bucket: Bucket; zone: string }): string {
  const day = { weekday: 'short', month: 'short', day: 'numeric' } as const;
  const words = {
    time: { ...day, hour: 'numeric', minute: '2-digit' },
    day: { ...day, year: 'numeric' },
    month: { month: 'long', year: 'numeric' },
    year: { year: 'numeric' },
  } as const;
  const shown = isWithinDay(bucket) ? 'time' : bucket === 'month' || bucket === 'year' ? bucket : 'day';
  const end = Date.parse(to) - (shown === 'time' ? 0 : 1);
  return new Intl.DateTimeFormat(dateLocale(), { ...words[shown], timeZone: zone }).formatRange(Date.parse(from), end);
}

const part = (start: string, options: Intl.DateTimeFormatOptions, zone: string, of: string = dateLocale()) =>
  new Intl.DateTimeFormat(of, { ...options, timeZone: zone }).format(Date.parse(start));

/**
 * The label below a bar: the hour, the day where a day begins, or the month where bars are many; with the year below the
 * first label and in January; or the year alone.
 */
export function tickWords(
  start: string,
  { bucket, zone, isMonthly, isFirst }: { bucket: Bucket; zone: string; isMonthly: boolean; isFirst: boolean },
): string {
  if (bucket === 'year') return part(start, { year: 'numeric' }, zone);
  const isMidnight = part(start, { hour: '2-digit', hourCycle: 'h23' }, zone, 'en') === '00';
  const isHour = isMidnight && part(start, { minute: 'numeric' }, zone, 'en') === '0';
  if (isWithinDay(bucket) && !isHour) return part(start, { hour: 'numeric', minute: '2-digit' }, zone);
  if (!isMonthly && bucket !== 'month') return part(start, { month: 'short', day: 'numeric' }, zone);
  const withYear = isFirst || part(start, { month: 'numeric' }, zone, 'en') === '1';
  return part(start, { month: 'short', ...(withYear ? { year: 'numeric' } : {}) }, zone);
}
