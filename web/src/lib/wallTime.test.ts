import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { instantAt, wallTime } from './wallTime.ts';

const iso = (wall: string, zone: string, which?: 'first' | 'last') =>
  new Date(instantAt(wall, zone, which)).toISOString();

test('a time in a zone converts to an instant and back', () => {
  expect(wallTime('2026-11-21T00:30:00.000Z', 'Asia/Tokyo')).toBe('2026-11-21 09:30:00');
  expect(iso('2026-11-21 09:30', 'Asia/Tokyo')).toBe('2026-11-21T00:30:00.000Z');
});

describe('London, 29 March 2026: the clocks go from 01:00 to 02:00', () => {
  test('a day has 23 hours', () => {
    expect(iso('2026-03-29 00:00', 'Europe/London')).toBe('2026-03-29T00:00:00.000Z');
    expect(iso('2026-03-30 00:00', 'Europe/London')).toBe('2026-03-29T23:00:00.000Z');
  });
  test('a skipped time is read by the clock before the change', () => {
    expect(iso('2026-03-29 01:30', 'Europe/London')).toBe('2026-03-29T01:30:00.000Z');
    expect(iso('2026-03-29 01:30', 'Europe/London', 'last')).toBe('2026-03-29T01:30:00.000Z');
  });
});

describe('New York, 1 November 2026: the clocks go from 02:00 to 01:00', () => {
  test('a time that occurs twice is read as either of the two', () => {
    expect(iso('2026-11-01 01:30', 'America/New_York')).toBe('2026-11-01T05:30:00.000Z');
    expect(iso('2026-11-01 01:30', 'America/New_York', 'last')).toBe('2026-11-01T06:30:00.000Z');
  });
});

test('the clocks of Lord Howe change by half an hour', () => {
  expect(iso('2026-04-05 01:45', 'Australia/Lord_Howe')).toBe('2026-04-04T14:45:00.000Z');
  expect(iso('2026-04-05 01:45', 'Australia/Lord_Howe', 'last')).toBe('2026-04-04T15:15:00.000Z');
});

const zones = [
  'Europe/London',
  'America/New_York',
  'Australia/Lord_Howe',
  'America/Sao_Paulo',
  'Asia/Tokyo',
  'Pacific/Apia',
];
const minute = fc.integer({ min: Date.UTC(2010, 0, 1) / 60_000, max: Date.UTC(2030, 0, 1) / 60_000 });

test('every minute of twenty years is found by its own wall time', () => {
  fc.assert(
    fc.property(fc.constantFrom(...zones), minute, (zone, n) => {
      const at = n * 60_000;
      const wall = wallTime(at, zone);
      const first = instantAt(wall, zone);
      const last = instantAt(wall, zone, 'last');
      expect([first, last]).toContain(at);
      expect(wallTime(first, zone)).toBe(wall);
      expect(wallTime(last, zone)).toBe(wall);
      expect(first).toBeLessThanOrEqual(last);
    }),
    { numRuns: 5000 },
  );
});
