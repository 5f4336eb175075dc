import type { Vault } from '#core/auth/secrets.ts';
import type { Actor } from '#core/auth/session.ts';
import { isSupportName } from '#core/auth/support-profile.ts';
import { keepDeletions } from '#core/deletions/store.ts';
import { tagSnapshots } from '#core/deletions/tags.ts';
import { contentByTag } from '#core/tags/tags.ts';
import type { Db } from '#db/tenant.ts';
import type { StoredProfile } from './queries.ts';
import { profileTags } from './service.ts';

/**
 * Stores snapshots from which these profiles can be restored, before they are deleted, without anything that they sign in or open
 * devices with. Profiles of support sessions get none: the next session adds its own, which a restored one would prevent.
 */
export async function keepProfiles(
  db: Db,
  by: { vault: Vault; actor: Actor },
  profiles: readonly StoredProfile[],
): Promise<void> {
  const definitions = await profileTags(db);
  const own = profiles.filter(({ username }) => !isSupportName(username));
  const leaving = own.map(({ id, name, username, email, disabled, locations, ...profile }) => ({
    id,
    locations,
    snapshot: {
      name,
      username,
      email,
      disabled,
      validFrom: profile.valid_from,
      validUntil: profile.valid_until,
      roles: profile.roles.map((role) => ({ id: role.id, name: role.name })),
      tags: tagSnapshots(definitions, contentByTag(profile.tags)),
    },
  }));
  await keepDeletions(db, by, 'profile', leaving);
}
