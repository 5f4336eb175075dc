import type { TagDefinition } from '@keyward/contract/groups';
import type { Profile, profileCreate, profiles } from '@keyward/contract/profiles';
import type { Validity } from '@keyward/contract/validity';
import type { z } from 'zod';
import { announce } from '#core/live/changes.ts';
import { existing } from '#core/entity.ts';
import { change } from '#core/events/change.ts';
import { passwordChange } from '#core/events/events.ts';
import { type EventToRecord, record } from '#core/events/record.ts';
import type { Step } from '#core/http/route.ts';
import { assertMayAssignLocation, assertProfileVisible } from '#core/auth/scope.ts';
import type { Vault } from '#core/auth/secrets.ts';
import type { Actor } from '#core/auth/session.ts';
import { validateTags, requireTags, isRequiredOn, tagChanges } from '#core/tags/rules.ts';
import { replaceTags, tagDefinitions } from '#core/tags/queries.ts';
import { noContent, type ResolvedTag, tagRows } from '#core/tags/tags.ts';
import type { DrawPin } from '#core/pins/digits.ts';
import { issuePins } from '#core/pins/issue.ts';
import type { Db } from '#db/tenant.ts';
import { roleChanges, validityChanges } from './changes.ts';
import {
  assertUsesPassword,
  hashTemporary,
  rememberPassword,
  sendPasswordLink,
  temporaryPassword,
} from './password.ts';
import { showProfile } from './keys-held.ts';
import { findProfile, insertProfile, replaceRoles, type StoredProfile, type StoredRole } from './queries.ts';
import { assertMayActivate, lockRoleChanges, validateRoles } from './rights.ts';

export const profileTags = (db: Db) => tagDefinitions(db, { objectType: 'users' });
export const subject = (p: { id: string; name: string; email: string | null }) => ({
  domain: 'profile' as const,
  id: p.id,
  name: p.name,
  email: p.email,
});
export const isRequired = isRequiredOn('users');
export type Services = { vault: Vault; drawPin?: DrawPin | undefined };
/** The validity of a profile for which none is given. */
export const always = { valid_from: null, valid_until: null };

/** One profile within the actor's locations. Throws notFound. */
export async function getProfile(db: Db, actor: Actor, id: string): Promise<Profile> {
  return showProfile(db, actor, requireVisible(actor, await findProfile(db, id)), await profileTags(db));
}

export function requireVisible(actor: Actor, stored: StoredProfile | undefined): StoredProfile {
  const profile = existing(stored);
  assertProfileVisible(actor, profile.locations);
  return profile;
}

/**
 * Adds a profile. Without a location, it is added at the actor's only one. Throws usernameTaken, emailTaken, emailRequired,
 * noPasswordHere, activeNotAllowed, unknownRole, cannotAssignRoles, cannotGrant, cannotAssignGroups, tagRequired,
 * locationNotAllowed, pinNotFound, tooManyLinksToAddress, tooManyLinks and what resolveTags throws.
 */
export async function createProfile(
  step: Step<typeof profiles.create>,
  services: Services,
  input: z.output<typeof profileCreate>,
): Promise<Profile> {
  const hash = await hashTemporary(input.password);
  return step(async (db, actor) => {
    const { name, username, email = null, disabled = false, valid_from = null, valid_until = null } = input;
    assertMayActivate(actor, false, disabled);
    await assertUsesPassword(db, username, input);
    await lockRoleChanges(db, input.roles ?? []);
    const roles = await validateRoles(db, actor, [], input.roles);
    const definitions = await profileTags(db);
    const tags = validateTags(actor, definitions, new Map(), input.tags ?? [], { locationFree: false });
    const fields = { name, username, email, disabled, valid_from, valid_until };
    const sendLink = input.sendPasswordResetEmail ?? false;
    return addProfile(db, actor, services, { fields, roles, tags, definitions, hash, sendLink }, { event: 'ADD_USER' });
  }, 'effect');
}

/** The tags of a new profile, with the actor's own location if it has none. Throws tagRequired, locationNotAllowed. */
export function placedTags(
  actor: Actor,
  { definitions, tags: resolved, required = isRequired }: Pick<NewProfile, 'definitions' | 'tags' | 'required'>,
) {
  const ownTags = ownLocation(actor, definitions, resolved);
  const tags = [...resolved.filter((t) => !ownTags.some((o) => o.definition === t.definition)), ...ownTags];
  requireTags(definitions, new Map(tags.map((t) => [t.definition.id, t.content])), required);
  const locations = locationsOf(tags) ?? [];
  for (const location of locations.length ? locations : [null]) assertMayAssignLocation(actor, location);
  return { tags, locations };
}

type NewProfile = {
  fields: Validity & Pick<StoredProfile, 'name' | 'username' | 'email' | 'disabled'>;
  roles: readonly StoredRole[];
  tags: readonly ResolvedTag[];
  definitions: readonly TagDefinition[];
  /** Whether a tag is required; given for a restored profile. */
  required?: (definition: TagDefinition) => boolean;
  /** Hash of a temporary password. */
  hash?: string | undefined;
  sendLink?: boolean;
};
type AsEvent = Pick<EventToRecord, 'raw'> & { event: 'ADD_USER' | 'RESTORE_USER' };

/**
 * Stores a new profile with a PIN and its event. Throws usernameTaken, emailTaken, pinNotFound, and what `placedTags` and
 * sendPasswordLink throw.
 */
export async function addProfile(
  db: Db,
  actor: Actor,
  { vault, drawPin }: Services,
  profile: NewProfile,
  event: AsEvent,
): Promise<Profile> {
  const { fields, roles, definitions, hash, sendLink = false } = profile;
  const { name, username, email, disabled } = fields;
  const { tags, locations } = placedTags(actor, profile);
  const id = await insertProfile(db, { ...fields, updated_by: actor.name, ...temporaryPassword(hash) });
  if (hash !== undefined) await rememberPassword(db, { id }, hash);
  await replaceRoles(
    db,
    id,
    roles.map((role) => role.id),
  );
  await replaceTags(db, { type: 'users', id }, [], tagRowsOf(tags));
  await issuePins(db, vault, [id], { by: actor.id, draw: drawPin });
  if (sendLink) await sendPasswordLink(db, vault, { id, email }, 'first');
  announce(db, [{ resource: 'user', id, locations }]);
  await record(db, actor, {
    ...event,
    result: 'success',
    entity: subject({ id, name, email }),
    locations,
    changes: [
      ...change('name', null, name),
      ...change('username', null, username),
      ...change('email', null, email),
      ...change('disabled', null, disabled ? 'true' : null),
      ...validityChanges(always, fields),
      ...(hash === undefined ? [] : [passwordChange]),
      ...roleChanges([], roles),
      ...tagChanges(tags, new Map()),
    ],
  });
  return showProfile(db, actor, existing(await findProfile(db, id)), definitions);
}

/** The locations from the tags; undefined if the tags do not include the location. */
export const locationsOf = (tags: readonly ResolvedTag[]): string[] | undefined =>
  tags.find((t) => t.definition.is_location)?.content.valueIds;

/** The only location of an actor who may not add profiles elsewhere, unless another one is requested. */
export function ownLocation(
  actor: Actor,
  definitions: readonly TagDefinition[],
  resolved: readonly ResolvedTag[],
): ResolvedTag[] {
  const definition = definitions.find((d) => d.is_location);
  const [location, ...more] = actor.locations;
  if (actor.allData || !definition || !location || more.length || locationsOf(resolved)?.length) return [];
  return [{ definition, content: { ...noContent, valueIds: [location] } }];
}

export const tagRowsOf = (tags: readonly ResolvedTag[]) => tags.flatMap((t) => tagRows(t.definition.id, t.content));
