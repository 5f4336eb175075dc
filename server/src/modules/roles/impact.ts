import { limits } from '@keyward/contract/limits';
import { can, comparePermissions, mergeRoles, type PermissionChange } from '@keyward/contract/permissions';
import type { RoleImpact, roleUpdate } from '@keyward/contract/roles';
import type { z } from 'zod';
import { assertRolesEditor } from '#core/auth/grants.ts';
import { ownLocations } from '#core/list/conditions/scope.ts';
import type { Actor } from '#core/auth/session.ts';
import type { Db } from '#db/tenant.ts';
import { holderKinds, permissionsByRole, visibleHolders } from './queries.ts';
import { requireRole, validateChange } from './service.ts';

const noImpact: RoleImpact = { gaining: 0, losing: 0, total: 0, seen: 0, people: [] };

/**
 * Previews the effect of a role change on the permissions of its holders, all their roles combined: counts across all locations,
 * names within the actor's. Writes nothing; throws what `changeRole` would throw, except conflict and roleNameTaken.
 */
export async function previewRole(db: Db, actor: Actor, id: string, input: z.output<typeof roleUpdate>) {
  const before = await requireRole(db, id);
  const { permissions } = validateChange(actor, before, input);
  const changed = comparePermissions(before.permissions, permissions);
  if (changed.length === 0) return noImpact;
  if (changed.some((p) => p.id === 'ROLES' && !p.gained)) await assertRolesEditor(db, id);

  const of = { roleId: id, permissions: changed.map((p) => p.id), locations: await ownLocations(db, actor) };
  const kinds = await holderKinds(db, of);
  const others = await permissionsByRole(db, [...new Set(kinds.flatMap(({ others: ids }) => splitIds(ids)))]);
  const effects = new Map<string, PermissionChange[]>();
  for (const kind of kinds) {
    const rest = splitIds(kind.others).map((other) => others.get(other) ?? {});
    const effect = comparePermissions(mergeRoles([...rest, before.permissions]), mergeRoles([...rest, permissions]));
    if (effect.length) effects.set(kind.others, effect);
  }
  const affected = kinds.filter((kind) => effects.has(kind.others));
  const sum = (which: (effect: readonly PermissionChange[]) => boolean) =>
    affected.filter((kind) => which(effects.get(kind.others) ?? [])).reduce((n, kind) => n + kind.n, 0);
  const mayName = can.readUsers.holds(actor.authority);
  const visible = mayName ? await visibleHolders(db, of, [...effects.keys()], limits.impactPeople) : [];
  return {
    gaining: sum((effect) => effect.some((p) => p.gained)),
    losing: sum((effect) => effect.some((p) => !p.gained)),
    total: sum(() => true),
    seen: mayName ? affected.reduce((n, kind) => n + kind.seen, 0) : 0,
    people: visible.map(({ others: key, ...person }) => ({ ...person, changes: effects.get(key) ?? [] })),
  };
}

const splitIds = (ids: string): string[] => (ids ? ids.split(',') : []);
