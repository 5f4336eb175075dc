// Plain SQL files, forward only, each in its own transaction.
import { Logger, runMigrations } from 'graphile-worker';
import pg from 'pg';
import { ensureGrants } from './grants.ts';
import { type Migration, migrationFiles, pendingOf } from './migration-files.ts';
import { isLocked, type Patience, patience, patiently } from './patience.ts';
import { createPool } from './pool.ts';
import { markReplacements } from './replaced.ts';
import { StartError } from './start-error.ts';

const silent = new Logger(() => () => {});
/** Number of tries of a start to make the partitions of the coming months: without them, rows go to the default partition. */
const monthTries = 3;

/**
 * Migrates the database: the portal's tables, the job queue's, and the event partitions of the coming months. Any
 * number of processes may call it concurrently. Returns the names of the applied migrations. Migrations in the database
 * that this version does not know are ignored, so that an old server can run beside a new one. Partitions that cannot be made
 * because their tables stay in use are left to the nightly jobs, with a warning. @throws StartError when
 * an applied file was changed, the database is of a release too old for this one, a table that a file needs stays in use,
 * or the restricted role lacks privileges that cannot be granted.
 */
export async function migrate(
  ownerUrl: string,
  { waiting = patience, log }: { waiting?: Patience; log?: MigrationLog | undefined } = {},
): Promise<string[]> {
  const migrations = await migrationFiles();
  const client = new pg.Client({
    connectionString: ownerUrl,
    connectionTimeoutMillis: 10_000,
    application_name: 'keyward migrate',
  });
  client.on('error', () => {}); // the running query reports it
  await client.connect();
  // limits of the role or the database are not meant for a file that changes every row, or for the wait for another start
  await client.query('set statement_timeout = 0; set lock_timeout = 0');
  // A session-level lock, because each file has its own transaction; it is released with the connection at the latest.
  await client.query("select pg_advisory_lock(hashtext('keyward_migrate'))");
  try {
    await client.query(
      'create table if not exists schema_migration (name text primary key, hash text not null, applied_at timestamptz not null default now())',
    );
    await markReplacements(client, migrations);
    const { rows } = await client.query<{ name: string; hash: string }>('select name, hash from schema_migration');
    const pending = pendingOf(migrations, rows);
    for (const migration of pending) await apply(client, migration, waiting);
    await ensureGrants(client);
    await migrateQueue(ownerUrl);
    for (const make of ['ensure_event_partitions', 'ensure_reading_partitions'])
      await makeMonths(client, make, waiting, log);
    return pending.map(({ name }) => name);
  } finally {
    await client.end().catch(() => {});
  }
}

async function migrateQueue(ownerUrl: string) {
  const pool = createPool(ownerUrl, { max: 2, driverTypes: true });
  try {
    await runMigrations({ pgPool: pool, logger: silent });
  } finally {
    await pool.end();
  }
}

type MigrationLog = { warn(text: string): void };

async function inTransaction(client: pg.Client, begin: string, work: () => Promise<unknown>) {
  try {
    await client.query(begin);
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

async function apply(client: pg.Client, { name, text, hash }: Migration, waiting: Patience) {
  const file = async () => {
    await client.query(text);
    await client.query('insert into schema_migration (name, hash) values ($1, $2)', [name, hash]);
  };
  try {
    await patiently((begin) => inTransaction(client, begin, file), waiting);
  } catch (cause) {
    if (isLocked(cause))
      throw new StartError(
        `The migration ${name} needs a table that another session keeps in use, such as a backup, a long report or a transaction that was left open. End it, then start again.`,
        { cause },
      );
    throw new Error(`migration ${name}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

async function makeMonths(client: pg.Client, make: string, waiting: Patience, log: MigrationLog | undefined) {
  const months = () => client.query(`select ${make}(now() - interval '2 months', 3)`);
  try {
    await patiently((begin) => inTransaction(client, begin, months), { ...waiting, tries: monthTries });
  } catch (error) {
    if (!isLocked(error)) throw error;
    log?.warn(
      `${make} needs a table that another session keeps in use, such as a backup. The start goes on without it, and the next night's job tries again.`,
    );
  }
}
