import { deletionsPage, restoreDays } from '@keyward/contract/deletions';
import { sql } from 'kysely';
import { anyLocationVisibleTo } from '#core/auth/scope.ts';
import type { Vault } from '#core/auth/secrets.ts';
import type { Actor } from '#core/auth/session.ts';
import { inBatches } from '#db/batches.ts';
import type { Db } from '#db/tenant.ts';
import { type DeletionKind, type Snapshot, openSnapshot, sealSnapshot } from './snapshot.ts';

/** A row that is about to be deleted, with its snapshot. */
export type Leaving<K extends DeletionKind> = { id: string; locations: readonly string[]; snapshot: Snapshot[K] };

/** Stores the snapshots of these rows, in the transaction that deletes them. */
export async function keepDeletions<K extends DeletionKind>(
  db: Db,
  { vault, actor }: { vault: Vault; actor: Pick<Actor, 'name'> },
  kind: K,
  leaving: readonly Leaving<K>[],
): Promise<void> {
  await inBatches(leaving, (batch) => {
    const rows = batch.map(({ id, locations, snapshot }) => ({
      id,
      kind,
      deleted_by: actor.name,
      locations: sql<string[]>`${[...locations]}::uuid[]`,
      sealed: sealSnapshot<K>(vault, { tenantId: db.tenantId, id }, snapshot),
    }));
    return db.insertInto('deletion').values(rows).execute();
  });
}

const ends = sql<string>`deleted_at + make_interval(days => ${restoreDays})`;

/** The snapshots that can be restored and are visible to the actor: a profile at one of its locations, as when it existed. */
const visible = (db: Db, actor: Pick<Actor, 'allData' | 'locations'>, kind: DeletionKind) =>
  db
    .selectFrom('deletion')
    .where('kind', '=', kind)
    .where(ends, '>', sql<string>`now()`)
    .where((eb) => anyLocationVisibleTo(actor, eb.ref('locations')));

const columns = ['id', 'deleted_at', 'deleted_by', 'locations', 'sealed'] as const;
type Row = { id: string; deleted_at: string; deleted_by: string; locations: string[]; sealed: Buffer; until: string };
export type StoredDeletion<K extends DeletionKind> = Omit<Row, 'sealed'> & { snapshot: Snapshot[K] };

const opened =
  <K extends DeletionKind>(db: Db, vault: Vault) =>
  ({ sealed, ...row }: Row): StoredDeletion<K> => ({
    ...row,
    snapshot: openSnapshot<K>(vault, { tenantId: db.tenantId, id: row.id }, sealed),
  });

/** A page of these snapshots, newest first, and their total. */
export async function findDeletions<K extends DeletionKind>(
  db: Db,
  vault: Vault,
  actor: Actor,
  kind: K,
  { id, page = '1' }: { id?: string | undefined; page?: string | undefined },
): Promise<{ rows: StoredDeletion<K>[]; total: number }> {
  const query = visible(db, actor, kind).$if(id !== undefined, (all) => all.where('id', '=', id ?? ''));
  const { total } = await query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await query
    .select([...columns, ends.as('until')])
    .orderBy('deleted_at', 'desc')
    .orderBy('id')
    .limit(deletionsPage)
    .offset((Number(page) - 1) * deletionsPage)
    .execute();
  return { rows: rows.map(opened<K>(db, vault)), total };
}

export async function findDeletion<K extends DeletionKind>(
  db: Db,
  vault: Vault,
  actor: Actor,
  kind: K,
  id: string,
): Promise<StoredDeletion<K> | undefined> {
  return (await findDeletions(db, vault, actor, kind, { id })).rows[0];
}

/** The same for one, locked until the end of the transaction, so that it is restored only once. */
export async function lockDeletion<K extends DeletionKind>(
  db: Db,
  vault: Vault,
  actor: Actor,
  kind: K,
  id: string,
): Promise<StoredDeletion<K> | undefined> {
  const row = await visible(db, actor, kind)
    .where('id', '=', id)
    .select([...columns, ends.as('until')])
    .forUpdate()
    .executeTakeFirst();
  return row && opened<K>(db, vault)(row);
}

/** Deletes the snapshot of a row that was restored. */
export const forgetDeletion = (db: Db, id: string) => db.deleteFrom('deletion').where('id', '=', id).execute();

export const deleteOldDeletions = (db: Db) => db.deleteFrom('deletion').where(ends, '<=', sql<string>`now()`);
