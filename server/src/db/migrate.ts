// Plain SQL files, forward only, each in its own transaction.
import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, runMigrations } from 'graphile-worker';
import pg from 'pg';
import { ensureGrants } from './grants.ts';
import { createPool } from './pool.ts';
import { markReplacements } from './replaced.ts';
import { errorCode, StartError } from './start-error.ts';

const silent = new Logger(() => () => {});
/**
 * While a file waits for a table that is in use, all later requests for that table wait behind it: it gives up soon, and is tried
 * again after a pause in which they are served.
 */
const patience = { lockMs: 2_000, tries: 15, pauseMs: 1_000 };
/** A lock was not given in time, or two sessions waited for each other. */
const isLocked = (error: unknown) => ['55P03', '40P01'].includes(errorCode(error) ?? '');

const folder = path.join(import.meta.dirname, '../../migrations');

async function files() {
  const names = (await fs.readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
  return Promise.all(
    names.map(async (file) => {
      const text = await fs.readFile(path.join(folder, file), 'utf8');
      return { name: file.replace(/\.sql$/, ''), text, hash: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

/**
 * Migrates the database: the portal's tables, the job queue's, and the event partitions of the coming months. Any
 * number of processes may call it concurrently. Returns the names of the applied migrations. Migrations in the database
 * that this version does not know are ignored, so that an old server can run beside a new one. @throws StartError when
 * an applied file was changed, the database is of a release too old for this one, a table that a file needs stays in use,
 * or the restricted role lacks privileges that cannot be granted.
 */
export async function migrate(ownerUrl: string, waiting = patience): Promise<string[]> {
  const migrations = await files();
  const client = new pg.Client({
    connectionString: ownerUrl,
    connectionTimeoutMillis: 10_000,
    application_name: 'keyward migrate',
  });
  client.on('error', () => {}); // the running query reports it
  await client.connect();
  // limits of the role or the database are meant for other work than a file that changes every row, or the wait for another start
  await client.query('set statement_timeout = 0; set lock_timeout = 0');
  // A session-level lock, because each file has its own transaction; it is released with the connection at the latest.
  await client.query("select pg_advisory_lock(hashtext('keyward_migrate'))");
  try {
    await client.query(
      'create table if not exists schema_migration (name text primary key, hash text not null, applied_at timestamptz not null default now())',
    );
    await markReplacements(client, migrations);
    const { rows } = await client.query<{ name: string; hash: string }>('select name, hash from schema_migration');
    const applied = new Map(rows.map((row) => [row.name, row.hash]));
    const done: string[] = [];
    for (const { name, text, hash } of migrations) {
      const appliedHash = applied.get(name);
      if (appliedHash && appliedHash !== hash)
        throw new StartError(
          `The migration ${name} was changed after it was applied to this database. Restore the file, or start with an empty database.`,
        );
      if (appliedHash) continue;
      await applyPatiently(client, { name, text, hash }, waiting);
      done.push(name);
    }
    await ensureGrants(client);
    await migrateQueue(ownerUrl);
    await client.query(
      "select ensure_event_partitions(now() - interval '2 months', 3), ensure_reading_partitions(now() - interval '2 months', 3)",
    );
    return done;
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

type Migration = { name: string; text: string; hash: string };

async function applyPatiently(client: pg.Client, migration: Migration, { lockMs, tries, pauseMs }: typeof patience) {
  for (let left = tries - 1; ; left--) {
    try {
      return await apply(client, migration, lockMs);
    } catch (cause) {
      if (!(cause instanceof Error) || !isLocked(cause.cause)) throw cause;
      if (left === 0)
        throw new StartError(
          `The migration ${migration.name} needs a table that another session keeps in use, such as a backup, a long report or a transaction that was left open. End it, then start again.`,
          { cause },
        );
      await sleep(pauseMs);
    }
  }
}

async function apply(client: pg.Client, { name, text, hash }: Migration, lockMs: number) {
  try {
    await client.query('begin');
    await client.query(`set local lock_timeout = ${lockMs}`);
    await client.query(text);
    await client.query('insert into schema_migration (name, hash) values ($1, $2)', [name, hash]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw new Error(`migration ${name}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}
