import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import {
  can,
  isValueOf,
  levels,
  permissionCatalogue,
  type PermissionId,
  permissionIds,
  type Permissions,
  toggles,
  valueIn,
} from './permissions.ts';
import { id, idParams, line, text } from './text.ts';

const permissionId = z.enum(permissionIds);
const permissionValue = z.enum([...levels, ...toggles]);

/** One permission of a role. `idPin`: the permission that adds the PIN to this export. */
const rolePermission = z.object({
  id: permissionId,
  name: z.string(),
  category: z.string(),
  value: permissionValue,
  type: z.enum(['boolean', 'multi', 'csv']),
  idPin: permissionId.optional(),
});
export type RolePermission = z.infer<typeof rolePermission>;

/** The initial roles of every tenant. Their labels are translated; a renamed role is no longer one. */
export const builtInRoles = ['admin', 'user', 'webPortalUser', 'mobileAppUser', 'okmUser'] as const;
export type BuiltInRole = (typeof builtInRoles)[number];

/** A role by name, as referenced elsewhere. */
export const roleLabel = z.object({ id, name: z.string(), builtIn: z.enum(builtInRoles).nullable() });
export type RoleLabel = z.infer<typeof roleLabel>;

const role = roleLabel.extend({
  /** It cannot be changed or deleted. */
  locked: z.boolean(),
  /** Every permission, in the catalogue's order. */
  permissions: z.array(rolePermission),
  /** Number of holders, at all locations: roles belong to the whole tenant. */
  profiles: z.int(),
  version: z.int(),
});
export type Role = z.infer<typeof role>;

/** The definition of a permission, independent of roles. */
export const permissionDefinition = z.object({
  id: permissionId,
  name: z.string(),
  category: z.string(),
  values: z.array(permissionValue),
  none_value: z.enum(['NONE', 'FALSE']),
});

export const permissionDefinitions: z.infer<typeof permissionDefinition>[] = permissionIds.map((permission) => {
  const { name, category, type } = permissionCatalogue[permission];
  const multi = type === 'multi';
  return {
    id: permission,
    name,
    category,
    values: [...(multi ? levels : toggles)],
    none_value: multi ? 'NONE' : 'FALSE',
  };
});

/** Serialises a role's permissions: every permission with its value. */
export const toRolePermissions = (held: Permissions): RolePermission[] =>
  permissionIds.map((permission) => {
    const { name, category, type } = permissionCatalogue[permission];
    return {
      id: permission,
      name,
      category,
      value: valueIn(held, permission),
      type: name === 'CAN-EXPORT-CSV' ? 'csv' : type,
      ...(permission === 'CAN-EXPORT-CSV-USERS' ? { idPin: 'CAN-EXPORT-PIN' } : {}),
    };
  });

/** The inverse, as input of rules. */
export const toPermissions = (permissions: readonly { id: PermissionId; value: string }[]): Permissions => {
  const held: Permissions = {};
  for (const { id: permission, value } of permissions) {
    if (isValueOf(permission, value)) held[permission] = value;
  }
  return held;
};

/** The id identifies the permission; a name or category that contradicts it is refused. */
const permissionInput = z
  .object({
    id: z.enum(permissionIds, { error: 'unknownPermission' }),
    name: text(limits.columnName).optional(),
    category: text(limits.columnName).optional(),
    value: permissionValue,
  })
  .refine((p) => isValueOf(p.id, p.value), { path: ['value'], error: 'invalidPermissionValue' })
  .refine((p) => p.name === undefined || p.name === permissionCatalogue[p.id].name, {
    path: ['name'],
    error: 'unknownPermission',
  })
  .refine((p) => p.category === undefined || p.category === permissionCatalogue[p.id].category, {
    path: ['category'],
    error: 'unknownPermission',
  });
const permissionInputs = z
  .array(permissionInput)
  .max(limits.filterValues)
  .refine((list) => new Set(list.map((p) => p.id)).size === new Set(list.map((p) => `${p.id} ${p.value}`)).size, {
    error: 'permissionTwice',
  });

export const roleName = line(limits.roleName, { required: 'required', tooLong: 'roleNameTooLong' });
/** Missing permissions are not held. */
export const roleCreate = z.object({ name: roleName, permissions: permissionInputs.default([]) });
/** Missing fields stay unchanged. */
export const roleUpdate = z.object({ name: roleName.optional(), permissions: permissionInputs.optional() });

/** A profile whose permissions a change affects. */
export const affectedPerson = z.object({
  id,
  name: z.string(),
  disabled: z.boolean(),
  changes: z.array(
    z.object({ id: permissionId, before: permissionValue, after: permissionValue, gained: z.boolean() }),
  ),
});
export type AffectedPerson = z.infer<typeof affectedPerson>;

/** The effect of a role change on its holders' rights, all their roles combined. */
const roleImpact = z.object({
  /** Number of profiles that gain something, and that lose something, at all locations. */
  gaining: z.int(),
  losing: z.int(),
  /** Number of affected profiles, and of those that the caller may see. */
  total: z.int(),
  seen: z.int(),
  /** Affected profiles that the caller may see, by name, at most `limits.impactPeople`. */
  people: z.array(affectedPerson),
});
export type RoleImpact = z.infer<typeof roleImpact>;

const page = text(6, 'invalidNumber')
  .regex(/^[1-9]\d{0,5}$/, { error: 'invalidNumber' })
  .transform(Number);

export const roles = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/roles',
    summary: 'The roles with what they hold: locked ones first, then by name; 50 a page.',
    needs: can.listRoles,
    query: z.object({ page: page.optional() }),
    reply: z.object({ data: z.array(role), page: z.int(), total_pages: z.int(), total_results: z.int() }),
  }),
  permissions: endpoint({
    method: 'GET',
    path: '/api/v1/permissions',
    summary: 'Every permission with the values it can have.',
    needs: can.listRoles,
    reply: z.object({ data: z.array(permissionDefinition) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/roles',
    summary: 'Add a role of permissions that the caller holds.',
    needs: can.editRoles,
    body: roleCreate,
    reply: z.object({ data: role }),
    status: 201,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/v1/roles/:id',
    summary: 'Change name and permissions of a role that is not locked.',
    needs: can.editRoles,
    params: idParams,
    body: roleUpdate,
    reply: z.object({ data: role }),
    etag: true,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/roles/:id',
    summary: 'Delete a role without holders.',
    needs: can.editRoles,
    params: idParams,
  }),
  impact: endpoint({
    method: 'POST',
    path: '/api/v1/roles/:id/impact',
    repeatable: true,
    summary: 'What this change would do to whom; refused as the change itself would be. Nothing is written.',
    needs: can.editRoles,
    params: idParams,
    body: roleUpdate,
    reply: z.object({ data: roleImpact }),
  }),
};
