// The end of the process: the load balancer is told first, then everything that was opened is closed, the last first, in
// bounded time.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { StartError } from '#db/start-error.ts';
import { failedInBackground, noteFailure } from './jobs/background.ts';
import { toPortalError } from './http/error-handler.ts';

const wholeStopMs = 4_800;

export type Lifecycle = {
  /** Closed at the end, at most `ms` waited for. Register before the work that opens it, so that a signal meanwhile finds it. */
  closing(close: () => unknown, ms?: number): void;
  /** Begins the end; resolves never, because the process exits. */
  stop(code: number): Promise<never>;
  /** How long requests are served after SIGTERM, while /readyz says that the process is stopping. */
  drainFor(ms: number): void;
  /** The start is over: from now on a database that goes away is waited for. */
  started(): void;
  /** Since the signal, also while requests are still served. */
  stopping(): boolean;
  logTo(log: Logger): void;
};

const within = (ms: number, work: Promise<unknown>) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  return Promise.race([work, promise]).finally(() => clearTimeout(timer));
};

/** Takes over the signals; call it before anything is started. */
export function startLifecycle(): Lifecycle {
  const closers: { close: () => unknown; ms: number }[] = [];
  let log: Logger | undefined;
  let serving = false;
  let drainMs = 0;
  let draining: AbortController | undefined;
  let stopping: Promise<never> | undefined;

  async function end(code: number): Promise<never> {
    setTimeout(() => process.exit(code || 1), wholeStopMs).unref();
    for (const { close, ms } of closers.toReversed()) {
      try {
        await within(ms, Promise.resolve(close()));
      } catch (error) {
        log?.error({ err: error }, 'while stopping');
      }
    }
    process.exit(code);
  }
  const stop = (code: number) => (stopping ??= end(code));
  async function drain(): Promise<void> {
    draining = new AbortController();
    await sleep(drainMs, undefined, { signal: draining.signal }).catch(() => {});
    await stop(0);
  }

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      // a service manager or orchestrator, which has a load balancer before it; a person at a terminal has none
      const gently = signal === 'SIGTERM' && serving && drainMs > 0 && !draining;
      log?.info({ signal, drainMs: gently ? drainMs : 0 }, 'stopping');
      if (gently) void drain();
      else if (draining) draining.abort();
      else void stop(0);
    });
  }
  const fatal = (error: unknown) => {
    if (stopping) return; // work that was cut off by the end
    if (failedInBackground(error)) return;
    // each part that needs the database, and each request, waits for it by itself
    if (serving && toPortalError(error).code === 'unavailable') return noteFailure('unknown', log, error);
    if (error instanceof StartError) console.error(error.message);
    else if (log) log.fatal({ err: error }, 'unforeseen error');
    else console.error(error);
    void stop(1);
  };
  process.on('uncaughtException', fatal);
  process.on('unhandledRejection', fatal);

  return {
    closing: (close, ms = 2_500) => void closers.push({ close, ms }),
    stop,
    started: () => void (serving = true),
    drainFor: (ms) => void (drainMs = ms),
    stopping: () => stopping !== undefined || draining !== undefined,
    logTo: (logger) => void (log = logger),
  };
}
