import { sql } from 'kysely';
import type { Actor } from '#core/auth/session.ts';
import type { Db } from '#db/tenant.ts';
import type { ImportColumn } from './import-columns.ts';
import type { ImportOptions, Verdict } from './import-verdict.ts';

/** How long a plan waits to be applied, and how long what was applied can be reverted. */
export const planHours = 24;
export const revertDays = 30;

export type ImportState = 'checking' | 'ready' | 'applying' | 'applied' | 'reverting' | 'reverted';
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
        ? sql<string>`now() + make_interval(days => ${revertDays})`
        : sql<string>`now() + make_interval(hours => ${planHours})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export type StoredRow = {
  line: number;
  decision: Verdict['decision'];
  outcome: string | null;
  profile_id: string | null;
  sealed: Buffer;
};
const batch = 500;
export async function insertRows(db: Db, importId: string, rows: readonly StoredRow[]): Promise<void> {
  for (let i = 0; i < rows.length; i += batch) {
    const part = rows.slice(i, i + batch).map((row) => ({ ...row, import_id: importId }));
    await db.insertInto('profile_import_row').values(part).execute();
  }
}

/** What the import did. */
export async function countsOfImport(db: Db, id: string): Promise<unknown> {
  const row = await db.selectFrom('profile_import').select('counts').where('id', '=', id).executeTakeFirstOrThrow();
  return row.counts;
}
