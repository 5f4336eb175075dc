// Reads dates as people type them. The parser of a language loads with the first date that is typed in it; it knows no
// Korean, where dates are numbers.
import type { Locale } from '@keyward/contract/locales';
import type { Chrono, ParsedComponents } from 'chrono-node';
import type { WallTime } from './wallTime.ts';

/** Whole days from the first to the last minute; a time alone is the hour that begins with it. */
export type TypedRange = { from: WallTime; to: WallTime };

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** Wall times are counted as if they were in UTC, so that no clock change touches them. */
const msOf = (wall: WallTime): number => Date.parse(`${wall.slice(0, 16).replace(' ', 'T')}Z`);
const wallOf = (ms: number): WallTime => new Date(ms).toISOString().slice(0, 16).replace('T', ' ');

/** Days before months in English and French, as the portal writes dates. */
const parsers: Record<'en' | 'fr' | 'ja', () => Promise<Chrono>> = {
  en: async () => (await import('chrono-node/en')).GB,
  fr: async () => (await import('chrono-node/fr')).casual,
  ja: async () => (await import('chrono-node/ja')).casual,
};
/** What a parser may leave out: 'from', 'du', the last letter of 'à 21 h'; a number would change the meaning. */
const mayRemain = /^\D{0,8}$/;
/** 'last week' is until today; the parser names the day a week ago. */
const weeks = /^\D*(week|semaine|週)\D*$/i;

/** Undefined for text that is no date. `now`: the wall time in the zone of the list; dates without a year are past ones. */
export async function readDates(text: string, locale: Locale, now: WallTime): Promise<TypedRange | undefined> {
  const [language = 'en'] = locale.split('-');
  // 'from 12 May' is read as a time from noon on
  const typed = text
    .normalize('NFKC')
    .trim()
    .replace(/^from\s+/i, '');
  if (language === 'ko') return readNumbers(typed, now);
  const parser = await parsers[language === 'fr' || language === 'ja' ? language : 'en']();
  // no zone of the browser: its clock changes are not those of the list
  const [result] = parser.parse(typed, { instant: new Date(msOf(now)), timezone: 0 });
  if (!result || !mayRemain.test(typed.replace(result.text, ''))) return undefined;
  const back = later(result.start, now);
  const first = timeOf(result.start);
  const start = earlier(first, back);
  const end = result.end && earlier(timeOf(result.end), back);
  if (result.start.isCertain('second')) return range(start, end ?? msOf(now));
  const isTime = result.start.isCertain('hour');
  if (isTime) return range(start, end ?? start + hourMs - minuteMs);
  if (weeks.test(typed)) return days(start, msOf(now));
  const isMonth = result.start.isCertain('month') && !result.start.isCertain('day');
  return days(start, isMonth ? lastOfMonth(end ?? start) : (end ?? start));
}

const timeOf = (parts: ParsedComponents): number =>
  Date.UTC(
    parts.get('year') ?? 0,
    (parts.get('month') ?? 1) - 1,
    parts.get('day') ?? 1,
    parts.get('hour') ?? 0,
    parts.get('minute') ?? 0,
  );

type Back = 0 | 'day' | 'week' | 'year';
/** By how much a date is moved, that the parser put into the future because a part of it was left out. */
function later(parts: ParsedComponents, now: WallTime): Back {
  const at = parts.isCertain('hour') ? timeOf(parts) : Math.floor(timeOf(parts) / dayMs) * dayMs;
  if (parts.isCertain('year') || at <= msOf(now)) return 0;
  if (parts.isCertain('month') || parts.isCertain('day')) return 'year';
  return parts.isCertain('weekday') ? 'week' : 'day';
}
function earlier(ms: number, back: Back): number {
  if (back !== 'year') return ms - { 0: 0, day: dayMs, week: 7 * dayMs }[back];
  const date = new Date(ms);
  return date.setUTCFullYear(date.getUTCFullYear() - 1);
}
const lastOfMonth = (ms: number): number => new Date(ms).setUTCMonth(new Date(ms).getUTCMonth() + 1, 0);

const range = (from: number, to: number): TypedRange | undefined =>
  Number.isNaN(from) || Number.isNaN(to) || to < from ? undefined : { from: wallOf(from), to: wallOf(to) };
function days(first: number, last: number): TypedRange | undefined {
  const whole = range(first, last);
  return whole && { from: `${whole.from.slice(0, 10)} 00:00`, to: `${whole.to.slice(0, 10)} 23:59` };
}

const number =
  /^(?:(?:(\d{4})[-./년]\s*)?(\d{1,2})[-./월]\s*(\d{1,2})[.일]?)?(?:\s*(오전|오후)?\s*(\d{1,2})(?::(\d{2})|시(?:\s*(\d{1,2})분)?))?$/;
/** `5/12`, `2026.5.12`, `5월 12일 21시`, `5/12 21:00`, and two of them with `~`. */
function readNumbers(text: string, now: WallTime): TypedRange | undefined {
  const [first, last = first, ...more] = text.split('~').map((part) => readNumber(part.trim(), now));
  if (!first || !last || more.length) return undefined;
  if (!first.isTime) return days(first.at, last.at);
  return range(first.at, last === first ? first.at + hourMs - minuteMs : last.at);
}
function readNumber(text: string, now: WallTime): { at: number; isTime: boolean } | undefined {
  const [whole, year, month, day, half, hour, minute, minutes] = number.exec(text) ?? [];
  if (!whole || (!month && !hour)) return undefined;
  const isTime = hour !== undefined;
  const on = month && day ? `${month.padStart(2, '0')}-${day.padStart(2, '0')}` : now.slice(5, 10);
  const hours = (Number(hour ?? 0) % (half ? 12 : 24)) + (half === '오후' ? 12 : 0);
  const time = `${String(hours).padStart(2, '0')}:${(minute ?? minutes ?? '00').padStart(2, '0')}`;
  const wall = (of: number) => `${of} ${time}`.replace(' ', `-${on} `);
  const thisYear = Number(now.slice(0, 4));
  let at = msOf(wall(year ? Number(year) : thisYear));
  if (!year && at > msOf(now)) at = month ? msOf(wall(thisYear - 1)) : at - dayMs;
  // 31 June is no date
  return wallOf(Number.isNaN(at) ? 0 : at).slice(5, 10) === on || !month ? { at, isTime } : undefined;
}
