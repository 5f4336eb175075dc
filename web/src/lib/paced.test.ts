import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { paced } from './paced.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('the first call runs at once, and many calls in between run once', async () => {
  let runs = 0;
  const { ask } = paced(async () => runs++, 3000);
  ask();
  await vi.advanceTimersByTimeAsync(0);
  expect(runs).toBe(1);
  for (let i = 0; i < 20; i++) {
    ask();
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(runs).toBe(1);
  await vi.advanceTimersByTimeAsync(1000);
  expect(runs).toBe(2);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(runs).toBe(2);
});

test('a temporary failure is retried, up to five runs in all', async () => {
  let runs = 0;
  let until = 3;
  const { ask } = paced(
    async () => {
      if (++runs < until) throw new Error('away');
    },
    1000,
    ({ message }) => message === 'away',
  );
  ask();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(runs).toBe(3);
  [runs, until] = [0, 100];
  ask();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(runs).toBe(5);
});

test('runs never overlap, and a failure does not stop later ones', async () => {
  let running = 0;
  let most = 0;
  let runs = 0;
  const works: (() => void)[] = [];
  const { ask, stop } = paced(async () => {
    most = Math.max(most, ++running);
    await new Promise<void>((done) => works.push(done));
    running--;
    if (runs++ === 0) throw new Error('on purpose');
  }, 1000);
  ask();
  await vi.advanceTimersByTimeAsync(2000);
  ask();
  await vi.advanceTimersByTimeAsync(20_000);
  expect([runs, works.length]).toEqual([0, 1]);
  works[0]?.();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(works).toHaveLength(2);
  works[1]?.();
  await vi.advanceTimersByTimeAsync(20_000);
  expect([runs, most]).toEqual([2, 1]);
  stop();
  ask();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(works).toHaveLength(2);
});
