// Checks in the background whether the database can read and write: for /readyz, and so that no request waits for a
// database that is known to be unavailable.
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { closeUnresponsive, lastResponseAt } from '#db/pool.ts';
import { errorCode } from '#db/start-error.ts';
import { type BackgroundLog, supervise } from '#core/jobs/background.ts';
import { lacksRights, toPortalError } from './error-handler.ts';

/** `database`: unreachable or silent. In the other states reads still work. */
export type Unready = 'starting' | 'database' | 'read-only' | 'disk full' | 'rights';
export type Readiness = {
  /** The reason for which writes cannot be served; null when they can. Waits for the first check, at most a second. */
  unready: () => Promise<Unready | null>;
  /** Whether requests are answered 503 at once. */
  down: () => boolean;
  /** Triggers a check; called after a request had a database error. */
  suspect: () => void;
  stop: () => Promise<void>;
};

/** In ms. The connection is renewed regularly to pick up settings such as default_transaction_read_only. */
const pace = { everyMs: 1_000, renewMs: 30_000 };
/** Time that callers wait for the first check, in ms. */
const firstWaitMs = 1_000;
const retryMs = 250;
/** A database that answers no connection for this long, in ms, counts as unavailable, and pending requests are ended. */
const timeoutMs = 3_000;

/** Reads the first rows that every request reads, and writes to disk: the numbers, about 500 kB, exceed work_mem. */
const check = `begin; set local work_mem = '64kB';
  select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as read_only,
    (select count(*) from (select from tenant_host limit 1) h) as hosts,
    (select count(*) from generate_series(1, 20000)) as written;
  rollback`;

/** The reason behind an error of the check; null for a bug, which says nothing about the database. */
export function reasonOf(error: unknown): Unready | null {
  if (lacksRights(error)) return 'rights';
  const code = errorCode(error);
  if (code === '53100') return 'disk full';
  // too many connections, or a limit on temporary files: other requests are served
  if (code?.startsWith('53')) return null;
  return toPortalError(error).code === 'unavailable' ? 'database' : null;
}

/** Starts monitoring the database of the pool. */
export function watchDatabase(
  pool: pg.Pool,
  log: BackgroundLog & { info(fields: object, text: string): void },
  { everyMs, renewMs } = pace,
): Readiness {
  let state: Unready | null = 'starting';
  let reached = false;
  let unsure = false;
  let client: { self: pg.Client; since: number } | undefined;
  let wake = () => {};
  const first = Promise.withResolvers<void>();

  function disconnect(): void {
    // no graceful close: the other side may be frozen
    const stream = (client?.self as unknown as { connection: { stream: Socket } } | undefined)?.connection.stream;
    client = undefined;
    stream?.destroy();
  }
  async function probe(): Promise<Unready | null> {
    reached = false;
    if (client && performance.now() - client.since > renewMs) disconnect();
    if (!client) {
      const self = new pg.Client({
        ...pool.options,
        application_name: 'keyward readiness',
        connectionTimeoutMillis: timeoutMs,
        query_timeout: timeoutMs,
      });
      client = { self, since: performance.now() };
      // a connection that was already replaced emits its end as well
      self.on('error', () => client?.self === self && disconnect());
      await self.connect();
    }
    reached = true;
    // a text with several statements returns one result each
    const results = (await client.self.query(check)) as unknown as pg.QueryResult<{ read_only?: boolean }>[];
    return results.some(({ rows }) => rows[0]?.read_only) ? 'read-only' : null;
  }
  async function update(): Promise<void> {
    const began = performance.now();
    let now: Unready | null;
    try {
      now = await probe();
      unsure = false;
    } catch (error) {
      now = reasonOf(error);
      disconnect();
      // the pool got a response since this check began
      if (now === 'database' && lastResponseAt(pool) > began) now = null;
      // a connection that was opened and then closed says nothing about the next one
      unsure = now === 'database' && reached && performance.now() - began < timeoutMs;
      if (unsure) now = state;
      if (now && now !== state) log.warn({ err: error, reason: now }, 'not ready');
    }
    if (now === 'database' && state !== now) closeUnresponsive(pool);
    if (now === 'read-only') disconnect(); // the next connection may be writable
    if (now === null && state !== null && state !== 'starting') log.info({ was: state }, 'ready again');
    state = now;
    if (state !== 'starting') first.resolve();
  }

  const watch = supervise('readiness', log, () => {
    const stopping = new AbortController();
    const run = async () => {
      while (!stopping.signal.aborted) {
        await update();
        const woken = new Promise<void>((resolve) => (wake = resolve));
        const pause = sleep(state === null && !unsure ? everyMs : retryMs, undefined, {
          signal: stopping.signal,
          ref: false,
        });
        await Promise.race([woken, pause.catch(() => {})]);
      }
    };
    return {
      ended: run(),
      stop: () => {
        stopping.abort();
        disconnect();
      },
    };
  });
  return {
    unready: async () => {
      if (state === 'starting') await Promise.race([first.promise, sleep(firstWaitMs, undefined, { ref: false })]);
      return state;
    },
    down: () => state === 'database',
    suspect: () => {
      if (state === null) wake();
    },
    stop: watch.stop,
  };
}
