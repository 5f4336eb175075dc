import { currentLocale } from './i18n.ts';
import { zonedText } from './zoned.ts';

/** Is this a time zone that the browser supports? */
export function isZone(zone: unknown): zone is string {
  if (typeof zone !== 'string' || !zone) return false;
  try {
    return Boolean(Intl.DateTimeFormat('en', { timeZone: zone }));
  } catch {
    return false;
  }
}

/** The browser's zone; UTC when it has none or reports an unsupported one ('Etc/Unknown'). */
export function browserZone(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return isZone(timeZone) ? timeZone : 'UTC';
}

/** An instant (ISO) in a zone as `DD/MM/YYYY HH:mm:ss`, for details. */
export const dateTimeSeconds = (instant: string, zone: string): string => zonedText(instant, zone);
/** The same without the seconds. */
export const dateTime = (instant: string, zone: string): string => dateTimeSeconds(instant, zone).slice(0, 16);

const days = new Map<string, Intl.DateTimeFormat>();

/** The day of an instant in a zone, for a heading: 'Tuesday 12 May 2026'. */
export function dayHeading(instant: string, zone: string): string {
  const locale = currentLocale();
  const key = `${locale} ${zone}`;
  const known =
    days.get(key) ?? new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, { dateStyle: 'full', timeZone: zone });
  days.set(key, known);
  return known.format(Date.parse(instant));
}

/** The day alone: `DD/MM/YYYY`. */
export const dateOf = (instant: string, zone: string): string => dateTimeSeconds(instant, zone).slice(0, 10);

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

const relative = new Map<string, Intl.RelativeTimeFormat>();

/** '3 hours ago', 'in 2 days' in the language on screen, or in short '3 hr. ago'; 'now' below a minute. */
export function relativeTime(instant: string, style: 'long' | 'short' = 'long', now: number = Date.now()): string {
  const seconds = Math.round((Date.parse(instant) - now) / 1000);
  const locale = currentLocale();
  const key = `${locale} ${style}`;
  const format = relative.get(key) ?? new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style });
  relative.set(key, format);
  for (const [unit, size] of steps) {
    if (Math.abs(seconds) >= size) return format.format(Math.trunc(seconds / size), unit);
  }
  return format.format(0, 'second');
}
