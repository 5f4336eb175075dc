import { expect, onTestFinished, test, vi } from 'vitest';
import { handleTaskError, runInBackground, backoffMs, supervise } from './background.ts';
import { processMetrics } from '#core/metrics.ts';

const lines: { part: string; text: string; retryMs?: number }[] = [];
const note = (fields: object, text: string) =>
  void lines.push({ ...(fields as { part: string; retryMs?: number }), text });
const log = { warn: note, error: note };
const failures = async (part: string) =>
  (await processMetrics.getSingleMetric('keyward_background_failures_total')?.get())?.values.find(
    ({ labels }) => labels.part === part,
  )?.value ?? 0;
const never = new Promise<never>(() => {});

test('a task that fails to start or ends is restarted, until it is stopped', async () => {
  let starts = 0;
  let stops = 0;
  const running = Promise.withResolvers<void>();
  const part = supervise('testing', log, () => {
    starts++;
    if (starts === 1) throw new Error('not now');
    if (starts === 2) return { ended: Promise.reject(new Error('gone')), stop: () => stops++ };
    running.resolve();
    return { ended: never, stop: () => stops++ };
  });
  await running.promise;
  await part.stop();
  expect({ starts, stops, failures: await failures('testing') }).toEqual({ starts: 3, stops: 2, failures: 2 });
  expect(lines.filter(({ part: name }) => name === 'testing')).toHaveLength(2);
});

test('a finished task is not restarted', async () => {
  let starts = 0;
  const ended = Promise.withResolvers<void>();
  const part = supervise('once', log, () => {
    starts++;
    return { ended: Promise.resolve(), stop: ended.resolve };
  });
  await ended.promise;
  await part.stop();
  expect([starts, await failures('once')]).toEqual([1, 0]);
});

test('a healthy task resets the pause before its next restart', async () => {
  let starts = 0;
  const running = Promise.withResolvers<void>();
  const part = supervise('well', log, (self) => {
    starts++;
    self.healthy();
    if (starts <= 3) throw new Error('not now');
    running.resolve();
    return { ended: never, stop: () => {} };
  });
  await running.promise;
  await part.stop();
  const pauses = lines.flatMap(({ part: name, retryMs }) => (name === 'well' ? [retryMs] : []));
  expect(pauses).toHaveLength(3);
  for (const ms of pauses) expect(ms).toBeLessThanOrEqual(250);
});

test('a task that does not stop is abandoned', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const running = Promise.withResolvers<void>();
  const part = supervise('stuck', log, () => {
    running.resolve();
    return { ended: never, stop: () => never };
  });
  await running.promise;
  const stopped = part.stop();
  await vi.advanceTimersByTimeAsync(5_000);
  await stopped;
});

test('an unhandled error restarts its task, and is only counted after the task ended', async () => {
  let starts = 0;
  const running = Promise.withResolvers<void>();
  const part = supervise('dropping', log, () => {
    starts++;
    if (starts === 1) handleTaskError(new Error('dropped'));
    else running.resolve();
    return { ended: never, stop: () => handleTaskError(new Error('too late')) };
  });
  await running.promise;
  await part.stop();
  expect({ starts, failures: await failures('dropping') }).toEqual({ starts: 2, failures: 3 });
  expect(handleTaskError(new Error('of no part'))).toBe(false);
});

test('failed work is counted and logged, and does not reject', async () => {
  expect(await runInBackground('errand', log, () => Promise.reject(new Error('no')))).toBe(false);
  expect(await runInBackground('errand', log, () => 1)).toBe(true);
  expect(await failures('errand')).toBe(1);
});

test('pauses grow, have jitter, and stay below half a minute', () => {
  const longest = (n: number) => Math.max(...Array.from({ length: 200 }, () => backoffMs(n)));
  const all = [0, 1, 2, 3, 4, 5, 6].map(longest);
  expect(all).toEqual(all.toSorted((a, b) => a - b));
  expect(new Set(Array.from({ length: 50 }, () => backoffMs(3))).size).toBeGreaterThan(1);
  for (const n of [7, 50, 5000]) expect(longest(n)).toBeLessThanOrEqual(30_000);
});
