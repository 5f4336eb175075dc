import { can } from '@keyward/contract/permissions';
import { PortalError } from '#core/errors.ts';
import { assertHolds, assertRolesEditor, lockRoles } from '#core/auth/grants.ts';
import { assertMayAssignLocation } from '#core/auth/scope.ts';
import type { Actor } from '#core/auth/session.ts';
import type { Db } from '#db/tenant.ts';
import { findRoles, type StoredProfile, type StoredRole, findUnheldRole } from './queries.ts';

type Appointed = Pick<StoredProfile, 'is_keyward_admin'>;

/**
 * Whether this is an in-product administrator, whom the actor may not change. The operator appoints one, and no permission
 * amounts to it, so comparing permissions does not keep others from acting as its owner. docs/decisions/0117
 */
export const isProtectedFrom = (actor: Pick<Actor, 'isKeywardAdmin'>, profile: Appointed): boolean =>
  profile.is_keyward_admin && !actor.isKeywardAdmin;

/** Throws keywardAdminKept. */
function assertNotProtected(actor: Actor, profile: Appointed, field?: string): void {
  if (isProtectedFrom(actor, profile)) throw new PortalError('keywardAdminKept', field === undefined ? {} : { field });
}

/**
 * Requires all permissions of the profile at all of its locations, for changes of its identity or sign-in: setting its password
 * allows signing in as its owner. Throws keywardAdminKept, cannotGrant, locationNotAllowed.
 * @param field the field of the error, if not one of the profile form.
 */
export function assertMayActAs(actor: Actor, profile: StoredProfile, field?: string): void {
  assertNotProtected(actor, profile, field);
  assertHolds(
    actor,
    profile.roles.map((role) => role.permissions),
    field,
  );
  assertMayReach(actor, profile, field);
}

/**
 * Requires all locations of the profile for giving and taking roles, which apply at each of them. Throws keywardAdminKept,
 * locationNotAllowed.
 */
export function assertMayChangeRoles(
  actor: Actor,
  profile: Appointed & Pick<StoredProfile, 'locations'>,
  field?: string,
): void {
  assertNotProtected(actor, profile, field);
  assertMayReach(actor, profile, field);
}

/** Requires access to all locations of the profile. Throws locationNotAllowed. */
function assertMayReach(actor: Actor, profile: Pick<StoredProfile, 'locations'>, field?: string): void {
  for (const location of profile.locations) assertMayAssignLocation(actor, location, field);
}

/** The requested roles of a profile. Throws unknownRole; cannotAssignRoles and cannotGrant if they change. */
export async function validateRoles(
  db: Db,
  actor: Actor,
  before: readonly StoredRole[],
  wanted: readonly string[] | undefined,
): Promise<readonly StoredRole[]> {
  if (wanted === undefined) return before;
  const ids = [...new Set(wanted)];
  const after = await findRoles(db, ids);
  if (after.length < ids.length) throw new PortalError('unknownRole', { field: 'roles' });
  return judgeRoles(actor, before, after);
}

/** The roles of a profile after the change; `before` if nothing changes. Throws cannotAssignRoles and cannotGrant. */
export function judgeRoles(
  actor: Pick<Actor, 'authority'>,
  before: readonly StoredRole[],
  after: readonly StoredRole[],
): readonly StoredRole[] {
  const changed = [...without(before, after), ...without(after, before)];
  if (changed.length === 0) return before;
  if (!can.assignRoles.holds(actor.authority)) throw new PortalError('cannotAssignRoles', { field: 'roles' });
  assertHolds(
    actor,
    changed.map((role) => role.permissions),
  );
  return after;
}

export const without = (roles: readonly StoredRole[], others: readonly StoredRole[]) =>
  roles.filter((role) => !others.some((other) => other.id === role.id));

/**
 * Locks roles that are granted or revoked until the end of the transaction, before they are read, so that their permissions and
 * holders stay the same.
 */
export const lockRoleChanges = (db: Db, ...ids: (readonly string[])[]): Promise<void> => lockRoles(db, ids.flat());

export const lastHolder = ({ name, builtIn }: Pick<StoredRole, 'name' | 'builtIn'>): PortalError =>
  new PortalError('lastHolder', { field: 'roles', params: { role: name, ...(builtIn ? { builtIn } : {}) } });

/**
 * Called after a profile lost roles, was disabled, deleted or got an end: each locked role must keep a holder who can sign in now
 * and never expires, and such a profile must still be able to edit roles. Throws lastHolder, lastRolesEditor.
 */
export async function assertStillHeld(db: Db, lost: readonly StoredRole[]): Promise<void> {
  const unheld = await findUnheldRole(
    db,
    lost.filter((role) => role.locked).map((role) => role.id),
  );
  if (unheld) throw lastHolder(unheld);
  if (lost.some((role) => role.permissions.ROLES === 'EDIT')) await assertRolesEditor(db);
}

/**
 * The roles that a change takes from profiles that can sign in and never expire: the roles that the profile loses, or all of them
 * if it is disabled or gets other dates.
 */
export const lostRoles = (before: StoredProfile, after: readonly StoredRole[], changesState: boolean) =>
  changesState && before.stays ? before.roles : without(before.roles, after);

/** Forbids changing one's own validity, which is part of the state of a profile. Throws cannotChangeOwnValidity. */
export function assertNotOwnValidity(actor: Actor, id: string, field?: string): void {
  if (id === actor.id) throw new PortalError('cannotChangeOwnValidity', field === undefined ? {} : { field });
}

/** Only the in-product admin disables and enables profiles. Specification, part 2, section 6. */
export function assertMayActivate(actor: Actor, before: boolean, after: boolean): void {
  if (before !== after && !actor.isKeywardAdmin) throw new PortalError('activeNotAllowed', { field: 'disabled' });
}
