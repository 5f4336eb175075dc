import pg from 'pg';
import { remember, socketOf } from './connections.ts';

/** The type uuid[], which the driver has no name for. */
const uuidArray: number = 2951;
/**
 * Parsers of values, so that rows need no mapping: int8 as number (counts; ids are uuid), timestamptz as ISO text in UTC with
 * milliseconds ('2026-01-01T00:00:00.000Z'; 'infinity' unchanged), date as 'YYYY-MM-DD', json and jsonb parsed. PostgreSQL keeps
 * microseconds: where order must be exact, compare rows by `column::text`, not by this text.
 */
const parsers: Record<number, (text: string) => unknown> = {
  [pg.types.builtins.INT8]: Number,
  [pg.types.builtins.TIMESTAMPTZ]: isoInstant,
  [pg.types.builtins.DATE]: (text) => text,
  [uuidArray]: uuids,
};
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers[oid]) || pg.types.getTypeParser(oid, format),
};

/** '2026-01-01 00:00:00.123456+00' -> '2026-01-01T00:00:00.123Z'. Sessions run in UTC, so the fast path is the rule. */
function isoInstant(text: string): string {
  if (text.length >= 22 && text.endsWith('+00') && text[10] === ' ') {
    const fraction = text[19] === '.' ? text.slice(20, -3).slice(0, 3).padEnd(3, '0') : '000';
    return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction}Z`;
  }
  const instant = new Date(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'));
  return Number.isNaN(instant.getTime()) ? text : instant.toISOString();
}

/** The driver's own parser reads any array, a character at a time; a page of profiles has a hundred arrays. */
function uuids(text: string): unknown {
  if (text === '{}') return [];
  // elements that are null or arrays, and arrays that do not begin with 1
  const isPlain = text[0] === '{' && text[1] !== '{' && !text.includes('N');
  return isPlain ? text.slice(1, -1).split(',') : pg.types.getTypeParser(uuidArray)(text);
}

/** Time limit in ms for a request to get a connection; then it throws. */
export const connectionWaitMs = 1_000;
/** Maximum time in ms that one stall of the process adds to a wait. */
const longestStallMs = 100;
/** Time limit in ms for opening a connection; then it is given up. */
const openingMs = 3_000;
/** The operating system probes connections that are quiet for this long, so that no router in between drops them. */
export const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 30_000 };
/**
 * Opening a connection and planning its first statements takes longer than most requests: so `min` stay open, and the others
 * until they were unused for this long.
 */
const idle = { min: 6, idleTimeoutMillis: 60_000 };
/** Number of connections that are opened at a time. */
const openedAtOnce = 2;

/** The server cancels a request's query after 5 s; the client gives up after 6 s and closes the connection. */
export const requestLimits = {
  statement_timeout: 5_000,
  query_timeout: 6_000,
  idle_in_transaction_session_timeout: 10_000,
};

/**
 * Work without limits computes for less than this between two statements of a transaction. A transaction whose client vanished
 * would keep its locks until the operating system of the database gives the connection up, which takes hours.
 */
const abandonedMs = 300_000;
/** The limits that the database server enforces. */
function limitsOfServer(limits: typeof requestLimits | undefined) {
  if (!limits) return { idle_in_transaction_session_timeout: abandonedMs };
  const { query_timeout: _clientOnly, ...serverLimits } = limits;
  return serverLimits;
}

/**
 * For pools with limits: the last response of the database, by `performance.now()`, and the closers of unresponsive
 * connections.
 */
const activity = new WeakMap<pg.Pool, { last: number; closers: Set<() => void> }>();
/** The time at which the database last responded on this pool; 0: never. */
export const lastResponseAt = (pool: pg.Pool): number => activity.get(pool)?.last ?? 0;
/** Closes the connections that await a response: their queries fail at once, and the pool opens new connections. */
export function closeUnresponsive(pool: pg.Pool): void {
  for (const close of activity.get(pool)?.closers ?? []) close();
}

/**
 * Closes a connection that owes a response and has been silent for `ms`: its query may still be running, and later
 * queries would wait for it. One timer per connection, since the driver's timer per query keeps the rows of its result
 * alive past minor garbage collections.
 */
function closeWhenSilent(pool: pg.Pool, client: pg.PoolClient, ms: number) {
  const state = activity.get(pool) ?? { last: 0, closers: new Set() };
  activity.set(pool, state);
  let pending = 0;
  const closeIfSilent = () => {
    // all pending queries get the error, and the pool removes the client
    if (pending > 0) socketOf(client).destroy(new Error('Query read timeout'));
  };
  const timer = setTimeout(closeIfSilent, ms).unref();
  state.closers.add(closeIfSilent);
  client.once('end', () => {
    clearTimeout(timer);
    state.closers.delete(closeIfSilent);
  });
  const onResponse = (error?: unknown) => {
    pending--;
    // neither an error without a severity nor a fatal one shows that the database works
    if (!error || ((error as { severity?: string }).severity ?? 'FATAL') !== 'FATAL') state.last = performance.now();
    timer.refresh();
  };
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const tracked = (...args: unknown[]) => {
    if (pending++ === 0) timer.refresh();
    const last = args.at(-1);
    if (typeof last === 'function') {
      args[args.length - 1] = (...result: unknown[]) => {
        onResponse(result[0]);
        return last(...result) as unknown;
      };
    }
    const answer = query(...args);
    if (answer instanceof Promise) answer.then(() => onResponse(), onResponse);
    return answer;
  };
  client.query = tracked as typeof client.query;
}

/**
 * The session's settings, sent at startup: UTC (see isoInstant); no JIT, which costs more than any of our queries; and
 * the page cost of memory or SSDs, since with the default for hard disks small tables are scanned for each row of a
 * page.
 */
const session = { timezone: 'UTC', jit: 'off', random_page_cost: '1.1' };

type Traits = {
  /** Begins a transaction with the session's settings and limits. */
  begin: string;
  /** Statements may be prepared once per connection, under a name. */
  named: boolean;
  /** The database itself, for features that a pooler does not support. */
  direct: string | undefined;
  /** Maximum connections; the pool's own maximum grows with the open ones. */
  size: number;
};
const traits = new WeakMap<pg.Pool, Traits>();
/** The traits of a pool; a pool that was not created here is treated as a direct connection. */
export const traitsOf = (pool: pg.Pool): Traits =>
  traits.get(pool) ?? { begin: 'begin', named: true, direct: pool.options.connectionString, size: pool.options.max };

/**
 * The statement that begins a transaction through a pooler. One in transaction mode accepts no startup parameters and reassigns
 * the connection after each transaction, so the settings are applied in each transaction, locally.
 */
function beginThroughPooler(limits: typeof requestLimits | undefined): string {
  const settings = Object.entries({ ...session, ...limitsOfServer(limits) });
  return ['begin', ...settings.map(([name, value]) => `set local ${name} = '${value}'`)].join('; ');
}

/**
 * Opens connections a few at a time. A request whose connection is being opened waits for that one, so after a pause all of a
 * page's requests would wait for connections that compete for the processor, while the first ones to open are idle again.
 */
function growSlowly(pool: pg.Pool, size: number): void {
  let open = 0;
  /** Number of connections being opened for the queue, which gets a connection only when one is released. */
  let forQueue = 0;
  const grow = () => {
    pool.options.max = Math.min(size, open + openedAtOnce);
    if (pool.waitingCount <= forQueue || pool.idleCount > 0 || pool.totalCount >= pool.options.max) return;
    forQueue++;
    pool.connect((_error, client) => {
      forQueue--;
      client?.release();
    });
  };
  pool.options.max = Math.min(size, openedAtOnce);
  pool.on('connect', () => {
    open++;
    grow();
  });
  pool.on('remove', () => {
    open--;
    grow();
  });
}

export type PoolOptions = {
  max?: number;
  /** The address of a pooler in transaction mode in front of the URL's database: connections go there. */
  pooler?: string | undefined;
  /** In milliseconds; without limits, long statements are allowed. */
  limits?: typeof requestLimits;
  /** Leaves values as the driver parses them (Date, text for int8), for libraries that expect that. */
  driverTypes?: boolean;
  name?: string;
};

/**
 * A pool that survives lost connections. Work without limits (background jobs, the command line) has no user waiting and
 * waits 10 s for a connection. Take connections of a pool with limits by `acquire`.
 */
export function createPool(url: string, options: PoolOptions = {}): pg.Pool {
  const { limits, pooler, max: size = 10 } = options;
  const pool = new pg.Pool({
    connectionString: pooler ?? url,
    max: size,
    application_name: options.name ?? 'keyward',
    connectionTimeoutMillis: limits ? openingMs : 10_000,
    ...keepAlive,
    ...(limits ? { ...idle, min: Math.min(idle.min, size) } : {}),
    ...(options.driverTypes ? {} : { types }),
    ...(pooler === undefined
      ? {
          options: Object.entries(session)
            .map(([name, value]) => `-c ${name}=${value}`)
            .join(' '),
          ...limitsOfServer(limits),
        }
      : {}),
    // the statements of a transaction are pipelined unless one needs the result of another
    pipeline: !options.driverTypes,
  });
  traits.set(pool, {
    begin: pooler === undefined ? 'begin' : beginThroughPooler(limits),
    named: pooler === undefined,
    direct: url,
    size,
  });
  // When the server closes an idle connection, the client emits 'error', which would end the process without a
  // listener; the next query reports the failure anyway.
  const ignore = () => {};
  pool.on('error', ignore);
  pool.on('connect', (client) => {
    client.on('error', ignore);
    remember(client);
    if (limits) closeWhenSilent(pool, client, limits.query_timeout);
  });
  if (limits) limited.add(pool);
  if (limits && pooler === undefined) growSlowly(pool, size);
  return pool;
}

const limited = new WeakSet<pg.Pool>();
/**
 * Calls `late` after `ms` in which this process was running. Node runs its timers before it reads arrived data: after a stall, a
 * single timer would give up on a connection that was released long before. Returns the function that stops it.
 */
export function afterRunning(ms: number, late: () => void): () => void {
  let left = Math.ceil(ms / longestStallMs);
  const timer = setInterval(() => {
    if (--left > 0) return;
    clearInterval(timer);
    late();
  }, longestStallMs);
  return () => clearInterval(timer);
}
/**
 * A connection of the pool, to be released. Throws after `connectionWaitMs` if the pool has limits; a connection that is still
 * being opened for the caller then serves a later one, since on a busy machine no attempt would end in time otherwise.
 */
export function acquire(pool: pg.Pool): Promise<pg.PoolClient> {
  const client = pool.connect();
  if (!limited.has(pool)) return client;
  return new Promise((resolve, reject) => {
    let isLate = false;
    const stop = afterRunning(connectionWaitMs, () => {
      isLate = true;
      reject(new Error('timeout exceeded when trying to connect'));
    });
    client.then(
      (found) => {
        stop();
        if (isLate) found.release();
        else resolve(found);
      },
      (error: Error) => {
        stop();
        reject(error);
      },
    );
  });
}

/** Opens the connections that stay open, so that the first requests do not wait for them. */
export async function warmUp(pool: pg.Pool): Promise<void> {
  const opened = await Promise.allSettled(Array.from({ length: pool.options.min ?? 0 }, () => acquire(pool)));
  for (const one of opened) if (one.status === 'fulfilled') one.value.release();
}
