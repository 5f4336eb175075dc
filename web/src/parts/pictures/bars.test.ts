import type { Bucket } from '@keyward/contract/buckets';
import { expect, test } from 'vitest';
import { wallTime } from '#lib/wallTime.ts';
import { labelled } from './bars.ts';

test('labels are at full hours, midnights or first days of months in the zone, and fit', () => {
  const hourMs = 3_600_000;
  const every = (from: string, step: number, n: number) =>
    Array.from({ length: n }, (_, i) => new Date(Date.parse(from) + i * step).toISOString());
  const wallsOf = (list: string[], bucket: Bucket, most: number) =>
    labelled({ starts: list, bucket }, 'Asia/Kathmandu', most).map((bar) =>
      wallTime(list[bar] ?? '', 'Asia/Kathmandu'),
    );
  // midnight in Kathmandu
  const week = every('2026-11-16T18:15:00.000Z', hourMs, 160);
  expect(wallsOf(week, 'hour', 8).map((wall) => wall.slice(11))).toEqual(Array.from({ length: 7 }, () => '00:00:00'));
  expect(wallsOf(week, 'hour', 4).length).toBeLessThanOrEqual(4);
  expect(wallsOf(week.slice(0, 24), 'hour', 8).map((wall) => wall.slice(11, 13))).toEqual(
    '00 03 06 09 12 15 18 21'.split(' '),
  );
  const year = every('2025-10-31T18:15:00.000Z', 24 * hourMs, 389);
  expect(wallsOf(year, 'day', 13).map((wall) => wall.slice(8, 10))).toEqual(Array.from({ length: 13 }, () => '01'));
  expect(wallsOf(year, 'day', 4).length).toBeGreaterThan(1);
  expect(wallsOf(year, 'day', 4).length).toBeLessThanOrEqual(4);
  expect(labelled({ starts: [], bucket: 'day' }, 'UTC', 4)).toEqual([]);
});

test('labels of longer and shorter bars follow the clock and the calendar', () => {
  const labels = (bucket: Bucket, starts: string[], most: number) =>
    labelled({ starts, bucket }, 'UTC', most).map((bar) => starts[bar]);
  const every = (minutes: number, n: number) =>
    Array.from({ length: n }, (_, i) => new Date(Date.UTC(2026, 0, 1) + i * minutes * 60_000).toISOString());
  expect(labels('quarterHour', every(15, 8), 8)).toHaveLength(8);
  expect(labels('quarterHour', every(15, 96), 8).map((start) => start?.slice(11, 16))).toEqual(
    '00 03 06 09 12 15 18 21'.split(' ').map((hour) => `${hour}:00`),
  );
  expect(labels('threeHours', every(180, 80), 10).every((start) => start?.endsWith('T00:00:00.000Z'))).toBe(true);
  const months = Array.from({ length: 40 }, (_, i) => new Date(Date.UTC(2024, i, 1)).toISOString());
  expect(labels('month', months, 8).map((start) => start?.slice(5, 7))).toEqual([
    '01',
    '07',
    '01',
    '07',
    '01',
    '07',
    '01',
  ]);
  expect(labels('month', months, 4)).toEqual([
    '2024-01-01T00:00:00.000Z',
    '2025-01-01T00:00:00.000Z',
    '2026-01-01T00:00:00.000Z',
    '2027-01-01T00:00:00.000Z',
  ]);
  const years = Array.from({ length: 9 }, (_, i) => new Date(Date.UTC(2018 + i, 0, 1)).toISOString());
  expect(labels('year', years, 5).map((start) => start?.slice(0, 4))).toEqual(['2018', '2020', '2022', '2024', '2026']);
  const weeks = every(7 * 1440, 100);
  expect(labels('week', weeks, 8).length).toBeGreaterThan(2);
  expect(labels('week', weeks, 8).length).toBeLessThanOrEqual(8);
});
