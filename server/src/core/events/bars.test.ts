import { type Bucket, buckets } from '@keyward/contract/buckets';
import { expect, test } from 'vitest';
import { barEdges, bucketFor, isFull, nextBar, startOfBar } from './bars.ts';

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

test('hours begin with the clock of the zone, even if its offset has half or three quarters of an hour', () => {
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

test('a range with more bars than the limit has none', () => {
  expect(edges('hour', 'UTC', '2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z', 24)).toHaveLength(25);
  expect(edges('hour', 'UTC', '2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.001Z', 24)).toBeUndefined();
  expect(edges('hour', 'UTC', '2000-01-01T00:00:00.000Z', '9999-01-02T00:00:00.000Z', 24)).toBeUndefined();
});

test('bars of three hours begin at every third hour of the clock, also when it changes', () => {
  // 02:00 becomes 03:00, 03:00 becomes 02:00
  const three = (from: string, to: string) => lengths(edges('threeHours', 'Europe/Berlin', from, to));
  expect(three('2026-03-28T23:00:00.000Z', '2026-03-29T10:00:00.000Z')).toEqual([120, 180, 180, 180]);
  expect(three('2026-10-24T22:00:00.000Z', '2026-10-25T08:00:00.000Z')).toEqual([240, 180, 180]);
});

test('weeks begin with the day that the caller names, months and years with their first day', () => {
  const next = (bucket: Bucket, weekStart?: 'sun' | 'sat') =>
    new Date(
      nextBar(Date.parse('2026-10-24T22:00:00.000Z'), { bucket, zone: 'Europe/Berlin', weekStart }),
    ).toISOString();
  // Sunday, 25 October, when clocks change
  expect(next('week')).toBe('2026-10-25T23:00:00.000Z');
  expect(next('week', 'sun')).toBe('2026-10-31T23:00:00.000Z');
  expect(next('week', 'sat')).toBe('2026-10-30T23:00:00.000Z');
  expect(next('month')).toBe('2026-10-31T23:00:00.000Z');
  expect(next('year')).toBe('2026-12-31T23:00:00.000Z');
});

test('the start of a bar is the last one before or at an instant', () => {
  for (const zone of ['Europe/Berlin', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'America/St_Johns', 'Pacific/Apia']) {
    for (const bucket of buckets) {
      for (const text of [
        '2026-03-29T01:07:00.000Z',
        '2026-10-25T00:59:59.999Z',
        '2026-04-04T15:10:00.000Z',
        '2026-01-01T00:00:00.000Z',
      ]) {
        const ms = Date.parse(text);
        const start = startOfBar(ms, { bucket, zone });
        expect(start).toBeLessThanOrEqual(ms);
        expect(nextBar(start, { bucket, zone }), `${zone} ${bucket} ${text}`).toBeGreaterThan(ms);
        expect(isFull(start, { bucket, zone }), `${zone} ${bucket} ${text}`).toBe(true);
        expect(startOfBar(start, { bucket, zone })).toBe(start);
      }
    }
  }
});

test('bars are as short as their number allows', () => {
  const day = 86_400_000;
  expect([1, 7, 31, 400, 3000, 30_000].map((days) => bucketFor(days * day, 100))).toEqual([
    'quarterHour',
    'threeHours',
    'day',
    'week',
    'month',
    'year',
  ]);
  expect(bucketFor(1e15, 10)).toBe('year');
});
