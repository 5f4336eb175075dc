import { currentLocale } from '#lib/i18n.ts';
import type { Bucket } from './pictures.ts';

const locale = () => (currentLocale() === 'en' ? 'en-US' : currentLocale());

/** A bar or several in the language on screen: 'Mon, Nov 23, 2:00 – 3:00 PM', or the day or days. `to` is not included. */
export function spanWords(from: string, to: string, { bucket, zone }: { bucket: Bucket; zone: string }): string {
  const day = { weekday: 'short', month: 'short', day: 'numeric', timeZone: zone } as const;
  const options =
    bucket === 'hour'
      ? ({ ...day, hour: 'numeric', minute: '2-digit' } as const)
      : { ...day, year: 'numeric' as const };
  const end = Date.parse(to) - (bucket === 'hour' ? 0 : 1);
  return new Intl.DateTimeFormat(locale(), options).formatRange(Date.parse(from), end);
}

const part = (start: string, options: Intl.DateTimeFormatOptions, zone: string, of: string = locale()) =>
  new Intl.DateTimeFormat(of, { ...options, timeZone: zone }).format(Date.parse(start));

/**
 * The label below a bar: the hour, the day where a day begins, or the month where bars are many; with the year below the
 * first label and in January.
 */
export function tickWords(
  start: string,
  { bucket, zone, isMonthly, isFirst }: { bucket: Bucket; zone: string; isMonthly: boolean; isFirst: boolean },
): string {
  const isMidnight = part(start, { hour: '2-digit', hourCycle: 'h23' }, zone, 'en') === '00';
  if (bucket === 'hour' && !isMidnight) return part(start, { hour: 'numeric', minute: '2-digit' }, zone);
  if (!isMonthly) return part(start, { month: 'short', day: 'numeric' }, zone);
  const withYear = isFirst || part(start, { month: 'numeric' }, zone, 'en') === '1';
  return part(start, { month: 'short', ...(withYear ? { year: 'numeric' } : {}) }, zone);
}
