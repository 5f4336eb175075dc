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
import { acquire, traitsOf } from './pool.ts';
import { TenantPlugin } from './tenant-plugin.ts';
import { inTransaction, type QueryOptions, statement, type Transaction } from './transaction.ts';
import type { Columns } from './columns.ts';
import type { DB } from './types.ts';

type Overridden<T> = T extends keyof Columns ? keyof Columns[T] : never;
/** The tables as seen by modules: without the tenant, which the plugin adds, and with the types of `Columns`. */
export type Tables = {
  [T in keyof DB]: Omit<DB[T], (T extends 'tenant_host' ? never : 'tenant_id') | Overridden<T>> &
    (T extends keyof Columns ? Columns[T] : unknown);
};

/** Builds subqueries outside a query: `subquery.selectFrom('role as r')`. */
export const subquery = expressionBuilder<Tables>();

const raw = Symbol('raw SQL');
const committed = Symbol('after commit');
const planning = Symbol('plan once');
type RunSql = (text: string, values: readonly unknown[], options: QueryOptions) => Promise<unknown[]>;

/** One request's transaction, restricted to one tenant. */
export type Db = Kysely<Tables> & {
  readonly tenantId: string;
  readonly [raw]: RunSql;
  readonly [committed]: (() => void)[];
  readonly [planning]: () => void;
};

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
  return Object.assign(db, { tenantId, [raw]: run, [committed]: [], [planning]: () => transaction.planOnce() });
}

/**
 * Runs `work` in one transaction of one tenant: commits its result, rolls back when it throws. The tenant is set with
 * SET LOCAL (row-level security compares with it; Citus forwards nothing else, and a pooler reuses the connection for
 * other clients afterwards) and by a plugin on every Kysely query. Throws what `work` throws, and the driver's errors.
 */
export async function inTenant<T>(pool: pg.Pool, tenantId: string, work: (db: Db) => Promise<T>): Promise<T> {
  if (!uuid.test(tenantId)) throw new Error(`not a tenant id: ${tenantId}`);
  const { begin, named } = traitsOf(pool);
  let then: Db[typeof committed] = [];
  const options = { begin: `${begin}; set local app.tenant_id = '${tenantId}'`, named };
  const result = await inTransaction(pool, options, (transaction) => {
    const db = tenantDb(transaction, tenantId);
    then = db[committed];
    return work(db);
  });
  for (const each of then) each();
  return result;
}

async function runAlone(pool: pg.Pool, asked: pg.QueryConfig): Promise<pg.QueryResult> {
  const client = await acquire(pool);
  let broken: Error | undefined;
  try {
    return await client.query(asked);
  } catch (error) {
    broken = error as Error; // the driver's
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Runs one statement outside any tenant: on tables without a tenant, or on no table at all. */
export async function outsideTenants<R>(pool: pg.Pool, text: string, values: unknown[] = []): Promise<R[]> {
  const traits = traitsOf(pool);
  // a single statement is its own transaction; through a pooler, the limits require an explicit one
  const { rows: result } = traits.named
    ? await runAlone(pool, statement(text, values, true))
    : await inTransaction(pool, traits, (transaction) => transaction.run(text, values, { last: true }));
  return result as R[]; // the caller wrote the statement and knows its rows
}

/**
 * Runs `then` once the transaction is committed, and only then. It must be short and not throw; work that it starts is not
 * awaited.
 */
export function afterCommit(db: Db, then: () => void): void {
  db[committed].push(then);
}

/**
 * Sends a query before it returns: queries that are not awaited are pipelined in the order of the calls, and take their
 * locks in that order. Kysely's own `execute` sends later.
 */
export async function sendNow<R>(db: Db, query: Compilable<R>, options: QueryOptions = {}): Promise<R[]> {
  const { sql, parameters } = query.compile();
  return (await db[raw](sql, parameters, options)) as R[]; // Kysely computed the row type for this query
}

/**
 * Makes the transaction's later statements use a generic plan instead of one per set of values: for statements that look up rows
 * by key.
 */
export function planOnce(db: Db): void {
  db[planning]();
}

/** Runs SQL text in the request's transaction. The text itself must compare `tenant_id` for each table that it names. */
export async function rows<R>(
  db: Db,
  text: string,
  values: readonly unknown[],
  options: QueryOptions = {},
): Promise<R[]> {
  return (await db[raw](text, values, options)) as R[]; // the caller wrote the statement and knows its rows
}
