import type pg from 'pg';
import { acquire } from './pool.ts';
import { errorCode } from './start-error.ts';

export type QueryOptions = {
  /** Plans the statement for these values, without preparing it. */
  once?: boolean;
  /**
   * Plans the statement once for all values (PostgreSQL's generic plan). Without it PostgreSQL compares its estimates, and keeps
   * planning for the values of each call a statement of which one plan would serve all.
   */
  generic?: boolean;
  /**
   * The last statement, after which nothing is written: the commit is sent along with it. Any later read runs in a
   * transaction of its own.
   */
  last?: boolean;
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

/** PostgreSQL's setting plan_cache_mode. */
type PlanCacheMode = 'auto' | 'force_generic_plan';

type Statement = { text: string; values: unknown[]; name?: string };
/** A statement for the driver, with its generated name if it may have one. */
export function statement(text: string, values: unknown[], named: boolean): Statement {
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
 * Sends everything written to the connection from here on as one message, until the process waits for something outside: each
 * message is a system call, and wakes the database.
 */
function inOneMessage(client: pg.ClientBase): void {
  // the stand-in for a client in tests has no connection
  const stream = (client as Partial<pg.Client>).connection?.stream;
  if (!stream) return;
  stream.cork();
  // inside a promise's callback, this runs after all promises that are settled by then
  process.nextTick(() => stream.uncork());
}

/** PostgreSQL answers a commit with ROLLBACK when an earlier statement failed and its error was swallowed. */
function assertCommitted({ command }: pg.QueryResult): void {
  if (command === 'ROLLBACK') throw new Error('the transaction had failed and was rolled back');
}

/** A transaction on one connection. Statements before the first answer are sent as one message. */
export class Transaction {
  readonly #client: pg.ClientBase;
  readonly #begin: string;
  readonly #named: boolean;
  #begun: Promise<unknown> = Promise.resolve();
  #ending: Promise<pg.QueryResult> | undefined;
  #over = false;
  #usualPlans: PlanCacheMode = 'auto';
  #planCacheMode: PlanCacheMode = 'auto';
  /** The first error of the pipelined statements; later ones only report that the transaction has failed. */
  #firstError: unknown;
  constructor(client: pg.ClientBase, { begin, named }: { begin: string; named: boolean }) {
    this.#client = client;
    this.#begin = begin;
    this.#named = named;
    this.#start();
  }
  /** Sent with the next statement. Not awaited: later statements on this connection follow it, and fail without a tenant. */
  #start(): void {
    inOneMessage(this.#client);
    this.#planCacheMode = 'auto';
    this.#begun = this.#sendAhead(this.#begin);
  }
  /** Sends a statement that the next ones depend on and that is not awaited. */
  #sendAhead(text: string): Promise<unknown> {
    const answer = this.#client.query(text);
    answer.catch((error: unknown) => (this.#firstError ??= error));
    return answer;
  }
  /** Sent with the next statement, if that is to be planned in another way than the last one. */
  #planAs(mode: PlanCacheMode): void {
    if (mode === this.#planCacheMode) return;
    this.#planCacheMode = mode;
    void this.#sendAhead(`set local plan_cache_mode = ${mode}`);
  }
  /** Plans all later statements as those with `generic`. */
  planOnce(): void {
    this.#usualPlans = 'force_generic_plan';
  }
  /** The cause of the failure, for an error that only reports an aborted transaction. */
  #reason(error: unknown): unknown {
    this.#firstError ??= error;
    return errorCode(error) === '25P02' ? this.#firstError : error;
  }
  /** Throws when the transaction is over: the connection may already serve another tenant. */
  async run(text: string, values: unknown[], { once, generic, last }: QueryOptions): Promise<pg.QueryResult> {
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
    inOneMessage(this.#client);
    // an unnamed statement is planned for each call, and best for its values
    this.#planAs(generic && this.#named ? 'force_generic_plan' : this.#usualPlans);
    const answer = submit(this.#client, statement(text, values, this.#named && !once)).catch((error: unknown) => {
      throw this.#reason(error);
    });
    if (last) {
      this.#ending = this.#client.query('commit');
      this.#ending.catch(() => {});
    }
    return answer;
  }
  /** Throws the error that made the transaction fail. */
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

/** Runs `work` in one transaction: commits its result, rolls back when it throws. */
export async function inTransaction<T>(
  pool: pg.Pool,
  options: { begin: string; named: boolean },
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  const client = await acquire(pool);
  let broken: Error | undefined;
  let transaction: Transaction | undefined;
  try {
    const result = await work((transaction = new Transaction(client, options)));
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
