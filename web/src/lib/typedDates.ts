// Reads dates as people type them. The parser of a language loads with the first date that is typed in it; there is none for
// Korean, where dates are numbers.
import type { Locale } from '@keyward/contract/locales';
import type { Chrono, ParsedComponents, ParsedResult } from 'chrono-node';
import type { WallTime } from './wallTime.ts';

/**
 * Whole days from the first to the last minute; a time alone is the hour that begins with it. An end that was not typed has
 * the seconds of its last minute.
 */
export type TypedRange = { from: WallTime; to: WallTime };

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** Milliseconds of a wall time, counted as if it were in UTC, so that no clock change affects it. */
const msOf = (wall: WallTime): number => Date.parse(`${wall.slice(0, 16).replace(' ', 'T')}Z`);
const wallOf = (ms: number): WallTime => new Date(ms).toISOString().slice(0, 16).replace('T', ' ');

type Language = 'en' | 'fr' | 'ja';
/** Days before months in English and French, as the portal writes dates. */
const parsers: Record<Language, () => Promise<Chrono>> = {
  en: async () => (await import('chrono-node/en')).GB,
  fr: async () => (await import('chrono-node/fr')).casual,
  ja: async () => (await import('chrono-node/ja')).casual,
};
/**
 * Words that a parser may leave out, such as the last letter of 'à 21 h'. Any other word, such as 'since', asks for another
 * range.
 */
const idleWords: Record<Language, readonly string[]> = {
  en: ['on', 'in', 'at', 'the', 'of', 'during'],
  fr: ['du', 'de', 'le', 'la', 'les', 'en', 'à', 'h'],
  ja: ['の', 'に', 'は'],
};
/** The English parser reads 'before 9pm' as 9pm. */
const sides = /\b(?:before|after)\b/i;
const spans = /\b(?:last|past)\b|derni|pass[ée]|pr[ée]c[ée]d/i;
/** Only the server knows when a night begins and ends. */
const nights = /night|nuit|[夜晩]|今夕|こん(?:や|ゆう|ばん)/i;
/** Parts of a day, with the hours at which they begin and end, since parsers only guess an hour. */
const partsOfDay: readonly [words: RegExp, from: number, to: number][] = [
  [/morning|matin|朝/i, 6, 12],
  [/afternoon|apr[èe]s-midi|午後/i, 12, 18],
  [/evening|soir|夕/i, 18, 24],
];
const thisWeek = /^this\s*week$/i;

/**
 * Reads typed dates; undefined for text that is no date. `now`: the wall time in the zone of the list. Dates without a year are
 * past ones.
 */
export async function readDates(text: string, locale: Locale, now: WallTime): Promise<TypedRange | undefined> {
  const [code = 'en'] = locale.split('-');
  const clean = text.normalize('NFKC').replaceAll('’', "'").trim();
  if (code === 'ko') return readNumbers(clean, now);
  const language = code === 'fr' || code === 'ja' ? code : 'en';
  const parser = await parsers[language]();
  // the parser reads 'from 12 May' as a time from noon on
  const typed = clean.replace(/^from\s+/i, '');
  const parse = (at: WallTime) => parser.parse(typed, browserTime(at))[0];
  const result = parse(now);
  if (!result || sides.test(typed) || !isWhole(typed, result, language)) return undefined;
  // 'from' without an end is 'since'
  if (typed !== clean && !result.end) return undefined;
  return rangeOf(result, typed, now, parse);
}

/** The instant at which the browser's own clock shows this time: parsers count days and hours by that clock. */
const browserTime = (wall: WallTime): Date => new Date(wall.slice(0, 16).replace(' ', 'T'));

function isWhole(typed: string, { index, text }: ParsedResult, language: Language): boolean {
  const left = `${typed.slice(0, index)} ${typed.slice(index + text.length)}`;
  const words = left.toLowerCase().split(/[\s,.、()]+/);
  return words.every((word) => word === '' || idleWords[language].includes(word));
}

function rangeOf(result: ParsedResult, typed: string, now: WallTime, parse: Parse): TypedRange | undefined {
  const parts = result.start;
  const back = later(parts, now);
  const start = earlier(timeOf(parts), back);
  // chrono returns null here, although its type says undefined
  const end = result.end ? earlier(timeOf(result.end), back) : undefined;
  const tags = parts.tags();
  if (tags.has('result/relativeDateAndTime') || tags.has('casualReference/now')) {
    return end === undefined ? before(start, msOf(now) + minuteMs) : until(start, end);
  }
  if (parts.isCertain('hour')) return end === undefined ? before(start, start + hourMs) : until(start, end);
  if (nights.test(typed)) return undefined;
  const parted = partsOfDay.filter(([words]) => words.test(typed));
  if (parted.length > 0) return end === undefined && parted.length === 1 ? partOf(start, parted[0]) : undefined;
  if (end === undefined && tags.has('result/relativeDate')) return counted(parts, spans.test(typed), now, parse);
  if (thisWeek.test(result.text)) return days(mondayOf(msOf(now)), msOf(now));
  const last = end ?? start;
  if (parts.isCertain('day')) return days(start, last);
  if (parts.isCertain('month')) return days(start, lastOfMonth(last));
  return days(start, parts.isCertain('year') ? lastOfYear(last) : last);
}

function partOf(day: number, part: (typeof partsOfDay)[number] | undefined): TypedRange | undefined {
  const midnight = Math.floor(day / dayMs) * dayMs;
  return part && before(midnight + part[1] * hourMs, midnight + part[2] * hourMs);
}

type Parse = (at: WallTime) => ParsedResult | undefined;
/** Reads counted dates: 'last 7 days' is from then to now, '3 days ago' only that day. One month or year is all of it. */
function counted(parts: ParsedComponents, isSpan: boolean, now: WallTime, parse: Parse): TypedRange | undefined {
  const today = msOf(now);
  if (parts.isCertain('day')) return days(timeOf(parts), isSpan ? today : timeOf(parts));
  // of a quarter, nothing is certain
  if (!parts.isCertain('year')) return undefined;
  // counted from the first day, which every month has: from the 31st, the parser lands in the month after a shorter one
  const from = parse(`${now.slice(0, 8)}01${now.slice(10)}`)?.start ?? parts;
  const isMonth = parts.isCertain('month');
  const [year, month] = [from.get('year') ?? 0, (from.get('month') ?? 1) - 1];
  const [thisYear = 0, thisMonth = 0, day = 0] = now.slice(0, 10).split('-').map(Number);
  const count = isMonth ? 12 * (thisYear - year) + thisMonth - 1 - month : thisYear - year;
  const last = Date.UTC(year, month + 1, 0);
  if (isSpan && count > 1) return days(Math.min(Date.UTC(year, month, day), last), today);
  return isMonth ? days(Date.UTC(year, month, 1), last) : days(Date.UTC(year, 0, 1), Date.UTC(year, 12, 0));
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
/** The amount by which a date moves back that the parser put into the future because a part of it was left out. */
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
const lastOfYear = (ms: number): number => new Date(ms).setUTCMonth(12, 0);
const mondayOf = (ms: number): number => ms - ((new Date(ms).getUTCDay() + 6) % 7) * dayMs;

const range = (from: number, to: number): TypedRange | undefined =>
  Number.isNaN(from) || Number.isNaN(to) || to < from ? undefined : { from: wallOf(from), to: wallOf(to) };
/** The range up to and including the whole minute before `end`. */
function before(from: number, end: number): TypedRange | undefined {
  const times = range(from, end - minuteMs);
  return times && { ...times, to: `${times.to}:59` };
}
/** The range up to an end that was typed. Midnight is the end of the day before, not the beginning of another one. */
const until = (from: number, end: number): TypedRange | undefined =>
  end % dayMs === 0 ? before(from, end) : range(from, end);
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
  if (last === first) return before(first.at, first.at + hourMs);
  return until(first.at, last.isTime ? last.at : last.at + dayMs);
}
function readNumber(text: string, now: WallTime): { at: number; isTime: boolean } | undefined {
  const [whole, year, month, day, half, hour, minute, minutes] = number.exec(text) ?? [];
  if (!whole || (!month && !hour)) return undefined;
  const isTime = hour !== undefined;
  const on = month && day ? `${month.padStart(2, '0')}-${day.padStart(2, '0')}` : now.slice(5, 10);
  const shown = Number(hour ?? 0);
  if (shown > (half ? 12 : 23)) return undefined;
  const hours = half ? (shown % 12) + (half === '오후' ? 12 : 0) : shown;
  const time = `${String(hours).padStart(2, '0')}:${(minute ?? minutes ?? '00').padStart(2, '0')}`;
  const wall = (of: number) => `${of} ${time}`.replace(' ', `-${on} `);
  const thisYear = Number(now.slice(0, 4));
  let at = msOf(wall(year ? Number(year) : thisYear));
  if (!year && at > msOf(now)) at = month ? msOf(wall(thisYear - 1)) : at - dayMs;
  // 31 June is no date
  return wallOf(Number.isNaN(at) ? 0 : at).slice(5, 10) === on || !month ? { at, isTime } : undefined;
}
