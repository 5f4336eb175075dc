import type { Connectivity, Readings } from '@keyward/contract/device-metrics';
import { printFilter } from '@keyward/contract/filter';
import { currentLocale } from '#lib/i18n.ts';
import { celsiusWords, percentWords, unitWords } from '#lib/numbers.ts';
import type { Span } from '#parts/history/spells.ts';
import { lastFull } from './pictures.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Full hours or midnights of a range that begins with one: the instants that can have a label. */
export function startsOf({ from, to }: { from: string; to: string }, bucket: 'hour' | 'day', zone: string): string[] {
  const starts: string[] = [];
  const end = Date.parse(to);
  const next = (ms: number) => (bucket === 'hour' ? ms + hourMs : lastFull(ms + 1.5 * dayMs, dayMs, zone));
  for (let at = Date.parse(from); at < end; at = next(at)) starts.push(new Date(at).toISOString());
  return starts;
}

/** Periods in which an OKM was online; one that still lasts ends with the range. */
export const onlineIn = (
  { isOnline, online }: Pick<Connectivity['rows'][number], 'isOnline' | 'online'>,
  { until }: Span,
): Span[] =>
  online.map((one, i) => {
    const end = Date.parse(one.until);
    // a range ends with the present minute, which is not over
    const isNow = isOnline && i === online.length - 1 && until - end <= 2 * minuteMs;
    return { from: Date.parse(one.from), until: isNow ? until : end };
  });

/** Whole degrees around the values of these rows; for batteries, zero to the next ten percent. */
export function scaleOf({ field, rows }: Pick<Readings, 'field' | 'rows'>): [number, number] {
  const values = rows.flatMap(({ points, value }) => [value, ...points.map((point) => point.value)]);
  if (field === 'battery') return [0, Math.max(10, Math.ceil(Math.max(...values) / 10) * 10)];
  const [low, high] = [Math.floor(Math.min(...values)), Math.ceil(Math.max(...values))];
  return low === high ? [low - 1, high + 1] : [low, high];
}

/** Search of the list of devices for these. */
export const devicesOf = (rows: readonly { serial: string }[]): Record<string, string> => ({
  custom_view: 'Overview',
  'filter.serial_number': printFilter({ op: 'in', values: rows.map(({ serial }) => serial) }),
});

const units = [
  ['day', dayMs],
  ['hour', hourMs],
  ['minute', minuteMs],
] as const;

/** '2 hr 10 min' in the language on screen: the two largest units, at least one minute. */
export function durationWords(ms: number): string {
  let left = Math.max(minuteMs, Math.round(ms / minuteMs) * minuteMs);
  const parts: string[] = [];
  const first = units.findIndex(([, size]) => left >= size);
  for (const [unit, size] of units.slice(first, first + 2)) {
    const n = Math.floor(left / size);
    left -= n * size;
    if (n > 0) parts.push(unitWords(n, unit, currentLocale()));
  }
  return parts.join(' ');
}

/** '34%' or '21.5°C'. */
export const valueWords = (field: Readings['field'], value: number): string =>
  field === 'battery' ? percentWords(value / 100, currentLocale(), 1) : celsiusWords(value, currentLocale());
