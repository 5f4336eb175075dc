// Shutdown: the load balancer is notified first, then everything that was opened is closed in reverse order, within a time limit.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { StartError } from '#db/start-error.ts';
import { handleTaskError, reportFailure } from './jobs/background.ts';
import { toPortalError } from './http/error-handler.ts';

const maxStopMs = 4_800;
/** A second SIGTERM within this time, in ms, is the first: npm passes its own on, beside the process group's. */
const sameSignalMs = 1_000;

export type Lifecycle = {
  /**
   * Closes a part at shutdown, within `ms`; after that it is cut off, and the exit code is 1. Register before opening, so that a
   * signal during the opening finds it.
   */
  onStop(close: () => unknown, ms?: number): void;
  /** Starts shutdown; never resolves, because the process exits. */
  stop(code: number): Promise<never>;
  /** Sets the time for which requests are served after SIGTERM, while /readyz reports that the process is stopping. */
  drainFor(ms: number): void;
  /** Marks the end of startup: from now on the process survives a lost database. */
  started(): void;
  /** True from the signal on, even while requests are still served. */
  stopping(): boolean;
  logTo(log: Logger): void;
};

/** Resolves to whether the work ended within `ms`. */
function endsWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), ms);
  return Promise.race([work.then(() => true), promise]).finally(() => clearTimeout(timer));
}

/** Installs the signal handlers; call it before anything is started. */
export function startLifecycle(): Lifecycle {
  const closers: { close: () => unknown; ms: number }[] = [];
  let log: Logger | undefined;
  let serving = false;
  let drainMs = 0;
  let draining: AbortController | undefined;
  let drainingSince = 0;
  let stopping: Promise<never> | undefined;

  async function shutDown(code: number): Promise<never> {
    setTimeout(() => process.exit(code || 1), maxStopMs).unref();
    let isWhole = true;
    for (const { close, ms } of closers.toReversed()) {
      try {
        if (await endsWithin(ms, Promise.resolve(close()))) continue;
        isWhole = false;
        log?.error({ ms }, 'cut off while stopping');
      } catch (error) {
        log?.error({ err: error }, 'error while stopping');
      }
    }
    process.exit(isWhole ? code : code || 1);
  }
  const stop = (code: number) => (stopping ??= shutDown(code));
  async function drain(): Promise<void> {
    draining = new AbortController();
    drainingSince = performance.now();
    await sleep(drainMs, undefined, { signal: draining.signal }).catch(() => {});
    await stop(0);
  }

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (signal === 'SIGTERM' && draining && performance.now() - drainingSince < sameSignalMs) return;
      // SIGTERM comes from a service manager or orchestrator with a load balancer; a terminal's Ctrl+C needs no drain
      const graceful = signal === 'SIGTERM' && serving && drainMs > 0 && !draining;
      log?.info({ signal, drainMs: graceful ? drainMs : 0 }, 'stopping');
      if (graceful) void drain();
      else if (draining) draining.abort();
      else void stop(0);
    });
  }
  const fatal = (error: unknown) => {
    if (stopping) return; // shutdown interrupted this work
    if (handleTaskError(error)) return;
    // each background task and each request waits for the database by itself
    if (serving && toPortalError(error).code === 'unavailable') return reportFailure('unknown', log, error);
    if (error instanceof StartError) console.error(error.message);
    else if (log) log.fatal({ err: error }, 'unexpected error');
    else console.error(error);
    void stop(1);
  };
  process.on('uncaughtException', fatal);
  process.on('unhandledRejection', fatal);

  return {
    onStop: (close, ms = 2_500) => void closers.push({ close, ms }),
    stop,
    started: () => void (serving = true),
    drainFor: (ms) => void (drainMs = ms),
    stopping: () => stopping !== undefined || draining !== undefined,
    logTo: (logger) => void (log = logger),
  };
}
