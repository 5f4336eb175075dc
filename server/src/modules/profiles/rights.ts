import { can } from '@keyward/contract/permissions';
import { PortalError } from '#core/errors.ts';
import { assertHolds, assertRolesEditor, lockRoles } from '#core/auth/grants.ts';
import { assertMayPlace } from '#core/auth/scope.ts';
import type { Actor } from '#core/auth/session.ts';
import type { Db } from '#db/tenant.ts';
import { findRoles, type StoredProfile, type StoredRole, unheldRole } from './queries.ts';

/**
 * Who a person is and how they sign in is changed only by somebody with all of their rights, at all of their places:
 * whoever sets a password could come in as its owner. Throws cannotGrant, locationNotAllowed.
 * @param field what a refusal is about, where it is not a field of the profile's form.
 */
export function assertMayStandFor(actor: Actor, profile: StoredProfile, field?: string): void {
  assertHolds(
    actor,
    profile.roles.map((role) => role.permissions),
    field,
  );
  assertMayReach(actor, profile, field);
}

/** All of the person's places are the caller's too. Throws locationNotAllowed. */
export function assertMayReach(actor: Actor, profile: Pick<StoredProfile, 'locations'>, field?: string): void {
  for (const place of profile.locations) assertMayPlace(actor, place, field);
}

/** The roles a profile is to have. Throws unknownRole; cannotAssignRoles and cannotGrant when they differ. */
export async function judgeRoles(
  db: Db,
  actor: Actor,
  before: readonly StoredRole[],
  wanted: readonly string[] | undefined,
): Promise<readonly StoredRole[]> {
  if (wanted === undefined) return before;
  const ids = [...new Set(wanted)];
  const after = await findRoles(db, ids);
  if (after.length < ids.length) throw new PortalError('unknownRole', { field: 'roles' });
  const changed = [...without(before, after), ...without(after, before)];
  if (changed.length === 0) return before;
  if (!can.assignRoles.holds(actor.authority)) throw new PortalError('cannotAssignRoles', { field: 'roles' });
  assertHolds(
    actor,
    changed.map((role) => role.permissions),
  );
  return after;
}

const without = (roles: readonly StoredRole[], others: readonly StoredRole[]) =>
  roles.filter((role) => !others.some((other) => other.id === role.id));

/**
 * Roles that change hands are held from before they are read until the transaction ends, so that what they grant and who
 * else holds them stays true.
 */
export const holdRoles = (db: Db, ...ids: (readonly string[])[]): Promise<void> => lockRoles(db, ids.flat());

/**
 * Asked after a profile lost roles, was disabled or deleted: a locked role keeps a holder who can sign in, and somebody
 * edits roles. Throws lastHolder, lastRolesEditor.
 */
export async function assertStillHeld(db: Db, lost: readonly StoredRole[]): Promise<void> {
  const unheld = await unheldRole(
    db,
    lost.filter((role) => role.locked).map((role) => role.id),
  );
  if (unheld) {
    const { name, builtIn } = unheld;
    const params = { role: name, ...(builtIn ? { builtIn } : {}) };
    throw new PortalError('lastHolder', { field: 'roles', params });
  }
  if (lost.some((role) => role.permissions.ROLES === 'EDIT')) await assertRolesEditor(db);
}

/** What the profile loses with this change. */
export const lostRoles = (before: StoredProfile, after: readonly StoredRole[], disabled: boolean) =>
  disabled && !before.disabled ? before.roles : without(before.roles, after);

/** Only the in-product admin switches profiles off and on. Specification, part 2, section 6. */
export function assertMayActivate(actor: Actor, before: boolean, after: boolean): void {
  if (before !== after && !actor.isKeywardAdmin) throw new PortalError('activeNotAllowed', { field: 'disabled' });
}
