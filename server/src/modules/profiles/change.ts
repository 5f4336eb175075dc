import { changedOnTheWay } from '@keyward/contract/auth';
import type { Profile, profiles, profileUpdate } from '@keyward/contract/profiles';
import type { z } from 'zod';
import { announce } from '#core/live/changes.ts';
import { assertCurrent, existing } from '#core/entity.ts';
import { PortalError } from '#core/errors.ts';
import { recordAll } from '#core/events/record.ts';
import type { Step } from '#core/http/route.ts';
import { assertMayAssignLocation } from '#core/auth/scope.ts';
import { type Actor, endSessionsOf } from '#core/auth/session.ts';
import { validateTags, requireTags, tagChanges } from '#core/tags/rules.ts';
import { contentByTag } from '#core/tags/tags.ts';
import type { Db } from '#db/tenant.ts';
import { fieldChanges, isSwitchedOn, roleChanges, roleIds, sameSet, validityChanges } from './changes.ts';
import {
  assertUsesPassword,
  hashTemporary,
  mailPasswordChanged,
  purposeOfLink,
  rememberPassword,
  sendPasswordLink,
  temporaryPassword,
} from './password.ts';
import { issuePins } from '#core/pins/issue.ts';
import { replaceTags } from '#core/tags/queries.ts';
import { type ActingState, findProfile, lockProfile, replaceRoles, updateProfile } from './queries.ts';
import {
  assertMayActivate,
  assertMayActAs,
  assertMayChangeRoles,
  assertNotOwnValidity,
  assertStillHeld,
  lockRoleChanges,
  validateRoles,
  lostRoles,
} from './rights.ts';
import { isRequired, locationsOf, profileTags, tagRowsOf, requireVisible, type Services, subject } from './service.ts';
import { showProfile } from './keys-held.ts';

type Change = z.output<typeof profileUpdate>;

/**
 * Changes a profile; a save without changes records no event. `ifMatch` is the version that the actor read. Disabling a profile,
 * ending its validity or setting its password ends its sessions in the same transaction; enabling one without a PIN issues it.
 * Throws notFound, conflict, invalidField, keywardAdminKept, cannotDisableSelf, cannotChangeOwnValidity, validityOrder,
 * noPasswordHere, linkWouldNotWork, lastHolder, lastRolesEditor, passwordUsedBefore and what createProfile throws.
 */
export async function changeProfile(
  step: Step<typeof profiles.update>,
  services: Services,
  id: string,
  input: Change,
  ifMatch: number | undefined,
): Promise<Profile> {
  const hash =
    input.password === undefined
      ? undefined
      : await hashTemporary(
          input.password,
          await step(async (db, actor) => {
            const owner = requireVisible(actor, await findProfile(db, id));
            assertMayActAs(actor, owner);
            return owner;
          }),
        );
  return step((db, actor) => change(db, actor, services, { id, input, hash, ifMatch }), 'effect');
}

/**
 * Throws invalidField for characters that the portal alters in every text: a stored profile ID may have them, a new one may not.
 */
function assertMayBeTyped(username: string): void {
  if (!changedOnTheWay.test(username)) return;
  const params = { field: 'username', reason: 'usernameChangedOnTheWay' };
  throw new PortalError('invalidField', { field: 'username', params });
}

type ChangeRequest = { id: string; input: Change; hash: string | undefined; ifMatch: number | undefined };

async function change(
  db: Db,
  actor: Actor,
  { vault, drawPin }: Services,
  { id, input, hash, ifMatch }: ChangeRequest,
): Promise<Profile> {
  const unlocked = requireVisible(actor, await findProfile(db, id));
  const mayLose = [input.roles, input.disabled, input.valid_from, input.valid_until].some(
    (field) => field !== undefined,
  );
  if (mayLose) {
    await lockRoleChanges(db, roleIds(unlocked.roles), input.roles ?? []);
  }
  const before = requireVisible(actor, await lockProfile(db, id));
  assertCurrent(before, ifMatch);
  const after = {
    name: input.name ?? before.name,
    username: input.username ?? before.username,
    email: input.email === undefined ? before.email : input.email,
    disabled: input.disabled ?? before.disabled,
    valid_from: input.valid_from === undefined ? before.valid_from : input.valid_from,
    valid_until: input.valid_until === undefined ? before.valid_until : input.valid_until,
  };
  if (after.username !== before.username) assertMayBeTyped(after.username);
  assertMayActivate(actor, before.disabled, after.disabled);
  if (id === actor.id && after.disabled) throw new PortalError('cannotDisableSelf', { field: 'disabled' });
  const redated = validityChanges(before, after);
  if (redated[0]) assertNotOwnValidity(actor, id, redated[0].attribute);
  const identity = fieldChanges(before, after, hash);
  if (identity.length || input.sendPasswordResetEmail) assertMayActAs(actor, before);
  await assertUsesPassword(db, after.username, input);
  const roles = await validateRoles(db, actor, before.roles, input.roles);
  if (roles !== before.roles) assertMayChangeRoles(actor, before);
  const definitions = await profileTags(db);
  const stored = contentByTag(before.tags);
  const tags = validateTags(actor, definitions, stored, input.tags ?? [], { locationFree: false });
  requireTags(definitions, new Map([...stored, ...tags.map((t) => [t.definition.id, t.content] as const)]), isRequired);
  const locations = locationsOf(tags);
  if (locations && !sameSet(locations, before.locations)) {
    // moving a profile also moves its permissions to the new location
    assertMayActAs(actor, before);
    for (const location of locations.length ? locations : [null]) assertMayAssignLocation(actor, location);
  }

  const changes = [...identity, ...roleChanges(before.roles, roles), ...tagChanges(tags, stored)];
  if (!changes.length && !input.sendPasswordResetEmail) return showProfile(db, actor, before, definitions);
  // a session continues only if its owner could act before and after: one from before an end does not come back
  let staysSignedIn = hash === undefined;
  let state: ActingState = before;
  if (changes.length) {
    state = await updateProfile(db, id, { ...after, updated_by: actor.name, ...temporaryPassword(hash) });
    if (roles !== before.roles) await replaceRoles(db, id, roleIds(roles));
    await replaceTags(
      db,
      { type: 'users', id },
      tags.map((t) => t.definition.id),
      tagRowsOf(tags),
    );
    if (isSwitchedOn(before, after)) await issuePins(db, vault, [id], { by: actor.id, draw: drawPin });
    staysSignedIn &&= before.active && state.active;
    const lost = lostRoles(before, roles, after.disabled !== before.disabled || redated.length > 0);
    if (lost.length) await assertStillHeld(db, lost);
  }
  if (hash !== undefined) await rememberPassword(db, before, hash);
  if (hash !== undefined) await mailPasswordChanged(db, vault, id, { former: before.email, email: after.email });
  if (input.sendPasswordResetEmail) {
    const purpose = purposeOfLink(state, 'sendPasswordResetEmail');
    await sendPasswordLink(db, vault, { id, email: after.email }, purpose);
  }
  const ended = staysSignedIn ? 0 : await endSessionsOf(db, id);
  const common = {
    result: 'success' as const,
    entity: subject({ id, ...after }),
    locations: [...before.locations, ...(locations ?? [])],
  };
  announce(db, [{ resource: 'user', id, locations: common.locations }]);
  await recordAll(db, actor, [
    {
      ...common,
      event: 'MODIFY_USER',
      changes,
      ...(input.sendPasswordResetEmail ? { raw: { sent: 'reset instructions' } } : {}),
    },
    ...(ended > 0 ? [{ ...common, event: 'REVOKE_SESSION' as const, raw: { sessions: ended } }] : []),
  ]);
  return showProfile(db, actor, existing(await findProfile(db, id)), definitions);
}
