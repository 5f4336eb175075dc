import type { RoleLabel } from '@keyward/contract/roles';
import { sql } from 'kysely';
import { type SavedContent, savedViews, type StoredView } from '#core/list/views/saved.ts';
import { nextVersion, now } from '#db/fragments.ts';
import { takeTurn } from '#core/auth/take-turn.ts';
import type { Db } from '#db/tenant.ts';

/** The earliest deletion of a view that can still be restored. */
const restorableSince = sql<string>`now() - interval '1 hour'`;

/** Views visible to a profile: its own first, each group by name. */
export const visibleViews = (db: Db, profileId: string, resource: string): Promise<StoredView[]> =>
  savedViews(db, profileId)
    .where('v.resource', '=', resource)
    .where('v.deleted_at', 'is', null)
    .orderBy((eb) => eb('v.owner_id', 'is not distinct from', profileId), 'desc')
    .orderBy('v.name_fold', (by) => by.collate('natural_order'))
    .orderBy('v.id')
    .execute();

/** A view visible to a profile, locked until the end of the transaction. With `deleted`, one that can be restored. */
export async function lockView(
  db: Db,
  profileId: string,
  id: string,
  deleted = false,
): Promise<StoredView | undefined> {
  const view = savedViews(db, profileId).where('v.id', '=', id).forNoKeyUpdate('v');
  return (
    deleted ? view.where('v.deleted_at', '>', restorableSince) : view.where('v.deleted_at', 'is', null)
  ).executeTakeFirst();
}

/** Number of views of a list that a profile has. Calls for one profile run in turn. */
export async function countOwn(db: Db, profileId: string, resource: string): Promise<number> {
  await takeTurn(db, profileId);
  const { n } = await db
    .selectFrom('saved_view')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('owner_id', '=', profileId)
    .where('resource', '=', resource)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return n;
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
    .set({ ...json(view), ...nextVersion })
    .where('id', '=', id)
    .execute();
}

export async function markDeleted(db: Db, id: string, deleted: boolean): Promise<void> {
  await db
    .updateTable('saved_view')
    .set((eb) => ({ deleted_at: deleted ? now : null, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** Purges views that can no longer be restored, and orphaned views that are visible to no profile. */
export async function purgeViews(db: Db): Promise<void> {
  await db
    .deleteFrom('saved_view')
    .where((eb) =>
      eb.or([
        eb('deleted_at', '<=', restorableSince),
        eb.and([eb('owner_id', 'is', null), eb('role_id', 'is', null), eb('everyone', '=', false)]),
      ]),
    )
    .execute();
}

/** Roles by name; with a profile, only the roles that it holds. */
export function rolesToShareWith(db: Db, profileId: string | null): Promise<RoleLabel[]> {
  const roles = db
    .selectFrom('role as r')
    .select(['r.id', 'r.name', 'r.built_in as builtIn'])
    .orderBy('r.name_fold', (by) => by.collate('natural_order'));
  if (profileId === null) return roles.execute();
  return roles
    .where((eb) =>
      eb.exists(
        eb.selectFrom('profile_role as h').where('h.profile_id', '=', profileId).whereRef('h.role_id', '=', 'r.id'),
      ),
    )
    .execute();
}
