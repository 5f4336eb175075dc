import type { RoleLabel } from '@keyward/contract/roles';
import { type SavedContent, savedViewSql, seenBy, type StoredView } from '#core/list/views/saved.ts';
import { type Db, rows } from '#db/tenant.ts';

/** For how long a deleted view can be had back. */
const keptFor = `interval '1 hour'`;

/** Those that are shown to a profile: its own first, each by name. */
export async function visibleViews(db: Db, profileId: string, resource: string): Promise<StoredView[]> {
  const text = `${savedViewSql} and ${seenBy} and v.resource = $3 and v.deleted_at is null
    order by (v.owner_id is not distinct from $2) desc, v.name_fold collate natural_order, v.id`;
  return rows<StoredView>(db, text, [db.tenantId, profileId, resource]);
}

/** One that is shown to a profile, locked until the transaction ends. `deleted`: one that can be had back. */
export async function lockView(
  db: Db,
  profileId: string,
  id: string,
  deleted = false,
): Promise<StoredView | undefined> {
  const alive = deleted ? `v.deleted_at > now() - ${keptFor}` : 'v.deleted_at is null';
  const text = `${savedViewSql} and ${seenBy} and v.id = $3 and ${alive} for no key update of v`;
  return (await rows<StoredView>(db, text, [db.tenantId, profileId, id]))[0];
}

/** How many views a profile has of a list. One after the other: the profile stays locked until the transaction ends. */
export async function countOwn(db: Db, profileId: string, resource: string): Promise<number> {
  await rows(db, 'select id from profile where tenant_id = $1 and id = $2 for no key update', [db.tenantId, profileId]);
  const text = `select count(*)::int as n from saved_view
    where tenant_id = $1 and owner_id = $2 and resource = $3 and deleted_at is null`;
  const [counted] = await rows<{ n: number }>(db, text, [db.tenantId, profileId, resource]);
  return counted?.n ?? 0;
}

type Written = Pick<StoredView, 'name' | 'description' | 'base' | 'role_id' | 'everyone' | 'updated_by'> & {
  content: SavedContent;
};
const json = (view: Written) => ({ ...view, content: JSON.stringify(view.content) });

export async function insertView(
  db: Db,
  view: Written & { resource: string; owner_id: string; owner_name: string },
): Promise<string> {
  const { id } = await db
    .insertInto('saved_view')
    .values({ ...view, ...json(view) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateView(db: Db, id: string, view: Written): Promise<void> {
  await db
    .updateTable('saved_view')
    .set((eb) => ({ ...json(view), version: eb('version', '+', 1), updated_at: eb.fn<string>('now') }))
    .where('id', '=', id)
    .execute();
}

export async function markDeleted(db: Db, id: string, deleted: boolean): Promise<void> {
  await db
    .updateTable('saved_view')
    .set((eb) => ({ deleted_at: deleted ? eb.fn<string>('now') : null, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** What nobody can have back, and what belonged to profiles that are gone and is shown to nobody. */
export async function purgeViews(db: Db): Promise<void> {
  const text = `delete from saved_view where tenant_id = $1 and (deleted_at <= now() - ${keptFor}
    or (owner_id is null and role_id is null and not everyone))`;
  await rows(db, text, [db.tenantId]);
}

/** Roles by name; of one profile alone where one is named. */
export async function rolesToShareWith(db: Db, profileId: string | null): Promise<RoleLabel[]> {
  const text = `select r.id, r.name, r.built_in as "builtIn" from role r where r.tenant_id = $1 and ($2::uuid is null or exists (
      select from profile_role h where h.tenant_id = $1 and h.profile_id = $2 and h.role_id = r.id))
    order by r.name_fold collate natural_order`;
  return rows(db, text, [db.tenantId, profileId]);
}
