import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchToday } from './today.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('each day that begins in the zone is noticed once, within a minute', () => {
  // half past eleven in the evening in London
  vi.setSystemTime('2026-06-30T22:30:00Z');
  let begun = 0;
  const stop = watchToday('Europe/London', () => begun++);
  vi.advanceTimersByTime(29 * 60_000);
  expect(begun).toBe(0);
  vi.advanceTimersByTime(2 * 60_000);
  expect(begun).toBe(1);
  vi.advanceTimersByTime(23 * 3_600_000);
  expect(begun).toBe(1);
  vi.advanceTimersByTime(3_600_000);
  expect(begun).toBe(2);
  stop();
  vi.advanceTimersByTime(48 * 3_600_000);
  expect(begun).toBe(2);
});
