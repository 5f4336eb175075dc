import type { EventChange } from '@keyward/contract/activity';
import { limits } from '@keyward/contract/limits';
import {
  comparePermissions,
  dependencyFaults,
  permissionCatalogue,
  type PermissionChange,
  type Permissions,
} from '@keyward/contract/permissions';
import { type Role, type roleCreate, type roleUpdate, toPermissions, toRolePermissions } from '@keyward/contract/roles';
import type { z } from 'zod';
import { assertCurrent, existing } from '#core/entity.ts';
import { PortalError } from '#core/errors.ts';
import { assertHolds, assertRolesEditor, lockRoles } from '#core/auth/grants.ts';
import { change } from '#core/events/change.ts';
import { record } from '#core/events/record.ts';
import { announceAll } from '#core/live/changes.ts';
import type { Actor } from '#core/auth/session.ts';
import type { Db } from '#db/tenant.ts';
import {
  countRoles,
  deleteRole,
  findRole,
  findRoles,
  insertRole,
  type StoredRole,
  updateRole,
  writePermissions,
} from './queries.ts';

const toRole = ({ id, name, built_in, locked, permissions, profiles, version }: StoredRole): Role => ({
  id,
  name,
  builtIn: built_in,
  locked,
  profiles,
  version,
  permissions: toRolePermissions(permissions),
});

/** One page of the roles; a page beyond the last is empty. */
export async function listRoles(db: Db, page: number) {
  const total = await countRoles(db);
  const stored = await findRoles(db, limits.pageSize, (page - 1) * limits.pageSize);
  return {
    data: stored.map(toRole),
    page,
    total_pages: Math.max(1, Math.ceil(total / limits.pageSize)),
    total_results: total,
  };
}

/**
 * Adds a role. Throws cannotGrant, roleNameTaken and the rules between permissions (assignRolesNeedsUsers,
 * assignGroupsNeedsEdit, exportNeedsArea, exportPinNeedsExport).
 */
export async function createRole(db: Db, actor: Actor, input: z.output<typeof roleCreate>): Promise<Role> {
  const permissions = toPermissions(input.permissions);
  assertHolds(actor, [permissions]);
  assertConsistent(permissions);
  const id = await insertRole(db, { name: input.name, updated_by: actor.name });
  const held = comparePermissions({}, permissions);
  await writePermissions(
    db,
    id,
    held.map((p) => ({ id: p.id, value: p.after })),
  );
  await record(db, actor, {
    event: 'ADD_ROLE',
    result: 'success',
    entity: { domain: 'role', id, name: input.name },
    changes: [...change('name', null, input.name), ...held.map((p) => ({ ...changeOf(p), oldValue: null }))],
  });
  return getRole(db, id);
}

type Change = z.output<typeof roleUpdate>;

/**
 * Changes a role; a save without changes records no event. `ifMatch` is the version that the actor read. Throws notFound,
 * conflict, roleLocked, lastRolesEditor and what createRole throws.
 */
export async function changeRole(db: Db, actor: Actor, id: string, input: Change, ifMatch: number | undefined) {
  await lockRoles(db, [id]);
  const before = await requireRole(db, id);
  assertCurrent(before, ifMatch);
  const { name, permissions } = validateChange(actor, before, input);
  const changed = comparePermissions(before.permissions, permissions);
  if (name === before.name && changed.length === 0) return toRole(before);
  await updateRole(db, id, { name, updated_by: actor.name });
  await writePermissions(
    db,
    id,
    changed.map((p) => ({ id: p.id, value: p.after })),
  );
  if (changed.some((p) => p.id === 'ROLES')) await assertRolesEditor(db);
  if (name !== before.name) announceAll(db, ['user']);
  await record(db, actor, {
    event: 'MODIFY_ROLE',
    result: 'success',
    entity: { domain: 'role', id, name },
    changes: [...change('name', before.name, name), ...changed.map(changeOf)],
  });
  return getRole(db, id);
}

/** The role after the change; throws each refusal except lastRolesEditor. */
export function validateChange(
  actor: Actor,
  before: StoredRole,
  input: Change,
): { name: string; permissions: Permissions } {
  if (before.locked) throw new PortalError('roleLocked');
  const permissions = { ...before.permissions, ...toPermissions(input.permissions ?? []) };
  assertHolds(actor, [before.permissions, permissions]);
  if (input.permissions) assertConsistent(permissions);
  return { name: input.name ?? before.name, permissions };
}

/** Deletes a role without holders. Throws notFound, roleLocked, cannotGrant, roleInUse. */
export async function removeRole(db: Db, actor: Actor, id: string): Promise<void> {
  await lockRoles(db, [id]);
  const role = await requireRole(db, id);
  if (role.locked) throw new PortalError('roleLocked');
  assertHolds(actor, [role.permissions]);
  if (role.profiles > 0) throw new PortalError('roleInUse', { params: { count: role.profiles } });
  await deleteRole(db, id);
  await record(db, actor, {
    event: 'DELETE_ROLE',
    result: 'success',
    entity: { domain: 'role', id, name: role.name },
    changes: [
      ...change('name', role.name, null),
      ...comparePermissions(role.permissions, {}).map((p) => ({ ...changeOf(p), newValue: null })),
    ],
  });
}

/** The role, or PortalError notFound. */
export const requireRole = async (db: Db, id: string): Promise<StoredRole> => existing(await findRole(db, id));
/** One role. Throws notFound. */
export const getRole = async (db: Db, id: string): Promise<Role> => toRole(await requireRole(db, id));

/** The server never adds dependencies silently: an inconsistent role is refused. Specification, part 1, section 4. */
function assertConsistent(permissions: Permissions): void {
  const [first] = dependencyFaults(permissions);
  if (first) throw new PortalError(first.fault, { field: 'permissions' });
}

/** In the flattened form of the specification, part 2, section 3 'Event'. */
const changeOf = ({ id, before, after }: PermissionChange): EventChange => {
  const { name, category } = permissionCatalogue[id];
  return { attribute: `permissions - ${category} - ${name}`, oldValue: before, newValue: after };
};
