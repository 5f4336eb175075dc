// Background tasks: a failed task is logged, counted and restarted, and never ends the process.
import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { Counter, Gauge } from 'prom-client';
import { processMetrics } from '#core/metrics.ts';

/** The parts of pino's and Fastify's loggers that a task needs. */
export type BackgroundLog = { warn(fields: object, text: string): void; error(fields: object, text: string): void };

export type RunningTask = {
  /** Settles when the task ends: if rejected, it is restarted; if resolved, it was finished. */
  ended: Promise<unknown>;
  stop: () => unknown;
};
/** The reports that a running task can make. */
export type TaskControl = {
  /** Reports a fatal fault: the task is stopped and restarted. */
  failed: (error: unknown) => void;
  /** Reports success: resets the pause. */
  healthy: () => void;
};
type Task = TaskControl & { name: string; log: BackgroundLog; ended: boolean };

const shortestMs = 250;
const longestMs = 30_000;
/** Time limit in ms for a task to stop, after which it is abandoned. */
const stopMs = 5_000;

const failures = new Counter({
  name: 'keyward_background_failures_total',
  help: 'Failures of background tasks, by task',
  labelNames: ['part'],
  registers: [processMetrics],
});
const up = new Gauge({
  name: 'keyward_background_up',
  help: '1 while the background task runs, else 0',
  labelNames: ['part'],
  registers: [processMetrics],
});

const tasks = new AsyncLocalStorage<Task>();

/**
 * The pause after the n-th consecutive failure (from 0), in milliseconds: doubling, capped, with jitter against other
 * processes.
 */
export const backoffMs = (n: number): number =>
  Math.min(longestMs, shortestMs * 2 ** Math.min(n, 20)) * (0.5 + Math.random() / 2);

/** Counts and logs a failure that the task survives. */
export function reportFailure(part: string, log: BackgroundLog | undefined, error: unknown, retryMs?: number): void {
  failures.inc({ part });
  log?.error(
    { part, err: error, ...(retryMs === undefined ? {} : { retryMs: Math.round(retryMs) }) },
    'background task failed',
  );
}

/**
 * For `unhandledRejection` and `uncaughtException`: true when the error comes from a task, which is then restarted.
 * Libraries drop promises of their own; the asynchronous context identifies the task they belong to.
 */
export function handleTaskError(error: unknown): boolean {
  const task = tasks.getStore();
  if (!task) return false;
  if (task.ended) reportFailure(task.name, task.log, error);
  else task.failed(error);
  return true;
}

/** Runs one piece of a task's work, whose failure affects nothing else. Resolves to true if it succeeded; never rejects. */
export async function runInBackground(name: string, log: BackgroundLog, work: () => unknown): Promise<boolean> {
  const task: Task = { name, log, ended: true, failed: () => {}, healthy: () => {} };
  try {
    await tasks.run(task, async () => work());
    return true;
  } catch (error) {
    reportFailure(name, log, error);
    return false;
  }
}

function withDeadline(ms: number, work: unknown): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  return Promise.race([work, promise]).finally(() => clearTimeout(timer));
}

/** Starts a task, waits for its end, and stops it. Rejects with the error that ended it. */
async function runOnce(
  task: Task,
  fault: Promise<never>,
  start: (self: TaskControl) => RunningTask | Promise<RunningTask>,
) {
  const starting = tasks.run(task, async () => start(task));
  try {
    const { ended } = await Promise.race([starting, fault]);
    up.set({ part: task.name }, 1);
    await Promise.race([ended, fault]);
  } finally {
    task.ended = true;
    up.set({ part: task.name }, 0);
    const stopped = tasks.run(task, async () => (await starting).stop());
    await withDeadline(stopMs, stopped).catch(() => {});
  }
}

/**
 * Runs a task until `stop`: it is restarted, after growing pauses, when `start` rejects, its instance ends with an
 * error, or an unhandled error comes from it.
 */
export function supervise(
  name: string,
  log: BackgroundLog,
  start: (self: TaskControl) => RunningTask | Promise<RunningTask>,
): { stop: () => Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const finished = Promise.withResolvers<void>();
  let consecutiveFailures = 0;

  async function run(): Promise<void> {
    while (!signal.aborted) {
      const fault = Promise.withResolvers<never>();
      fault.promise.catch(() => {}); // it may reject after the last await
      const task: Task = {
        name,
        log,
        ended: false,
        failed: fault.reject,
        healthy: () => void (consecutiveFailures = 0),
      };
      const stop = () => fault.reject(signal.reason);
      signal.addEventListener('abort', stop, { once: true });
      try {
        await runOnce(task, fault.promise, start);
        return;
      } catch (error) {
        if (signal.aborted) return;
        const pause = backoffMs(consecutiveFailures++);
        reportFailure(name, log, error, pause);
        await sleep(pause, undefined, { signal }).catch(() => {});
      } finally {
        signal.removeEventListener('abort', stop);
      }
    }
  }
  void run().finally(finished.resolve);
  return {
    stop: () => {
      stopping.abort();
      return finished.promise;
    },
  };
}
