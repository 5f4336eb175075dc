import type { ChosenRows } from '@keyward/contract/selection';
import { announce } from '#core/live/changes.ts';
import { PortalError } from '#core/errors.ts';
import { deleteSelected, selectedIds } from '#core/list/selection.ts';
import { change } from '#core/events/change.ts';
import { recordAll } from '#core/events/record.ts';
import type { Vault } from '#core/auth/secrets.ts';
import { type Actor, endSessionsOfProfiles } from '#core/auth/session.ts';
import { locationIds } from '#core/locations/ids.ts';
import type { Db } from '#db/tenant.ts';
import { keepProfiles } from './snapshot.ts';
import { profileList } from './list.ts';
import { countKeysHeld } from './keys-held.ts';
import { keysHeldBy } from './keys-held-queries.ts';
import { assertRolesStayHeld, findVisible, judgeEach, lockVisible } from './many.ts';
import { deleteProfiles } from './queries.ts';
import { assertMayActAs } from './rights.ts';
import { subject } from './service.ts';

/**
 * Deletes a profile. Its events stay, and for 30 days a snapshot from which it can be restored. Throws notFound,
 * cannotDeleteSelf, keywardAdminKept, cannotGrant, locationNotAllowed, lastHolder, lastRolesEditor.
 */
export const removeProfile = (db: Db, vault: Vault, actor: Actor, id: string): Promise<void> =>
  remove(vault)(db, actor, [id]);

/** Deletes the selected profiles, all or none, and returns their number. Throws what removeProfile and deleteSelected throw. */
export const removeProfiles = (db: Db, vault: Vault, actor: Actor, chosen: ChosenRows): Promise<{ deleted: number }> =>
  deleteSelected(db, actor, profileList, chosen, remove(vault));

/** Counts the keys that the selected profiles hold. Throws notFound, and what removeProfiles throws for the selection. */
export async function countLosses(db: Db, actor: Actor, chosen: ChosenRows): Promise<{ keysHeld: number }> {
  const ids = await selectedIds(db, actor, profileList, chosen);
  await findVisible(db, actor, ids);
  return { keysHeld: (await countKeysHeld(db, actor, ids)) ?? 0 };
}

const remove =
  (vault: Vault) =>
  async (db: Db, actor: Actor, ids: readonly string[]): Promise<void> => {
    if (ids.length === 0) return;
    const profiles = await lockVisible(db, actor, ids);
    judgeEach(profiles, (profile) => {
      if (profile.id === actor.id) throw new PortalError('cannotDeleteSelf');
      assertMayActAs(actor, profile);
    });
    await assertRolesStayHeld(
      db,
      profiles.map((before) => ({ before, roles: [], stays: false })),
    );
    await keepProfiles(db, { vault, actor }, profiles);
    const ended = await endSessionsOfProfiles(db, ids);
    const keys = await keysHeldBy(db, ids);
    await deleteProfiles(db, ids);
    announce(db, [
      ...profiles.map(({ id, locations }) => ({ resource: 'user' as const, id, locations })),
      // the holders of these keys are unknown from now on
      ...keys.map(({ id, location_value_id: at }) => ({
        resource: 'device' as const,
        id,
        locations: locationIds(at),
      })),
    ]);
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
  };
