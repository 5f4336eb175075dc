import { isPermissionId, type Permissions } from '@keyward/contract/permissions';
import { toPermissions } from '@keyward/contract/roles';
import { type Expression, sql } from 'kysely';
import { subquery } from '#db/tenant.ts';

/** Names and values in their stored form; `knownPermissions` reads them. */
export type StoredPermissions = Record<string, string>;

/** Select expression: the permissions of a role. */
export const permissionsOfRole = (role: Expression<string>) =>
  subquery
    .selectFrom('role_permission as rp')
    .select(sql<StoredPermissions>`coalesce(jsonb_object_agg(rp.permission, rp.value), '{}')`.as('held'))
    .where('rp.role_id', '=', role)
    .$asScalar()
    .$notNull();

/** Ignores permissions that are not in the catalogue. */
export const knownPermissions = (held: StoredPermissions): Permissions =>
  toPermissions(Object.entries(held).flatMap(([id, value]) => (isPermissionId(id) ? [{ id, value }] : [])));
