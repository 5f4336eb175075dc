// The end of the process: everything that was opened is closed, the last first, in bounded time.
import type { Logger } from 'pino';
import { StartError } from '#db/start-error.ts';
import { failedInBackground, noteFailure } from './background.ts';
import { toPortalError } from './error-handler.ts';

const wholeStopMs = 4_800;

export type Lifecycle = {
  /** Closed at the end, at most `ms` waited for. Register before the work that opens it, so that a signal meanwhile finds it. */
  closing(close: () => unknown, ms?: number): void;
  /** Begins the end; resolves never, because the process exits. */
  stop(code: number): Promise<never>;
  /** The start is over: from now on a database that goes away is waited for. */
  started(): void;
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

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      log?.info({ signal }, 'stopping');
      void stop(0);
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
    stopping: () => stopping !== undefined,
    logTo: (logger) => void (log = logger),
  };
}
