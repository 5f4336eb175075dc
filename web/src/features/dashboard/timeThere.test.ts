import { expect, test } from 'vitest';
import { timeThere } from './timeThere.ts';

const at = '2026-11-23T20:15:00.000Z';

test('the time of a location in another zone is shown with its zone, and with the date if it differs', () => {
  expect(timeThere(at, 'UTC', 'America/New_York')).toBe('15:15 · America/New York');
  expect(timeThere(at, 'UTC', 'Asia/Tokyo')).toBe('24/11/2026 05:15 · Asia/Tokyo');
});

test('a location whose clock shows the same time has no separate time', () => {
  expect(timeThere(at, 'UTC', 'UTC')).toBeNull();
  expect(timeThere(at, 'UTC', 'Europe/London')).toBeNull();
  expect(timeThere('2026-07-23T20:15:00.000Z', 'UTC', 'Europe/London')).toBe('21:15 · Europe/London');
});

test('a zone that the browser does not know is not shown', () => {
  expect(timeThere(at, 'UTC', 'Mars/Olympus')).toBeNull();
});
