import type { PermissionId, Permissions, PermissionValue } from '@keyward/contract/permissions';
import { sql } from 'kysely';
import { permissionsOfRole, knownPermissions } from '#core/auth/held-permissions.ts';
import { profileInLocations } from '#core/auth/scope.ts';
import { any, anyText, nextVersion } from '#db/fragments.ts';
import { type Db, subquery } from '#db/tenant.ts';

const roleQuery = (db: Db) =>
  db.selectFrom('role as r').select((eb) => [
    'r.id',
    'r.name',
    'r.built_in',
    'r.locked',
    'r.version',
    'r.updated_by',
    'r.updated_at',
    permissionsOfRole(eb.ref('r.id')).as('held'),
    eb
      .selectFrom('profile_role as pr')
      .select((of) => of.fn.countAll<number>().as('n'))
      .whereRef('pr.role_id', '=', 'r.id')
      .$asScalar()
      .$notNull()
      .as('profiles'),
  ]);
type Row = Awaited<ReturnType<ReturnType<typeof roleQuery>['execute']>>[number];
export type StoredRole = Omit<Row, 'held'> & { permissions: Permissions };
const toRole = ({ held, ...row }: Row): StoredRole => ({ ...row, permissions: knownPermissions(held) });

/** Roles, locked ones first, then by name. */
export async function findRoles(db: Db, limit: number, offset: number): Promise<StoredRole[]> {
  const rows = await roleQuery(db)
    .orderBy('r.locked', 'desc')
    .orderBy('r.name_fold', (by) => by.collate('natural_order'))
    .orderBy('r.id')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(toRole);
}

export async function countRoles(db: Db): Promise<number> {
  const { n } = await db
    .selectFrom('role')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return n;
}

export async function findRole(db: Db, id: string): Promise<StoredRole | undefined> {
  return (await roleQuery(db).where('r.id', '=', id).execute()).map(toRole)[0];
}

export async function insertRole(db: Db, role: { name: string; updated_by: string }): Promise<string> {
  const { id } = await db.insertInto('role').values(role).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function updateRole(db: Db, id: string, change: { name: string; updated_by: string }): Promise<void> {
  await db
    .updateTable('role')
    .set((eb) => ({
      ...change,
      // a renamed role is no longer built-in
      built_in: eb.case().when('name', '=', change.name).then(eb.ref('built_in')).else(null).end(),
      ...nextVersion,
    }))
    .where('id', '=', id)
    .execute();
}

export async function deleteRole(db: Db, id: string): Promise<void> {
  await db.deleteFrom('role').where('id', '=', id).execute();
}

/** Writes these values; NONE and FALSE are stored as no row. */
export async function writePermissions(
  db: Db,
  roleId: string,
  values: readonly { id: PermissionId; value: PermissionValue }[],
): Promise<void> {
  const ids = values.map(({ id }) => id);
  await db.deleteFrom('role_permission').where('role_id', '=', roleId).where('permission', '=', anyText(ids)).execute();
  const held = values.filter(({ value }) => value !== 'NONE' && value !== 'FALSE');
  if (held.length === 0) return;
  await db
    .insertInto('role_permission')
    .values(held.map(({ id, value }) => ({ role_id: roleId, permission: id, value })))
    .execute();
}

type Holders = { roleId: string; permissions: readonly PermissionId[]; locations: readonly string[] | null };
/**
 * The holders of a role, with their other roles that have one of `permissions`: the change affects holders with the same other
 * roles equally. `others` are comma-separated role ids, '' for none; `locations` are the actor's.
 */
const holders = ({ roleId, permissions, locations }: Holders) =>
  subquery
    .selectFrom('profile_role as pr')
    .innerJoin('profile as p', 'p.id', 'pr.profile_id')
    .where('pr.role_id', '=', roleId)
    .select((eb) => [
      'p.id',
      'p.name',
      'p.name_fold',
      'p.disabled',
      profileInLocations(eb.ref('p.id'), locations).as('seen'),
      eb.fn
        .coalesce(
          eb
            .selectFrom('profile_role as o')
            .select(sql<string>`string_agg(o.role_id::text, ',' order by o.role_id)`.as('ids'))
            .whereRef('o.profile_id', '=', 'p.id')
            .where('o.role_id', '<>', roleId)
            .where((other) =>
              other.exists(
                other
                  .selectFrom('role_permission as rp')
                  .whereRef('rp.role_id', '=', 'o.role_id')
                  .where('rp.permission', '=', anyText(permissions)),
              ),
            ),
          sql.lit(''),
        )
        .as('others'),
    ]);

export type HolderKind = { others: string; n: number; seen: number };
export const holderKinds = (db: Db, of: Holders): Promise<HolderKind[]> =>
  db
    .selectFrom(holders(of).as('h'))
    .select((eb) => [
      'h.others',
      eb.fn.countAll<number>().as('n'),
      eb.fn.countAll<number>().filterWhere('h.seen', '=', true).as('seen'),
    ])
    .groupBy('h.others')
    .execute();

export type Holder = { id: string; name: string; disabled: boolean; others: string };

/** The holders in these groups that the actor may see, by name. */
export const visibleHolders = (db: Db, of: Holders, kinds: readonly string[], limit: number): Promise<Holder[]> =>
  db
    .selectFrom(holders(of).as('h'))
    .select(['h.id', 'h.name', 'h.disabled', 'h.others'])
    .where('h.seen', '=', true)
    .where('h.others', '=', anyText(kinds))
    .orderBy('h.name_fold', (by) => by.collate('natural_order'))
    .orderBy('h.id')
    .limit(limit)
    .execute();

/** The permissions of roles, by id. */
export async function permissionsByRole(db: Db, ids: readonly string[]): Promise<Map<string, Permissions>> {
  const rows = await db
    .selectFrom('role as r')
    .select((eb) => ['r.id', permissionsOfRole(eb.ref('r.id')).as('held')])
    .where('r.id', '=', any(ids))
    .execute();
  return new Map(rows.map(({ id, held }) => [id, knownPermissions(held)]));
}
