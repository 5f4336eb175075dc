import { uuid } from '@keyward/contract/characters';
import {
  type Compilable,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  expressionBuilder,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import type pg from 'pg';
import { traitsOf } from './pool.ts';
import { errorCode } from './start-error.ts';
import { TenantPlugin } from './tenant-plugin.ts';
import type { Columns } from './columns.ts';
import type { DB } from './types.ts';

type Overridden<T> = T extends keyof Columns ? keyof Columns[T] : never;
/** The tables as modules see them: without the tenant, which the plugin adds, and with the types of `Columns`. */
export type Tables = {
  [T in keyof DB]: Omit<DB[T], (T extends 'tenant_host' ? never : 'tenant_id') | Overridden<T>> &
    (T extends keyof Columns ? Columns[T] : unknown);
};

/** Builds subqueries outside a query: `subquery.selectFrom('role as r')`. */
export const subquery = expressionBuilder<Tables>();

const raw = Symbol('raw SQL');
const committed = Symbol('after commit');
export type QueryOptions = {
  /** Planned for these values and not prepared. */
  once?: boolean;
  /**
   * The last statement, after which nothing is written: the commit is sent along with it. Any later read runs in a
   * transaction of its own.
   */
  last?: boolean;
};
type RunSql = (text: string, values: readonly unknown[], options: QueryOptions) => Promise<unknown[]>;

/** One request's transaction, restricted to one tenant. */
export type Db = Kysely<Tables> & {
  readonly tenantId: string;
  readonly [raw]: RunSql;
  readonly [committed]: (() => void)[];
};

/**
 * Statements are prepared once per connection under generated names: short (PostgreSQL truncates names at 63 bytes) and
 * stable for the same text. Once the table is full, further texts stay unnamed: inserts of any number of rows have
 * unbounded variety, which would fill the memory of both sides.
 */
const names = new Map<string, string>();
const maxNames = 1000;
function nameOf(text: string): string | undefined {
  const existing = names.get(text);
  if (existing || names.size >= maxNames) return existing;
  const name = `k${names.size}`;
  names.set(text, name);
  return name;
}

type Statement = { text: string; values: unknown[]; name?: string };
function statement(text: string, values: unknown[], named: boolean): Statement {
  const name = named ? nameOf(text) : undefined;
  return name ? { text, values, name } : { text, values };
}

/**
 * Queries with a callback: results of the driver's own promises survive minor garbage collections, so that each row
 * read would be promoted to the old generation and stay there until a full collection.
 */
function submit(client: pg.ClientBase, asked: Statement): Promise<pg.QueryResult> {
  return new Promise<pg.QueryResult>((resolve, reject) => {
    client.query(asked, (error: Error | null, result) => (error ? reject(error) : resolve(result)));
  }).catch((error: Error) => {
    // like the driver: the stack of the call, not of the socket's read
    Error.captureStackTrace(error);
    throw error;
  });
}

/**
 * Sends what `write` writes to the connection as one message: separate ones would wake the database several times.
 * `untilIdle`: with what is written until the process waits for something outside.
 */
function inOneWrite<T>(client: pg.ClientBase, write: () => T, untilIdle = false): T {
  // the stand-in for a client in tests has none
  const stream = (client as Partial<pg.Client>).connection?.stream;
  stream?.cork();
  try {
    return write();
  } finally {
    // runs after all promises that are settled by then
    if (untilIdle) process.nextTick(() => stream?.uncork());
    else stream?.uncork();
  }
}

/** PostgreSQL answers a commit with ROLLBACK when an earlier statement failed and its error was swallowed. */
function assertCommitted({ command }: pg.QueryResult): void {
  if (command === 'ROLLBACK') throw new Error('the transaction had failed and was rolled back');
}

class Transaction {
  readonly #client: pg.ClientBase;
  readonly #begin: string;
  readonly #named: boolean;
  #begun: Promise<unknown> = Promise.resolve();
  #ending: Promise<pg.QueryResult> | undefined;
  #over = false;
  /** The first error of the pipelined statements; later ones only report that the transaction has failed. */
  #firstError: unknown;
  constructor(client: pg.ClientBase, { begin, named }: { begin: string; named: boolean }) {
    this.#client = client;
    this.#begin = begin;
    this.#named = named;
    this.#start();
  }
  /** Not awaited: later statements on this connection follow it, and without a tenant every query fails. */
  #start(): void {
    this.#begun = this.#client.query(this.#begin);
    this.#begun.catch((error: unknown) => (this.#firstError ??= error));
  }
  /** The cause of the failure, for an error that only reports an aborted transaction. */
  #reason(error: unknown): unknown {
    this.#firstError ??= error;
    return errorCode(error) === '25P02' ? this.#firstError : error;
  }
  /** Throws when the transaction is over: the connection may already serve another tenant. */
  async run(text: string, values: unknown[], { once, last }: QueryOptions): Promise<pg.QueryResult> {
    this.#mustBeOpen();
    const ending = this.#ending;
    if (ending) {
      this.#assertCommitted(await ending);
      this.#mustBeOpen();
      // of several statements that waited for the commit, the first begins again
      if (this.#ending === ending) {
        this.#ending = undefined;
        this.#start();
      }
    }
    return inOneWrite(this.#client, () => {
      const answer = submit(this.#client, statement(text, values, this.#named && !once)).catch((error: unknown) => {
        throw this.#reason(error);
      });
      if (last) {
        this.#ending = this.#client.query('commit');
        this.#ending.catch(() => {});
      }
      return answer;
    });
  }
  /** Throws what made the transaction fail. */
  #assertCommitted(answer: pg.QueryResult): void {
    try {
      assertCommitted(answer);
    } catch (error) {
      throw this.#firstError ?? error;
    }
  }
  #mustBeOpen(): void {
    if (this.#over) throw new Error('the transaction is over: a query was not awaited');
  }
  async commit(): Promise<void> {
    this.#over = true;
    await this.#begun;
    assertCommitted(await (this.#ending ?? this.#client.query('commit')));
  }
  /** Throws when the connection is in an unknown state. */
  async rollBack(): Promise<void> {
    this.#over = true;
    await (this.#ending ?? this.#client.query('rollback'));
  }
}

class TransactionConnection implements DatabaseConnection {
  readonly #transaction: Transaction;
  constructor(transaction: Transaction) {
    this.#transaction = transaction;
  }
  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const result = await this.#transaction.run(query.sql, [...query.parameters], {});
    return {
      rows: result.rows as R[], // Kysely computed the row type for this query
      ...(result.rowCount === null ? {} : { numAffectedRows: BigInt(result.rowCount) }),
    };
  }
  // oxlint-disable-next-line require-yield -- the interface asks for a generator; nothing streams through a request
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Streaming is not available inside a request transaction.');
  }
}

/** A driver for one transaction, which is begun and ended by `inTenant`, never by Kysely. */
function transactionDriver(transaction: Transaction): Driver {
  const connection = new TransactionConnection(transaction);
  const refuse = async () => {
    throw new Error('The request has one transaction; nested ones are not opened.');
  };
  return {
    init: async () => {},
    acquireConnection: async () => connection,
    releaseConnection: async () => {},
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    destroy: async () => {},
  };
}

const adapter = new PostgresAdapter();
const compiler = new PostgresQueryCompiler();

function tenantDb(transaction: Transaction, tenantId: string): Db {
  const db = new Kysely<Tables>({
    dialect: {
      createAdapter: () => adapter,
      createDriver: () => transactionDriver(transaction),
      createIntrospector: (k) => new PostgresIntrospector(k),
      createQueryCompiler: () => compiler,
    },
    plugins: [new TenantPlugin(tenantId)],
  });
  const run: RunSql = async (text, values, options) => (await transaction.run(text, [...values], options)).rows;
  return Object.assign(db, { tenantId, [raw]: run, [committed]: [] });
}

/** Runs `work` in one transaction: commits its result, rolls back when it throws. */
async function inTransaction<T>(
  pool: pg.Pool,
  options: { begin: string; named: boolean; ahead?: boolean | undefined },
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  let transaction: Transaction | undefined;
  try {
    // the first query, which `work` sends before it awaits anything, is sent along with `begin`
    const begin = () => work((transaction = new Transaction(client, options)));
    const result = await inOneWrite(client, begin, options.ahead);
    await transaction?.commit();
    return result;
  } catch (error) {
    // after a failed rollback the state of the connection is unknown, so it must not be reused
    await transaction?.rollBack().catch((e: Error) => (broken = e));
    throw error;
  } finally {
    client.release(broken);
  }
}

/**
 * Runs `work` in one transaction of one tenant: commits its result, rolls back when it throws. The tenant is set with
 * SET LOCAL (row-level security compares with it; Citus forwards nothing else, and a pooler reuses the connection for
 * other clients afterwards) and by a plugin on every Kysely query. Throws what `work` throws, and the driver's errors.
 * `ahead`: `work` sends its second query without waiting for the first one's result.
 */
export async function inTenant<T>(
  pool: pg.Pool,
  tenantId: string,
  work: (db: Db) => Promise<T>,
  how: { ahead?: boolean } = {},
): Promise<T> {
  if (!uuid.test(tenantId)) throw new Error(`not a tenant id: ${tenantId}`);
  const { begin, named } = traitsOf(pool);
  let then: Db[typeof committed] = [];
  const options = { begin: `${begin}; set local app.tenant_id = '${tenantId}'`, named, ...how };
  const result = await inTransaction(pool, options, (transaction) => {
    const db = tenantDb(transaction, tenantId);
    then = db[committed];
    return work(db);
  });
  for (const each of then) each();
  return result;
}

/** Runs one statement outside any tenant: on tables without a tenant, or on no table at all. */
export async function outsideTenants<R>(pool: pg.Pool, text: string, values: unknown[] = []): Promise<R[]> {
  const traits = traitsOf(pool);
  // a single statement is its own transaction; through a pooler, the limits require an explicit one
  const { rows: result } = traits.named
    ? await pool.query(statement(text, values, true))
    : await inTransaction(pool, traits, (transaction) => transaction.run(text, values, { last: true }));
  return result as R[]; // the caller wrote the statement and knows its rows
}

/**
 * Runs `then` once the transaction is committed, and only then. It must be short and not throw; what it starts is not
 * awaited.
 */
export function afterCommit(db: Db, then: () => void): void {
  db[committed].push(then);
}

/**
 * Sends a query before it returns: queries that are not awaited are pipelined in the order of the calls, and take their
 * locks in that order. Kysely's own `execute` sends later.
 */
export async function sendNow<R>(db: Db, query: Compilable<R>): Promise<R[]> {
  const { sql, parameters } = query.compile();
  return (await db[raw](sql, parameters, {})) as R[]; // Kysely computed the row type for this query
}

/**
 * From here on, statements of the transaction use a generic plan instead of one per set of values: for statements that
 * look up rows by key. Sent as by `send`.
 */
export async function planOnce(db: Db): Promise<void> {
  await db[raw]('set local plan_cache_mode = force_generic_plan', [], {});
}

/** Runs SQL text in the request's transaction. The text itself must compare `tenant_id` for each table it names. */
export async function rows<R>(
  db: Db,
  text: string,
  values: readonly unknown[],
  options: QueryOptions = {},
): Promise<R[]> {
  return (await db[raw](text, values, options)) as R[]; // the caller wrote the statement and knows its rows
}
