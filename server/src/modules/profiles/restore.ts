import type { Missing, RestorePreview } from '@keyward/contract/deletions';
import type { TagDefinition } from '@keyward/contract/groups';
import { can, lacking } from '@keyward/contract/permissions';
import type { Profile } from '@keyward/contract/profiles';
import type { Vault } from '#core/auth/secrets.ts';
import type { Actor } from '#core/auth/session.ts';
import { toPreview } from '#core/deletions/shape.ts';
import { findDeletion, forgetDeletion, lockDeletion, type StoredDeletion } from '#core/deletions/store.ts';
import { restorableTags } from '#core/deletions/tags.ts';
import { existing } from '#core/entity.ts';
import { PortalError } from '#core/errors.ts';
import type { DrawPin } from '#core/pins/digits.ts';
import type { Db } from '#db/tenant.ts';
import { findRoles, findTaken, type StoredRole } from './queries.ts';
import { assertMayActivate, lockRoleChanges } from './rights.ts';
import { addProfile, isRequired, placedTags, profileTags } from './service.ts';

type Services = { vault: Vault; drawPin?: DrawPin | undefined };
type Deleted = StoredDeletion<'profile'>;

const idsOf = ({ snapshot }: Deleted) => snapshot.roles.map(({ id }) => id);

/** The roles of the profile that come back: those that still exist and that the actor may assign. */
function restorableRoles(actor: Actor, { snapshot }: Deleted, found: readonly StoredRole[]) {
  const mayGive = ({ permissions }: StoredRole) =>
    can.assignRoles.holds(actor.authority) && lacking(actor.authority.permissions, permissions).length === 0;
  const roles = found.filter(mayGive);
  const missing = snapshot.roles.flatMap(({ id, name }): Missing[] => {
    if (roles.some((role) => role.id === id)) return [];
    const there = found.find((role) => role.id === id);
    return [{ kind: 'role', name: there?.name ?? name, of: null, reason: there ? 'notAllowed' : 'gone' }];
  });
  return { roles, missing };
}

async function partsOf(db: Db, actor: Actor, deleted: Deleted) {
  const { roles, missing } = restorableRoles(actor, deleted, await findRoles(db, idsOf(deleted)));
  const definitions = await profileTags(db);
  const resolved = restorableTags(actor, definitions, deleted.snapshot.tags, { locationFree: false });
  // a tag that the profile never had cannot be restored, so it is not required
  const required = (definition: TagDefinition) =>
    isRequired(definition) && deleted.snapshot.tags.some(({ id }) => id === definition.id);
  return { roles, definitions, required, tags: resolved.tags, missing: [...missing, ...resolved.missing] };
}

/** Previews restoring a profile now. Writes nothing. Throws notFound. */
export async function previewProfile(db: Db, vault: Vault, actor: Actor, id: string): Promise<RestorePreview> {
  const deleted = existing(await findDeletion(db, vault, actor, 'profile', id));
  const { missing, ...parts } = await partsOf(db, actor, deleted);
  return toPreview(deleted, missing, async () => {
    assertMayActivate(actor, false, deleted.snapshot.disabled);
    const taken = await findTaken(db, deleted.snapshot);
    if (taken) throw new PortalError(taken);
    placedTags(actor, parts);
  });
}

/**
 * Restores a deleted profile as a new row with a new PIN. It is judged like a new profile, except that it may lack tags that it
 * did not have; nothing to sign in with comes back. Throws notFound (also if it was restored already), activeNotAllowed,
 * usernameTaken, emailTaken, tagRequired, locationNotAllowed and pinNotFound.
 */
export async function restoreProfile(db: Db, services: Services, actor: Actor, id: string): Promise<Profile> {
  const deleted = existing(await lockDeletion(db, services.vault, actor, 'profile', id));
  const { name, username, email, disabled, validFrom, validUntil } = deleted.snapshot;
  assertMayActivate(actor, false, disabled);
  await lockRoleChanges(db, idsOf(deleted));
  const { missing, ...parts } = await partsOf(db, actor, deleted);
  await forgetDeletion(db, id);
  const fields = { name, username, email, disabled, valid_from: validFrom, valid_until: validUntil };
  const raw = { former: id, missing };
  return addProfile(db, actor, services, { fields, ...parts }, { event: 'RESTORE_USER', raw });
}
