import { lacking, permissionCatalogue, type PermissionId, type Permissions } from '@keyward/contract/permissions';
import { any } from '#db/fragments.ts';
import type { Db } from '#db/tenant.ts';
import { PortalError } from '#core/errors.ts';
import type { Actor } from './session.ts';

const nameOf = (id: PermissionId) => {
  const { name, category } = permissionCatalogue[id];
  return name === 'CAN-EXPORT-CSV' ? `${name} (${category})` : name;
};

/**
 * Nobody writes, gives or takes rights that they do not hold themselves. Throws cannotGrant, which names them
 * (`permissions` in words, `ids` as the catalogue has them).
 * @param field what the refusal is about.
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
 * Holds every role that lets somebody edit roles, and the named ones, until the transaction ends: two changes, each of
 * which would leave the other's editors, come one after the other. Call it before anything is written.
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
 * Somebody who can sign in edits roles: asked after a change, with the roles locked (`lockRoles`). With `without`: they
 * do even when this role does not let them. Throws lastRolesEditor.
 */
export async function assertRolesEditor(db: Db, without?: string): Promise<void> {
  const one = await db
    .selectFrom('role_permission as rp')
    .innerJoin('profile_role as pr', 'pr.role_id', 'rp.role_id')
    .innerJoin('profile as p', 'p.id', 'pr.profile_id')
    .select('p.id')
    .where('p.disabled', '=', false)
    .where('rp.permission', '=', 'ROLES')
    .where('rp.value', '=', 'EDIT')
    .where('rp.role_id', 'is distinct from', without ?? null)
    .limit(1)
    .executeTakeFirst();
  if (!one) throw new PortalError('lastRolesEditor');
}
