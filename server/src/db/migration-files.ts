// The migrations of this release, and their state in a database.
import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { standIns } from './replaced.ts';
import { StartError } from './start-error.ts';

const folder = path.join(import.meta.dirname, '../../migrations');

export type Migration = { name: string; text: string; hash: string };

/** The migration files, in the order in which they are applied. */
export async function migrationFiles(): Promise<Migration[]> {
  const names = (await fs.readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
  return Promise.all(
    names.map(async (file) => {
      const text = await fs.readFile(path.join(folder, file), 'utf8');
      return { name: file.replace(/\.sql$/, ''), text, hash: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

/** The files not yet applied, in order. @throws StartError when an applied file was changed. */
export function pendingOf(files: readonly Migration[], applied: readonly Omit<Migration, 'text'>[]): Migration[] {
  const hashes = new Map(applied.map(({ name, hash }) => [name, hash]));
  const changed = files.find(({ name, hash }) => hashes.has(name) && hashes.get(name) !== hash);
  if (changed)
    throw new StartError(
      `The migration ${changed.name} was changed after it was applied to this database. Restore the file, or start with an empty database.`,
    );
  return files.filter(({ name }) => !hashes.has(name));
}

type Applied = { name: string; hash: string; applied_at: string };
type Migrations = {
  applied: Applied[];
  /** Names of files. */
  pending: string[];
  /** Applied by another release: migrations whose files this one does not have. */
  others: Applied[];
};

/**
 * The state of this release's migrations in a database. Changes nothing.
 * @throws StartError when an applied file was changed, or the database is of a release too old for this one.
 */
export async function migrationsOf(pool: pg.Pool): Promise<Migrations> {
  const files = await migrationFiles();
  const made = await pool.query<{ made: boolean }>(`select to_regclass('schema_migration') is not null as made`);
  const rows = made.rows[0]?.made
    ? (await pool.query<Applied>('select name, hash, applied_at from schema_migration order by name')).rows
    : [];
  const replaced = standIns(new Set(rows.map(({ name }) => name)));
  const own = new Set(files.map(({ name }) => name));
  return {
    applied: rows.filter(({ name }) => own.has(name)),
    pending: pendingOf(files, rows).flatMap(({ name }) => (replaced.includes(name) ? [] : [name])),
    others: rows.filter(({ name }) => !own.has(name)),
  };
}
