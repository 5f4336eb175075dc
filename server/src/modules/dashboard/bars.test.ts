import { expect, test } from 'vitest';
import { barEdges, type Bucket, isFull } from './bars.ts';

const edges = (bucket: Bucket, zone: string, from: string, to: string, most = 1000) =>
  barEdges({ from: Date.parse(from), to: Date.parse(to), bucket, zone }, most);
/** The lengths of the bars, in minutes. */
const lengths = (list: readonly number[] = []) => list.slice(1).map((edge, i) => (edge - (list[i] ?? 0)) / 60_000);

test('days are those of the zone, with 23 and 25 hours when clocks change', () => {
  const days = (zone: string, from: string, to: string) =>
    lengths(edges('day', zone, from, to)).map((minutes) => minutes / 60);
  expect(days('Europe/Berlin', '2026-03-27T23:00:00.000Z', '2026-03-30T22:00:00.000Z')).toEqual([24, 23, 24]);
  expect(days('Europe/Berlin', '2026-10-23T22:00:00.000Z', '2026-10-26T23:00:00.000Z')).toEqual([24, 25, 24]);
  expect(days('Australia/Lord_Howe', '2026-04-03T13:00:00.000Z', '2026-04-06T13:30:00.000Z')).toEqual([24, 24.5, 24]);
  expect(days('America/St_Johns', '2026-03-07T03:30:00.000Z', '2026-03-09T02:30:00.000Z')).toEqual([24, 23]);
});

test('a day that the zone skipped has no bar', () => {
  expect(lengths(edges('day', 'Pacific/Apia', '2011-12-29T10:00:00.000Z', '2011-12-31T10:00:00.000Z'))).toEqual([
    1440, 1440,
  ]);
});

test('hours begin with the clock of the zone, also where it is half or three quarters of an hour off', () => {
  const [, second = 0] = edges('hour', 'Asia/Kathmandu', '2026-01-01T00:00:00.000Z', '2026-01-01T03:00:00.000Z') ?? [];
  expect(new Date(second).toISOString()).toBe('2026-01-01T00:15:00.000Z');
  // 02:00 becomes 01:30
  expect(lengths(edges('hour', 'Australia/Lord_Howe', '2026-04-04T14:00:00.000Z', '2026-04-04T16:30:00.000Z'))).toEqual(
    [60, 30, 60],
  );
});

test('the ends of the range cut the first and the last bar', () => {
  const list = edges('hour', 'UTC', '2026-01-01T00:59:59.999Z', '2026-01-01T02:00:00.001Z') ?? [];
  expect(list.slice(1).map((edge, i) => edge - (list[i] ?? 0))).toEqual([1, 3_600_000, 1]);
  const [day, hour] = [
    { bucket: 'day', zone: 'Asia/Kolkata' },
    { bucket: 'hour', zone: 'Asia/Kolkata' },
  ] as const;
  expect(isFull(Date.parse('2026-01-01T18:30:00.000Z'), day)).toBe(true);
  expect(isFull(Date.parse('2026-01-01T19:30:00.000Z'), day)).toBe(false);
  expect(isFull(Date.parse('2026-01-01T19:30:00.000Z'), hour)).toBe(true);
  expect(isFull(Date.parse('2026-01-01T19:00:00.000Z'), hour)).toBe(false);
});

test('more bars than asked for are none', () => {
  expect(edges('hour', 'UTC', '2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z', 24)).toHaveLength(25);
  expect(edges('hour', 'UTC', '2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.001Z', 24)).toBeUndefined();
  expect(edges('hour', 'UTC', '2000-01-01T00:00:00.000Z', '9999-01-02T00:00:00.000Z', 24)).toBeUndefined();
});
