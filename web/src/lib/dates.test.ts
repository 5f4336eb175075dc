import { expect, test } from 'vitest';
import { dateTime, dateTimeSeconds, relativeTime } from './dates.ts';

test.each([
  ['2026-03-29T00:59:59.999Z', 'Europe/London', '29/03/2026 00:59:59'],
  ['2026-03-29T01:00:00.000Z', 'Europe/London', '29/03/2026 02:00:00'],
  ['2026-01-01T00:00:00.000Z', 'America/New_York', '31/12/2025 19:00:00'],
  ['2026-11-20T15:00:00.000Z', 'Asia/Tokyo', '21/11/2026 00:00:00'],
  ['2026-11-20T15:04:05.000Z', 'UTC', '20/11/2026 15:04:05'],
])('%s in %s is %s', (instant, zone, expected) => {
  expect(dateTimeSeconds(instant, zone)).toBe(expected);
  expect(dateTime(instant, zone)).toBe(expected.slice(0, 16));
});

test('the time since an instant is short where there is little room', () => {
  const now = Date.parse('2026-11-20T15:04:05.000Z');
  expect(relativeTime('2026-11-20T12:00:00.000Z', 'long', now)).toBe('3 hours ago');
  expect(relativeTime('2026-11-20T12:00:00.000Z', 'short', now)).toBe('3 hr. ago');
  expect(relativeTime('2026-11-20T12:00:00.000Z', 'long', now)).toBe('3 hours ago');
});
