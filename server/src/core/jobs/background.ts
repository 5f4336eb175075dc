// Background tasks: a failed task is logged, counted and restarted, and never ends the process.
import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { Counter, Gauge } from 'prom-client';
import { processMetrics } from '#core/metrics.ts';

/** The parts of pino's and Fastify's loggers that a task needs. */
export type BackgroundLog = { warn(fields: object, text: string): void; error(fields: object, text: string): void };

export type Instance = {
  /** Settles when the task ends: if rejected, it is restarted; if resolved, it was finished. */
  ended: Promise<unknown>;
  stop: () => unknown;
};
/** What a task can report while it runs. */
export type Self = {
  /** Reports a fatal fault: the task is stopped and restarted. */
  failed: (error: unknown) => void;
  /** Reports success: resets the pause. */
  well: () => void;
};
type Part = Self & { name: string; log: BackgroundLog; over: boolean };

const shortestMs = 250;
const longestMs = 30_000;
/** How long to wait for a task to stop before abandoning it. */
const stopMs = 5_000;

const failures = new Counter({
  name: 'keyward_background_failures_total',
  help: 'Failures of work beside the requests, by part',
  labelNames: ['part'],
  registers: [processMetrics],
});
const up = new Gauge({
  name: 'keyward_background_up',
  help: 'Whether a part of the process that works beside the requests is running',
  labelNames: ['part'],
  registers: [processMetrics],
});

const parts = new AsyncLocalStorage<Part>();

/**
 * The pause after the n-th consecutive failure (from 0), in milliseconds: doubling, capped, with jitter against other
 * processes.
 */
export const pauseMs = (n: number): number =>
  Math.min(longestMs, shortestMs * 2 ** Math.min(n, 20)) * (0.5 + Math.random() / 2);

/** Counts and logs a failure that the task survives. */
export function noteFailure(part: string, log: BackgroundLog | undefined, error: unknown, againMs?: number): void {
  failures.inc({ part });
  log?.error(
    { part, err: error, ...(againMs === undefined ? {} : { againMs: Math.round(againMs) }) },
    'background failure',
  );
}

/**
 * For `unhandledRejection` and `uncaughtException`: true when the error comes from a task, which is then restarted.
 * Libraries drop promises of their own; the asynchronous context identifies the task they belong to.
 */
export function failedInBackground(error: unknown): boolean {
  const part = parts.getStore();
  if (!part) return false;
  if (part.over) noteFailure(part.name, part.log, error);
  else part.failed(error);
  return true;
}

/**
 * Runs one piece of a task's work, whose failure affects nothing else. Resolves to whether it succeeded; never rejects.
 */
export async function inBackground(name: string, log: BackgroundLog, work: () => unknown): Promise<boolean> {
  const part: Part = { name, log, over: true, failed: () => {}, well: () => {} };
  try {
    await parts.run(part, async () => work());
    return true;
  } catch (error) {
    noteFailure(name, log, error);
    return false;
  }
}

function within(ms: number, work: unknown): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  return Promise.race([work, promise]).finally(() => clearTimeout(timer));
}

/** Starts a task, waits for its end, and stops it. Rejects with the error that ended it. */
async function liveOnce(part: Part, fault: Promise<never>, start: (self: Self) => Instance | Promise<Instance>) {
  const starting = parts.run(part, async () => start(part));
  try {
    const { ended } = await Promise.race([starting, fault]);
    up.set({ part: part.name }, 1);
    await Promise.race([ended, fault]);
  } finally {
    part.over = true;
    up.set({ part: part.name }, 0);
    const stopped = parts.run(part, async () => (await starting).stop());
    await within(stopMs, stopped).catch(() => {});
  }
}

/**
 * Runs a task until `stop`: it is restarted, after growing pauses, when `start` rejects, its instance ends with an
 * error, or an unhandled error comes from it.
 */
export function supervise(
  name: string,
  log: BackgroundLog,
  start: (self: Self) => Instance | Promise<Instance>,
): { stop: () => Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const asked = Promise.withResolvers<void>();
  let inARow = 0;

  async function run(): Promise<void> {
    while (!signal.aborted) {
      const fault = Promise.withResolvers<never>();
      fault.promise.catch(() => {}); // it may reject after the last await
      const part: Part = { name, log, over: false, failed: fault.reject, well: () => void (inARow = 0) };
      const stop = () => fault.reject(signal.reason);
      signal.addEventListener('abort', stop, { once: true });
      try {
        await liveOnce(part, fault.promise, start);
        return;
      } catch (error) {
        if (signal.aborted) return;
        const pause = pauseMs(inARow++);
        noteFailure(name, log, error, pause);
        await sleep(pause, undefined, { signal }).catch(() => {});
      } finally {
        signal.removeEventListener('abort', stop);
      }
    }
  }
  void run().finally(asked.resolve);
  return {
    stop: () => {
      stopping.abort();
      return asked.promise;
    },
  };
}
