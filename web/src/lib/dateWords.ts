import { parseRelative } from '@keyward/contract/relative';
import { currentLocale, dateLocale } from './i18n.ts';

const formats = new Map<string, Intl.DateTimeFormat>();
function formatOf(name: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${currentLocale()} ${name}`;
  const known = formats.get(key) ?? new Intl.DateTimeFormat(dateLocale(), options);
  formats.set(key, known);
  return known;
}
/** Formats a calendar day `YYYY-MM-DD`, which has no zone. */
const wordsOfDay = (day: string, name: string, options: Intl.DateTimeFormatOptions): string =>
  formatOf(name, { ...options, timeZone: 'UTC' }).format(Date.parse(`${day}T00:00:00Z`));

/** A day as date inputs show it: 'November 20, 2026'. Specification, part 2, section 9 'Date formats'. */
export const dayWords = (day: string): string => wordsOfDay(day, 'day', { dateStyle: 'long' });

/** A day with its weekday: 'Friday, November 20, 2026'. */
export const fullDayWords = (day: string): string => wordsOfDay(day, 'full day', { dateStyle: 'full' });

/** The weekday of a day alone: 'Fri'. */
export const weekdayWords = (day: string): string => wordsOfDay(day, 'weekday', { weekday: 'short' });

/** The number of a day in its month: '20', or as the language writes it. */
export const dayNumber = (day: string): string => wordsOfDay(day, 'number', { day: 'numeric' });

/** The month of a day in a calendar's header: 'November 2026'. */
export const monthWords = (day: string): string => wordsOfDay(day, 'month', { month: 'long', year: 'numeric' });

/** An instant as active filters show it: 'DD MMM YYYY hh:mm A', in a zone. */
export function instantWords(instant: string, zone: string): string {
  const at = Date.parse(instant);
  if (currentLocale() !== 'en')
    return formatOf(zone, { dateStyle: 'medium', timeStyle: 'short', timeZone: zone }).format(at);
  const parts = formatOf(zone, {
    day: '2-digit',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hour12: true,
    timeZone: zone,
  }).formatToParts(at);
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? '';
  return `${of('day')} ${of('month')} ${of('year')} ${of('hour')}:${of('minute')} ${of('dayPeriod')}`;
}

const units = { m: 'minute', h: 'hour', d: 'day', w: 'week', M: 'month', Q: 'quarter', y: 'year' } as const;

/** 'now-7d' as '7 days ago' with its snap unit; undefined unless relative. Plain now has no `when`. */
export function relativeWords(
  text: string,
): { when: string | undefined; snap: 'd' | 'w' | 'M' | 'Q' | 'y' | undefined } | undefined {
  const relative = parseRelative(text);
  if (!relative) return undefined;
  const { offset, snap } = relative;
  const format = new Intl.RelativeTimeFormat(currentLocale());
  return { when: offset && format.format(offset.amount, units[offset.unit]), snap: snap?.unit };
}
