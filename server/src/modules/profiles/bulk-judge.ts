import type { EventChange } from '@keyward/contract/activity';
import type { TagDefinition } from '@keyward/contract/groups';
import { can, comparePermissions, mergeRoles, type PermissionChange } from '@keyward/contract/permissions';
import { type Validity, validityAt } from '@keyward/contract/validity';
import { clock } from '#core/clock.ts';
import { PortalError } from '#core/errors.ts';
import { change } from '#core/events/change.ts';
import { assertHolds } from '#core/auth/grants.ts';
import { assertMayAssignLocation } from '#core/auth/scope.ts';
import type { Actor } from '#core/auth/session.ts';
import { assertMayAssignTags, requireTags, tagChanges } from '#core/tags/rules.ts';
import { contentByTag, noContent, type ResolvedTag, sameContent, type TagContent } from '#core/tags/tags.ts';
import type { ReplacedState } from '#db/columns.ts';
import { roleChanges, roleIds, validityChanges } from './changes.ts';
import { mayStayWith } from './holders.ts';
import type { StoredProfile, StoredRole } from './queries.ts';
import { assertMayActAs, assertMayActivate, assertMayChangeRoles, assertNotOwnValidity, without } from './rights.ts';
import { isRequired, locationsOf } from './service.ts';

/** The new values of a bulk change; absent parts stay. */
export type Target = {
  disabled?: boolean;
  validity?: Validity;
  roles?: readonly StoredRole[];
  tags?: readonly ResolvedTag[];
  /** The change restores former values, so a required tag may be empty. */
  restores?: boolean;
};

export type Judged = {
  before: StoredProfile;
  roles: readonly StoredRole[];
  /** Whether it counts as a holder of its roles afterwards: it may act, and never expires. */
  stays: boolean;
  /** Only the parts that differ from `before`. */
  target: Target;
  changes: EventChange[];
  /** The values that undoing the change restores. */
  replaced: ReplacedState;
  /** The permissions that the profile gains and loses. */
  permissions: PermissionChange[];
  /** Whether it had sessions, which end. */
  stops: boolean;
  /** Its locations before and after. */
  locations: string[];
};

/**
 * Judges a change to one profile by the rules of `changeProfile`. Throws activeNotAllowed, keywardAdminKept, cannotDisableSelf,
 * cannotChangeOwnValidity, cannotAssignRoles, cannotGrant, cannotAssignGroups, locationNotAllowed and tagRequired.
 */
export function judgeChange(
  actor: Actor,
  definitions: readonly TagDefinition[],
  before: StoredProfile,
  wanted: Target,
): Judged {
  const stored = contentByTag(before.tags);
  const target = differing(before, stored, wanted);
  const { disabled = before.disabled, validity = before, roles = before.roles, tags = [] } = target;
  assertMayActivate(actor, before.disabled, disabled);
  if (before.id === actor.id && target.disabled) throw new PortalError('cannotDisableSelf', { field: 'disabled' });
  if (target.validity) assertNotOwnValidity(actor, before.id);
  const changesState = target.disabled !== undefined || target.validity !== undefined;
  if (changesState) assertMayActAs(actor, before);
  if (target.roles) judgeRoles(actor, before, target.roles);
  if (target.tags)
    judgeTagChanges(actor, definitions, before, { tags: target.tags, stored, restores: wanted.restores ?? false });
  const active = changesState
    ? !disabled && validityAt(validity, clock.now().toISOString()) === 'valid'
    : before.active;
  const held = (isActive: boolean, all: readonly StoredRole[]) =>
    mergeRoles(isActive ? all.map((role) => role.permissions) : []);
  return {
    before,
    roles,
    stays: changesState ? !disabled && mayStayWith(validity) : before.stays,
    target,
    changes: [
      ...change('disabled', String(before.disabled), String(disabled)),
      ...validityChanges(before, validity),
      ...roleChanges(before.roles, roles),
      ...tagChanges(tags, stored),
    ],
    replaced: replacedBy(before, stored, target),
    permissions: comparePermissions(held(before.active, before.roles), held(active, roles)),
    stops: before.active && !active,
    locations: [...before.locations, ...(locationsOf(tags) ?? [])],
  };
}

function differing(before: StoredProfile, stored: ReadonlyMap<string, TagContent>, wanted: Target): Target {
  const { disabled, validity, roles } = wanted;
  const tags = (wanted.tags ?? []).filter(
    ({ definition, content }) => !sameContent(content, stored.get(definition.id) ?? noContent),
  );
  return {
    ...(disabled !== undefined && disabled !== before.disabled ? { disabled } : {}),
    ...(validity && validityChanges(before, validity).length ? { validity } : {}),
    ...(roles && roleChanges(before.roles, roles).length ? { roles } : {}),
    ...(tags.length ? { tags } : {}),
  };
}

function judgeRoles(actor: Actor, before: StoredProfile, roles: readonly StoredRole[]) {
  if (!can.assignRoles.holds(actor.authority)) throw new PortalError('cannotAssignRoles', { field: 'roles' });
  assertHolds(
    actor,
    [...without(before.roles, roles), ...without(roles, before.roles)].map((role) => role.permissions),
  );
  assertMayChangeRoles(actor, before);
}

function judgeTagChanges(
  actor: Actor,
  definitions: readonly TagDefinition[],
  before: StoredProfile,
  {
    tags,
    stored,
    restores,
  }: { tags: readonly ResolvedTag[]; stored: ReadonlyMap<string, TagContent>; restores: boolean },
) {
  assertMayAssignTags(actor, tags, stored, { locationFree: false });
  const after = new Map([...stored, ...tags.map((tag) => [tag.definition.id, tag.content] as const)]);
  if (!restores) requireTags(definitions, after, isRequired);
  const locations = locationsOf(tags);
  if (!locations) return;
  // moving a profile also moves its permissions to the new location
  assertMayActAs(actor, before);
  for (const location of locations.length ? locations : [null]) assertMayAssignLocation(actor, location);
}

function replacedBy(
  before: StoredProfile,
  stored: ReadonlyMap<string, TagContent>,
  { disabled, validity, roles, tags }: Target,
): ReplacedState {
  return {
    ...(disabled === undefined ? {} : { disabled: before.disabled }),
    ...(validity ? { validity: { valid_from: before.valid_from, valid_until: before.valid_until } } : {}),
    ...(roles ? { roles: roleIds(before.roles) } : {}),
    ...(tags
      ? { tags: Object.fromEntries(tags.map((tag) => [tag.definition.id, stored.get(tag.definition.id) ?? noContent])) }
      : {}),
  };
}
