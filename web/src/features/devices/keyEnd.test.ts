import { expect, test } from 'vitest';
import { keyEnds, minutesUntil } from './keyEnd.ts';

const paris = 'Europe/Paris';
const until = (wall: string, now: string, zone = paris) => minutesUntil(wall, zone, Date.parse(now));

test('counts the minutes in the person’s zone, at least one', () => {
  expect(until('2026-07-01 12:00', '2026-07-01T09:00:00Z')).toBe(60);
  expect(until('2026-07-01 12:00', '2026-07-01T09:00:00Z', 'UTC')).toBe(180);
  expect(until('2026-07-01 12:00', '2026-07-01T09:59:59.500Z')).toBe(1);
  // a key works until the chosen time, not until a minute before it
  expect(until('2026-07-01 12:00', '2026-07-01T09:00:30Z')).toBe(60);
});

test('refuses the past', () => {
  expect(until('2026-07-01 12:00', '2026-07-01T10:00:00Z')).toBe('keyEndsInPast');
  expect(until('2026-06-30 12:00', '2026-07-01T10:00:00Z')).toBe('keyEndsInPast');
});

test('the limit of 45 days counts calendar days, also across both clock changes', () => {
  expect(until('2026-08-15 12:00', '2026-07-01T10:00:00Z')).toBe(64_800);
  expect(until('2026-08-15 12:01', '2026-07-01T10:00:00Z')).toBe('keyTooLong');
  // to winter time: one hour longer
  expect(until('2026-11-15 12:00', '2026-10-01T10:00:00Z')).toBe(64_860);
  expect(until('2026-11-15 12:01', '2026-10-01T10:00:00Z')).toBe('keyTooLong');
  // to summer time: one hour shorter
  expect(until('2026-04-29 12:00', '2026-03-15T11:00:00Z')).toBe(64_740);
  expect(until('2026-04-29 12:01', '2026-03-15T11:00:00Z')).toBe('keyTooLong');
});

test('the calendar offers exactly what is accepted', () => {
  const now = '2026-10-01T10:00:30Z';
  const { first, last } = keyEnds(paris, Date.parse(now));
  expect(first).toBe('2026-10-01 12:01');
  expect(until(first, now)).toBe(1);
  expect(until('2026-10-01 12:00', now)).toBe('keyEndsInPast');
  expect(last).toBe('2026-11-15 12:00');
  expect(until(last, now)).toBeTypeOf('number');
  expect(until('2026-11-15 12:01', now)).toBe('keyTooLong');
});
