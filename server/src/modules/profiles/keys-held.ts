import type { TagDefinition } from '@keyward/contract/groups';
import { can } from '@keyward/contract/permissions';
import type { Profile } from '@keyward/contract/profiles';
import type { Actor } from '#core/auth/session.ts';
import type { Db } from '#db/tenant.ts';
import { countHeld } from './keys-held-queries.ts';
import type { StoredProfile } from './queries.ts';
import { toProfile } from './shape.ts';

/** Number of keys at the actor's locations that these profiles hold; null for an actor who may not read devices. */
export const countKeysHeld = async (db: Db, actor: Actor, profileIds: readonly string[]): Promise<number | null> =>
  can.readDevices.holds(actor.authority) ? countHeld(db, actor, profileIds) : null;

/** A stored profile in the contract's shape, with the number of keys that it holds. */
export const showProfile = async (
  db: Db,
  actor: Actor,
  stored: StoredProfile,
  definitions: readonly TagDefinition[],
): Promise<Profile> => ({
  ...toProfile(stored, definitions),
  keys_held: await countKeysHeld(db, actor, [stored.id]),
});
