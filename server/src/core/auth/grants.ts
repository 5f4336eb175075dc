import { lacking, permissionCatalogue, type PermissionId, type Permissions } from '@keyward/contract/permissions';
import { type Db, rows } from '#db/tenant.ts';
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
  await rows(
    db,
    `select r.id from role r where r.tenant_id = $1 and (r.id = any($2::uuid[]) or exists (
       select from role_permission rp where rp.tenant_id = $1 and rp.role_id = r.id and rp.permission = 'ROLES'
         and rp.value = 'EDIT'))
     order by r.id for update`,
    [db.tenantId, ids],
  );
}

const editors = `
  select from role_permission rp
  join profile_role pr on pr.tenant_id = $1 and pr.role_id = rp.role_id
  join profile p on p.tenant_id = $1 and p.id = pr.profile_id and not p.disabled
  where rp.tenant_id = $1 and rp.permission = 'ROLES' and rp.value = 'EDIT'`;

/**
 * Somebody who can sign in edits roles: asked after a change, with the roles locked (`lockRoles`). With `without`: they
 * do even when this role does not let them. Throws lastRolesEditor.
 */
export async function assertRolesEditor(db: Db, without?: string): Promise<void> {
  const [one] = await rows(db, `${editors} and rp.role_id is distinct from $2 limit 1`, [db.tenantId, without ?? null]);
  if (!one) throw new PortalError('lastRolesEditor');
}
