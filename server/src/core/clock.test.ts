import { afterEach, expect, test } from 'vitest';
import { clock, isWithin } from './clock.ts';

const realNow = clock.now;
afterEach(() => {
  clock.now = realNow;
});

test('isWithin tolerates clocks that differ by up to 30 seconds', () => {
  const instant = Date.UTC(2026, 0, 31, 9);
  const after = (ms: number) => {
    clock.now = () => new Date(instant + ms);
    return isWithin(5, instant);
  };
  expect([-30_001, -30_000, 0, 300_000, 300_001].map(after)).toEqual([false, true, true, true, false]);
});
