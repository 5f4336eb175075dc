import type { ImportState } from '@keyward/contract/imports';
import { type RawBuilder, sql } from 'kysely';
import { now } from '#db/fragments.ts';
import type { Actor } from '#core/auth/session.ts';
import type { Db } from '#db/tenant.ts';
import type { ImportColumn } from './import-columns.ts';
import type { ImportOptions } from './import-verdict.ts';

/** Time after which a plan that was not applied expires, and time for which an applied import is stored. */
const planHours = 24;
const retentionDays = 30;

export type NewImport = {
  fileName: string;
  fileHash: Buffer;
  options: ImportOptions;
  columns: readonly ImportColumn[];
  state: ImportState;
  total: number;
  counts: Record<string, number>;
};

export async function insertImport(db: Db, actor: Actor, what: NewImport): Promise<string> {
  const { fileName, fileHash, options, columns, state, total, counts } = what;
  const applied = state === 'applied';
  const row = await db
    .insertInto('profile_import')
    .values({
      created_by: actor.id,
      created_by_name: actor.name,
      file_name: fileName,
      file_hash: fileHash,
      options: JSON.stringify(options),
      columns: JSON.stringify(columns),
      state,
      total,
      done: applied ? total : 0,
      counts: JSON.stringify(counts),
      applied_at: applied ? sql<string>`now()` : null,
      expires_at: applied
        ? sql<string>`now() + make_interval(days => ${retentionDays})`
        : sql<string>`now() + make_interval(hours => ${planHours})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export type StoredRow = {
  line: number;
  decision: string;
  outcome: string | null;
  profile_id: string | null;
  sealed: Buffer;
};
const batch = 200;
/** Seals and stores the rows in batches: sealing all of them at once would keep requests waiting. */
export async function insertRows<T>(
  db: Db,
  importId: string,
  items: readonly T[],
  toRow: (item: T) => StoredRow,
): Promise<void> {
  for (let i = 0; i < items.length; i += batch) {
    const part = items.slice(i, i + batch).map((item) => ({ ...toRow(item), import_id: importId }));
    await db.insertInto('profile_import_row').values(part).execute();
  }
}

/** Counts of the import's rows by outcome. */
export async function countsOfImport(db: Db, id: string): Promise<unknown> {
  const row = await db.selectFrom('profile_import').select('counts').where('id', '=', id).executeTakeFirstOrThrow();
  return row.counts;
}

const importQuery = (db: Db) =>
  db
    .selectFrom('profile_import')
    .select([
      'id',
      'created_by',
      'created_by_name',
      'created_at',
      'file_name',
      'options',
      'columns',
      'state',
      'acting_by',
      'valid_only',
      'refusal',
      'counts',
      'total',
      'done',
      'applied_at',
      'reverted_at',
      'expires_at',
    ])
    // an import that is being applied or reverted is finished
    .where((eb) => eb.or([eb('expires_at', '>', now), eb('state', 'in', ['applying', 'reverting'])]));
export type StoredImport = Awaited<ReturnType<ReturnType<typeof importQuery>['execute']>>[number];

export const findImport = (db: Db, id: string): Promise<StoredImport | undefined> =>
  importQuery(db).where('id', '=', id).executeTakeFirst();

/** The same, locked until the transaction ends. */
export const lockImport = (db: Db, id: string): Promise<StoredImport | undefined> =>
  importQuery(db).where('id', '=', id).forUpdate().executeTakeFirst();

const shownImports = 100;
/** The latest imports; only those of the profile `createdBy` if it is given. */
export const latestImports = (db: Db, createdBy: string | null): Promise<StoredImport[]> =>
  importQuery(db)
    .$if(createdBy !== null, (query) => query.where('created_by', '=', createdBy ?? ''))
    .orderBy('created_at', 'desc')
    .limit(shownImports)
    .execute();

type ImportChange = {
  state?: ImportState;
  acting_by?: string;
  valid_only?: boolean;
  refusal?: string | null;
  counts?: string;
  done?: number;
  applied_at?: typeof now;
  reverted_at?: typeof now;
  expires_at?: RawBuilder<string>;
};
export async function changeImport(db: Db, id: string, change: ImportChange): Promise<void> {
  await db
    .updateTable('profile_import')
    .set({ ...change, worked_at: now })
    .where('id', '=', id)
    .execute();
}
export const retentionEnd = sql<string>`now() + make_interval(days => ${retentionDays})`;

export async function deleteImport(db: Db, id: string): Promise<void> {
  await db.deleteFrom('profile_import').where('id', '=', id).execute();
}

/** Queues the work of the import's state, in the transaction that sets the state. */
export const queueImport = (db: Db, id: string) =>
  db.selectNoFrom((eb) => eb.fn('queue_profile_import', [eb.val(id)]).as('queued')).execute();

/** Claims the import without waiting; false while another transaction works on it. */
export async function claimImport(db: Db, id: string): Promise<boolean> {
  const { free } = await db
    .selectNoFrom(sql<boolean>`pg_try_advisory_xact_lock(hashtextextended(${`profile import ${id}`}, 0))`.as('free'))
    .executeTakeFirstOrThrow();
  return free;
}

/** The rows after a line, at most `limit`, optionally with this decision or outcome only. */
export const rowsOfImport = (
  db: Db,
  id: string,
  { after, only, limit }: { after: number; only?: string | undefined; limit: number },
): Promise<StoredRow[]> =>
  db
    .selectFrom('profile_import_row')
    .select(['line', 'decision', 'outcome', 'profile_id', 'sealed'])
    .where('import_id', '=', id)
    .where('line', '>', after)
    .$if(only !== undefined, (query) =>
      query.where((eb) => eb.or([eb('decision', '=', only ?? ''), eb('outcome', '=', only ?? '')])),
    )
    .orderBy('line')
    .limit(limit)
    .execute();

export async function sealImportRow(db: Db, id: string, line: number, sealed: Buffer): Promise<void> {
  await db
    .updateTable('profile_import_row')
    .set({ sealed })
    .where('import_id', '=', id)
    .where('line', '=', line)
    .execute();
}

/** Replaces all rows of the import. */
export async function replaceRows<T>(
  db: Db,
  id: string,
  items: readonly T[],
  toRow: (item: T) => StoredRow,
): Promise<void> {
  await db.deleteFrom('profile_import_row').where('import_id', '=', id).execute();
  await insertRows(db, id, items, toRow);
}

/** Imports whose work stopped with its process. */
export const stalledImports = (db: Db) =>
  db
    .selectFrom('profile_import')
    .select('id')
    .where('state', 'in', ['checking', 'applying', 'reverting'])
    .where('worked_at', '<', sql<string>`now() - interval '1 minute'`)
    .execute();

export const deleteExpired = (db: Db) =>
  db
    .deleteFrom('profile_import')
    .where('expires_at', '<', now)
    .where('state', 'not in', ['applying', 'reverting'])
    .executeTakeFirstOrThrow();
