// Checks of a pooler in transaction mode: the owner must not connect through it, and it must lead to the same database.
import pg from 'pg';
import { StartError } from './start-error.ts';

const waitMs = 2_000;
// the driver's types lack the timeout of a single query
const withTimeout = (text: string) => ({ text, query_timeout: waitMs }) as pg.QueryConfig;

/**
 * Refuses a DATABASE_URL that goes through a pooler, since migrations, the queue, LISTEN and operator commands need a session. It
 * is detected by a backend that changes after the transaction of another client. @throws StartError
 */
export async function refusePooledOwner(owner: pg.Client, ownerUrl: string): Promise<void> {
  const before = await backendOf(owner);
  // the backend pid from the connection's startup; a pooler reports a different one
  if ((owner as pg.Client & { processID?: number }).processID === before) return;
  const other = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: waitMs });
  other.on('error', () => {});
  try {
    await other.connect();
    // takes the backend that a pooler in transaction mode has just released
    await other.query(withTimeout('begin'));
    await backendOf(other);
    if ((await backendOf(owner)) === before) return;
  } catch (cause) {
    if (!(cause instanceof Error) || !/timeout/i.test(cause.message)) throw cause;
    // `other` gets no backend, since it holds the only one
  } finally {
    await other.end().catch(() => {});
  }
  throw new StartError(
    'DATABASE_URL points to a pooler in transaction mode, which provides no sessions. Set DATABASE_URL to the database itself and DATABASE_POOLER_URL to the pooler.',
  );
}

async function backendOf(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>(withTimeout('select pg_backend_pid() as pid'));
  return rows[0]?.pid;
}

/**
 * Checks that the pooler leads to the migrated database. `url`: the restricted role's, through the pooler.
 * @throws StartError
 */
export async function refuseOtherDatabase(owner: pg.Client, url: string): Promise<void> {
  const [lock] = crypto.getRandomValues(new Int32Array(1));
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => {});
  try {
    await owner.query('begin');
    await owner.query('select pg_advisory_xact_lock($1, 0)', [lock]);
    await client.connect();
    const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_xact_lock($1, 0) as free', [lock]);
    // advisory locks are local to a database
    if (rows[0]?.free !== false)
      throw new StartError('DATABASE_POOLER_URL and DATABASE_URL point to different databases. Correct one of them.');
  } catch (cause) {
    if (cause instanceof StartError) throw cause;
    const message = cause instanceof Error && cause.message ? cause.message : String(cause);
    throw new StartError(
      `The pooler at ${client.host}:${client.port} of DATABASE_POOLER_URL does not connect ${client.user} to ${client.database}: ${message}`,
      { cause },
    );
  } finally {
    await owner.query('rollback').catch(() => {});
    await client.end().catch(() => {});
  }
}
