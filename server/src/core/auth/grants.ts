import { lacking, permissionCatalogue, type PermissionId, type Permissions } from '@keyward/contract/permissions';
import { any } from '#db/fragments.ts';
import type { Db } from '#db/tenant.ts';
import { PortalError } from '#core/errors.ts';
import { mayAct, mayStay } from './may-act.ts';
import type { Actor } from './session.ts';

const nameOf = (id: PermissionId) => {
  const { name, category } = permissionCatalogue[id];
  return name === 'CAN-EXPORT-CSV' ? `${name} (${category})` : name;
};

/**
 * Actors may only create, grant or revoke permissions they hold. Throws cannotGrant, which lists the missing ones
 * (`permissions` in words, `ids` as the catalogue has them).
 * @param field the form field that the refusal concerns.
 */
export function assertHolds(actor: Pick<Actor, 'authority'>, wanted: readonly Permissions[], field?: string): void {
  const missing = [...new Set(wanted.flatMap((rights) => lacking(actor.authority.permissions, rights)))];
  if (missing.length) {
    throw new PortalError('cannotGrant', {
      params: { permissions: missing.map(nameOf).join(', '), ids: missing.join(',') },
      ...(field === undefined ? {} : { field }),
    });
  }
}

/**
 * Locks every role that grants role editing, and those of `ids`, until the transaction ends. This serialises concurrent
 * changes that together would remove the last roles editor. Call it before any write.
 */
export async function lockRoles(db: Db, ids: readonly string[] = []): Promise<void> {
  await db
    .selectFrom('role as r')
    .select('r.id')
    .where((eb) =>
      eb.or([
        eb('r.id', '=', any(ids)),
        eb.exists(
          eb
            .selectFrom('role_permission as rp')
            .whereRef('rp.role_id', '=', 'r.id')
            .where('rp.permission', '=', 'ROLES')
            .where('rp.value', '=', 'EDIT'),
        ),
      ]),
    )
    .orderBy('r.id')
    .forUpdate()
    .execute();
}

/**
 * Locks roles that are only granted against changes until the transaction ends, however long that takes: only a transaction that
 * locks one of them waits.
 */
export async function keepRoles(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db.selectFrom('role as r').select('r.id').where('r.id', '=', any(ids)).orderBy('r.id').forShare().execute();
}

/** Profiles with a role that can edit roles: one row for each such role. */
const editorsOfRoles = (db: Db) =>
  db
    .selectFrom('role_permission as rp')
    .innerJoin('profile_role as pr', 'pr.role_id', 'rp.role_id')
    .innerJoin('profile as p', 'p.id', 'pr.profile_id')
    .where('rp.permission', '=', 'ROLES')
    .where('rp.value', '=', 'EDIT');

/** All profiles that may edit roles, with their addresses: they are mailed about changes that protect less. */
export const rolesEditors = (db: Db): Promise<{ id: string; email: string | null }[]> =>
  editorsOfRoles(db).select(['p.id', 'p.email']).where(mayAct('p')).distinct().orderBy('p.id').execute();

/**
 * Asserts that an enabled profile, valid now and without an end, can edit roles. Call it after a change, with the roles locked
 * (`lockRoles`). The role `without` is disregarded. Throws lastRolesEditor.
 */
export async function assertRolesEditor(db: Db, without?: string): Promise<void> {
  const editor = await editorsOfRoles(db)
    .select('p.id')
    .where(mayStay('p'))
    .where('rp.role_id', 'is distinct from', without ?? null)
    .limit(1)
    .executeTakeFirst();
  if (!editor) throw new PortalError('lastRolesEditor');
}
