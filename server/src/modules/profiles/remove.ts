import type { ChosenRows } from '@keyward/contract/selection';
import { announce } from '#core/live/changes.ts';
import { PortalError } from '#core/errors.ts';
import { withRow, deleteSelected } from '#core/list/selection.ts';
import { change } from '#core/events/change.ts';
import { recordAll } from '#core/events/record.ts';
import { type Actor, endSessionsOfProfiles } from '#core/auth/session.ts';
import type { Db } from '#db/tenant.ts';
import { roleIds } from './changes.ts';
import { profileList } from './list.ts';
import { deleteProfiles, findProfiles, lockProfiles, type StoredProfile, type StoredRole } from './queries.ts';
import { assertMayActAs, assertStillHeld, lockRoleChanges } from './rights.ts';
import { requireVisible, subject } from './service.ts';

/** Deletes a profile permanently; its events are kept. Throws notFound, cannotDeleteSelf, cannotGrant, lastHolder. */
export const removeProfile = (db: Db, actor: Actor, id: string): Promise<void> => remove(db, actor, [id]);

/** Deletes the selected profiles, all or none, and returns their number. Throws as removeProfile and deleteSelected do. */
export const removeProfiles = (db: Db, actor: Actor, chosen: ChosenRows): Promise<{ deleted: number }> =>
  deleteSelected(db, actor, profileList, chosen, remove);

/** `field` of a refusal is the profile's id, so that the list can show the error on its row. */
async function remove(db: Db, actor: Actor, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const unlocked = requireAllVisible(actor, ids, await findProfiles(db, ids));
  await lockRoleChanges(db, ...unlocked.map((profile) => roleIds(profile.roles)));
  const profiles = requireAllVisible(actor, ids, await lockProfiles(db, ids));
  for (const profile of profiles) {
    try {
      if (profile.id === actor.id) throw new PortalError('cannotDeleteSelf');
      assertMayActAs(actor, profile);
    } catch (error) {
      throw withProfile(error, profile);
    }
  }
  const ended = await endSessionsOfProfiles(db, ids);
  await deleteProfiles(db, ids);
  await assertStillHeld(
    db,
    profiles.flatMap((profile) => profile.roles),
  ).catch((error: unknown) => {
    throw withProfile(
      error,
      profiles.find(({ roles }) => roles.some((role) => losesLastHolder(error, role))),
    );
  });
  announce(
    db,
    profiles.map(({ id, locations }) => ({ resource: 'user', id, locations })),
  );
  await recordAll(
    db,
    actor,
    profiles.flatMap((profile) => {
      const common = { result: 'success' as const, entity: subject(profile), locations: profile.locations };
      const sessions = ended.get(profile.id);
      return [
        {
          ...common,
          event: 'DELETE_USER' as const,
          changes: [...change('name', profile.name, null), ...change('username', profile.username, null)],
        },
        ...(sessions ? [{ ...common, event: 'REVOKE_SESSION' as const, raw: { sessions } }] : []),
      ];
    }),
  );
}

const withProfile = (error: unknown, profile: StoredProfile | undefined) =>
  error instanceof PortalError && profile ? withRow(error, profile.id, profile.name, profile.username) : error;

/** Would this role lose its last holder? */
const losesLastHolder = (error: unknown, role: StoredRole) =>
  error instanceof PortalError &&
  (error.code === 'lastHolder' ? role.name === error.params?.['role'] : role.permissions.ROLES === 'EDIT');

/** The profiles, in the order of the ids. Throws notFound unless all exist and are visible. */
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
