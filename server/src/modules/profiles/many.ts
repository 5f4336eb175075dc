import { judgeRows } from '#core/bulk/judge.ts';
import { PortalError } from '#core/errors.ts';
import { withRow } from '#core/list/selection.ts';
import type { Actor } from '#core/auth/session.ts';
import type { Db } from '#db/tenant.ts';
import { roleIds } from './changes.ts';
import { findProfiles, lockProfiles, type StoredProfile, type StoredRole } from './queries.ts';
import { assertStillHeld, lockRoleChanges } from './rights.ts';
import { requireVisible } from './service.ts';

/**
 * The profiles in the order of the ids, locked together with their roles, and the roles they are to get, until the end
 * of the transaction. Throws notFound, naming the row, unless all exist and are visible.
 */
export async function lockVisible(
  db: Db,
  actor: Actor,
  ids: readonly string[],
  newRoles: readonly string[] = [],
): Promise<StoredProfile[]> {
  const unlocked = await findVisible(db, actor, ids);
  await lockRoleChanges(db, newRoles, ...unlocked.map((profile) => roleIds(profile.roles)));
  return requireAllVisible(actor, ids, await lockProfiles(db, ids));
}

/** The same without locks. */
export const findVisible = async (db: Db, actor: Actor, ids: readonly string[]): Promise<StoredProfile[]> =>
  requireAllVisible(actor, ids, await findProfiles(db, ids));

function requireAllVisible(actor: Actor, ids: readonly string[], rows: readonly StoredProfile[]): StoredProfile[] {
  const byId = new Map(rows.map((profile) => [profile.id, profile]));
  return ids.map((id) => {
    try {
      return requireVisible(actor, byId.get(id));
    } catch (error) {
      throw error instanceof PortalError ? withRow(error, id) : error;
    }
  });
}

const wordsOf = ({ name, username }: StoredProfile) => [name, username];

/** Judges each profile; a refusal names it. */
export const judgeEach = <Judged>(
  profiles: readonly StoredProfile[],
  judge: (profile: StoredProfile) => Judged,
): Judged[] => judgeRows(profiles, wordsOf, judge);

const withProfile = (error: unknown, profile: StoredProfile | undefined) =>
  error instanceof PortalError && profile ? withRow(error, profile.id, ...wordsOf(profile)) : error;

/** Called after these profiles were deleted or ended. Throws lastHolder and lastRolesEditor, naming a row. */
export async function assertRolesStillHeld(db: Db, profiles: readonly StoredProfile[]): Promise<void> {
  const lost = profiles.flatMap((profile) => profile.roles);
  await assertStillHeld(db, lost).catch((error: unknown) => {
    throw withProfile(
      error,
      profiles.find(({ roles }) => roles.some((role) => losesLastHolder(error, role))),
    );
  });
}

/** Would this role lose its last holder? */
const losesLastHolder = (error: unknown, role: StoredRole) =>
  error instanceof PortalError &&
  (error.code === 'lastHolder' ? role.name === error.params?.['role'] : role.permissions.ROLES === 'EDIT');
