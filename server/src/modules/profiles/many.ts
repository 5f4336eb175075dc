import { judgeRows } from '#core/bulk/judge.ts';
import { PortalError } from '#core/errors.ts';
import { withRow } from '#core/list/selection.ts';
import type { Actor } from '#core/auth/session.ts';
import type { Db } from '#db/tenant.ts';
import { roleIds } from './changes.ts';
import { type HolderChange, judgeStoredHolders } from './holders.ts';
import { findProfiles, lockProfiles, type StoredProfile } from './queries.ts';
import { lockRoleChanges } from './rights.ts';
import { requireVisible } from './service.ts';

/**
 * Locks the profiles together with their roles, and the roles that they are to get, until the end of the transaction. Returns
 * them in the order of the ids. Throws notFound, naming the row, unless all exist and are visible.
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

/** Judges each profile; a refusal names the profile. */
export const judgeEach = <Judged>(
  profiles: readonly StoredProfile[],
  judge: (profile: StoredProfile) => Judged,
): Judged[] => judgeRows(profiles, wordsOf, judge);

/**
 * Requires that roles keep a holder. Called with the profiles and their roles locked, before any of these changes is written.
 * Throws lastHolder and lastRolesEditor, naming a row.
 */
export async function assertRolesStayHeld(
  db: Db,
  changes: readonly (HolderChange & { before: StoredProfile })[],
): Promise<void> {
  for (const [{ before }, error] of await judgeStoredHolders(db, changes)) {
    throw withRow(error, before.id, ...wordsOf(before));
  }
}
