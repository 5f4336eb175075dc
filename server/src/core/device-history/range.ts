import { hourlyDays, maxHistoryDays } from '@keyward/contract/device-history';
import { invalidFilterValue } from '#core/list/refusals.ts';

/** Instants in their stored form: ISO in UTC with milliseconds. `to` is not included. */
export type Range = { from: string; to: string };

const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;
/** No device reported before this. */
const earliest = Date.parse('2000-01-01T00:00:00.000Z');

/** Throws invalidFilterValue for a range that is empty, too long or too early. */
export function readRange(range: Range): Range {
  const [from, to] = [Date.parse(range.from), Date.parse(range.to)];
  if (from < earliest) throw invalidFilterValue('from', range.from);
  if (from >= to || to - from > maxHistoryDays * dayMs) throw invalidFilterValue('to', range.to);
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
}

const isLonger = ({ from, to }: Range, days: number) =>
  // a range of days has an hour more when clocks change
  Date.parse(to) - Date.parse(from) > days * dayMs + hourMs;

/** The hours that one point of a device's numbers stands for. */
export const hoursOfPoints = (range: Range): 1 | 24 => (isLonger(range, hourlyDays) ? 24 : 1);
/** The same for the small lines of a picture, so that each has about 200 points at most. */
export const hoursOfLines = (range: Range): 1 | 4 | 24 =>
  isLonger(range, 8) ? (isLonger(range, hourlyDays) ? 24 : 4) : 1;
