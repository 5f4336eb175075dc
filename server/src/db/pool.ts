import type { Socket } from 'node:net';
import pg from 'pg';

/**
 * How values arrive, so that rows need no mapping: int8 as number (counts; ids are uuid), timestamptz as ISO text in
 * UTC with milliseconds ('2026-01-01T00:00:00.000Z'; 'infinity' as it is), date as 'YYYY-MM-DD', json and jsonb parsed.
 * PostgreSQL keeps microseconds: compare rows by `column::text`, not by this text, where order must be exact.
 */
const parsers: Record<number, (text: string) => unknown> = {
  [pg.types.builtins.INT8]: Number,
  [pg.types.builtins.TIMESTAMPTZ]: isoInstant,
  [pg.types.builtins.DATE]: (text) => text,
};
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers[oid]) || pg.types.getTypeParser(oid, format),
};

/** '2026-01-01 00:00:00.123456+00' -> '2026-01-01T00:00:00.123Z'. Sessions run in UTC, so the short way is the rule. */
export function isoInstant(text: string): string {
  if (text.length >= 22 && text.endsWith('+00') && text[10] === ' ') {
    const fraction = text[19] === '.' ? text.slice(20, -3).slice(0, 3).padEnd(3, '0') : '000';
    return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction}Z`;
  }
  const instant = new Date(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'));
  return Number.isNaN(instant.getTime()) ? text : instant.toISOString();
}

/** A request's query is ended by the server after 5 s, by the client after 6 s, and never waits behind a lost one. */
export const requestLimits = {
  statement_timeout: 5_000,
  query_timeout: 6_000,
  idle_in_transaction_session_timeout: 10_000,
};

/** Of pools with limits: when the database last answered, by `performance.now()`, and what ends the connections that owe an answer. */
const watched = new WeakMap<pg.Pool, { last: number; silent: Set<() => void> }>();
/** When the database last answered anything on this pool; 0: never. */
export const lastAnswer = (pool: pg.Pool): number => watched.get(pool)?.last ?? 0;
/** Ends the connections whose answer is awaited: who waits gets an error now, and the pool makes new ones. */
export function cutOff(pool: pg.Pool): void {
  for (const silent of watched.get(pool)?.silent ?? []) silent();
}

/**
 * Ends a connection that owes an answer and says nothing for `ms`: the query would still be in it, and those sent after
 * it would wait. One timer for a connection, since the driver's own for each query keep the rows of every answer out of
 * the collections of young garbage.
 */
function endSilent(pool: pg.Pool, client: pg.PoolClient, ms: number) {
  const state = watched.get(pool) ?? { last: 0, silent: new Set() };
  watched.set(pool, state);
  let owed = 0;
  const silent = () => {
    // the pool's client has it; all that wait get the error, and the pool lets the connection go
    const { connection } = client as unknown as { connection: { stream: Socket } };
    if (owed > 0) connection.stream.destroy(new Error('Query read timeout'));
  };
  const timer = setTimeout(silent, ms).unref();
  state.silent.add(silent);
  client.once('end', () => {
    clearTimeout(timer);
    state.silent.delete(silent);
  });
  const answered = (error?: unknown) => {
    owed--;
    // an error that has no severity, or a last word, is not the database at work
    if (!error || ((error as { severity?: string }).severity ?? 'FATAL') !== 'FATAL') state.last = performance.now();
    timer.refresh();
  };
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const asked = (...args: unknown[]) => {
    if (owed++ === 0) timer.refresh();
    const last = args.at(-1);
    if (typeof last === 'function') {
      args[args.length - 1] = (...result: unknown[]) => {
        answered(result[0]);
        return last(...result) as unknown;
      };
    }
    const answer = query(...args);
    if (answer instanceof Promise) answer.then(() => answered(), answered);
    return answer;
  };
  client.query = asked as typeof client.query;
}

/**
 * What the startup of a connection says of its session: UTC (see isoInstant); no compiling of queries, which costs more
 * than any of ours takes; and what a page costs that is in memory or on a disk without a head, since with the default, of
 * turning disks, small tables are read whole for each row of a page.
 */
const session = { timezone: 'UTC', jit: 'off', random_page_cost: '1.1' };

type Traits = {
  /** Begins a transaction in which the session's settings and limits hold. */
  begin: string;
  /** Statements may be prepared once per connection, under a name. */
  named: boolean;
  /** The database itself, for what a pooler in between cannot do. */
  direct: string | undefined;
};
const traits = new WeakMap<pg.Pool, Traits>();
/** How to work on a pool's connections; of a pool that was not made here, as on the database itself. */
export const traitsOf = (pool: pg.Pool): Traits =>
  traits.get(pool) ?? { begin: 'begin', named: true, direct: pool.options.connectionString };

/**
 * A pooler in transaction mode takes no startup parameters, and hands the connection to others after each transaction:
 * what ours need is set in each, and only for it.
 */
function beginThroughPooler(limits: typeof requestLimits | undefined): string {
  const { query_timeout: _ofTheClient, ...ofTheServer } = limits ?? {};
  const settings = Object.entries({ ...session, ...ofTheServer });
  return ['begin', ...settings.map(([name, value]) => `set local ${name} = '${value}'`)].join('; ');
}

export type PoolOptions = {
  max?: number;
  /** The address of a pooler in transaction mode before the database of the URL: connections go there. */
  pooler?: string | undefined;
  /** In milliseconds; without them long statements are allowed. */
  limits?: typeof requestLimits;
  /** Values as the driver gives them (Date, text for int8): for libraries that expect it. */
  driverTypes?: boolean;
  name?: string;
};

/**
 * A pool whose lost connections never end the process. A request waits at most 1 s for a connection, then throws; what
 * has no limits (background parts, the command line) has no person waiting for an answer, and waits 10 s.
 */
export function createPool(url: string, options: PoolOptions = {}): pg.Pool {
  const { limits, pooler } = options;
  const { query_timeout: _ofTheClient, ...ofTheServer } = limits ?? {};
  const pool = new pg.Pool({
    connectionString: pooler ?? url,
    max: options.max ?? 10,
    application_name: options.name ?? 'keyward',
    connectionTimeoutMillis: limits ? 1_000 : 10_000,
    keepAlive: true,
    ...(options.driverTypes ? {} : { types }),
    ...(pooler === undefined
      ? {
          options: Object.entries(session)
            .map(([name, value]) => `-c ${name}=${value}`)
            .join(' '),
          ...ofTheServer,
        }
      : {}),
    // a transaction's statements go out one behind the other, where nothing waits for an answer
    pipeline: !options.driverTypes,
  });
  traits.set(pool, {
    begin: pooler === undefined ? 'begin' : beginThroughPooler(limits),
    named: pooler === undefined,
    direct: url,
  });
  // An idle connection that the server closes is an 'error' event, which ends the process when nobody listens; the
  // next query says it anyway.
  const heard = () => {};
  pool.on('error', heard);
  pool.on('connect', (client) => {
    client.on('error', heard);
    if (limits) endSilent(pool, client, limits.query_timeout);
  });
  return pool;
}
