import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { persistently, tryNow } from './persist.ts';

vi.hoisted(() => vi.stubGlobal('addEventListener', () => undefined));

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A load whose tries fail or succeed one by one. */
function slowly() {
  const tries: PromiseWithResolvers<string>[] = [];
  const loaded = persistently(() => {
    const next = Promise.withResolvers<string>();
    tries.push(next);
    return next.promise;
  });
  const fail = async () => {
    tries.at(-1)?.reject(new Error('no connection'));
    await vi.advanceTimersByTimeAsync(0);
  };
  return { tries, loaded, fail };
}

test('the delays grow with every failed try', async () => {
  const { tries, loaded, fail } = slowly();
  for (const [n, ms] of [1000, 2000, 5000, 10_000, 30_000, 30_000].entries()) {
    await fail();
    await vi.advanceTimersByTimeAsync(ms - 1);
    expect(tries).toHaveLength(n + 1);
    await vi.advanceTimersByTimeAsync(1);
    expect(tries).toHaveLength(n + 2);
  }
  tries.at(-1)?.resolve('loaded');
  expect(await loaded).toBe('loaded');
});

test('a try that fails as the connection comes back is repeated within a second', async () => {
  const { tries, loaded, fail } = slowly();
  for (let n = 0; n < 5; n++) {
    await fail();
    await vi.advanceTimersByTimeAsync(30_000);
  }
  expect(tries).toHaveLength(6);
  // the sixth has begun without a connection
  tryNow();
  await fail();
  await vi.advanceTimersByTimeAsync(1000);
  expect(tries).toHaveLength(7);
  await fail();
  await vi.advanceTimersByTimeAsync(2000);
  expect(tries).toHaveLength(8);
  tries.at(-1)?.resolve('loaded');
  expect(await loaded).toBe('loaded');
});
