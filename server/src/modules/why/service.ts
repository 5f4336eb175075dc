import { type AccessCheck, type AccessRule, isAllowed, checkAccess } from '@keyward/contract/access';
import {
  comparePermissions,
  type PermissionId,
  permissionCatalogue,
  type Permissions,
  valueIn,
} from '@keyward/contract/permissions';
import type { AccessAnswer, PermissionAnswer } from '@keyward/contract/why';
import { findAccessDevice, findAccessProfile, keysInLocation, type NamedProfile } from '#core/auth/access.ts';
import { existing } from '#core/entity.ts';
import { assertVisible, assertProfileVisible } from '#core/auth/scope.ts';
import type { Actor } from '#core/auth/session.ts';
import type { Db } from '#db/tenant.ts';
import { administrators, holdersOf, nameOfProfile, nameOfTag, rolesOf } from './queries.ts';

async function requireVisibleProfile(db: Db, actor: Actor, id: string): Promise<NamedProfile> {
  const profile = existing(await findAccessProfile(db, id));
  assertProfileVisible(actor, profile.locations);
  return profile;
}

/** May this profile use this device now, by the rules that the gateway gets. Throws notFound. */
export async function explainDevice(
  db: Db,
  actor: Actor,
  ids: { id: string; deviceId: string },
): Promise<AccessAnswer> {
  const profile = await requireVisibleProfile(db, actor, ids.id);
  const device = existing(await findAccessDevice(db, ids.deviceId));
  assertVisible(actor, device.location);
  const checks = checkAccess(profile, device, await keysInLocation(db, device.location));
  const failed = checks.find((check) => !check.passed);
  return {
    allowed: isAllowed(checks),
    checks: await Promise.all(checks.map((check) => withNames(db, actor, check))),
    failed: failed?.rule ?? null,
    fixers: failed ? await fixersOf(db, actor, failed, locationsOf(failed.rule, profile, device.location)) : null,
  };
}

async function withNames(db: Db, actor: Actor, { rule, passed, tag, heldBy }: AccessCheck) {
  const holder = heldBy && (await nameOfProfile(db, actor, heldBy));
  return {
    rule,
    passed,
    ...(tag ? { tag: await nameOfTag(db, tag) } : {}),
    ...(holder ? { heldBy: holder } : {}),
  };
}

/** The permission needed to resolve each rule. */
const requiredPermission: Record<AccessRule, PermissionId | null> = {
  active: null,
  permission: 'ASSIGN-ROLES',
  location: 'ASSIGN-ACCESS-GROUPS',
  groups: 'ASSIGN-ACCESS-GROUPS',
  key: null,
  controller: 'DEVICES',
};

/** Locations that the resolver has to have: the profile's, and the device's where the device is changed or concerned. */
function locationsOf(rule: AccessRule, person: NamedProfile, device: string | null): readonly string[] {
  const deviceLocations = device === null ? [] : [device];
  if (rule === 'controller') return deviceLocations;
  return rule === 'location' ? [...person.locations, ...deviceLocations] : person.locations;
}

async function fixersOf(db: Db, actor: Actor, { rule, heldBy }: AccessCheck, locations: readonly string[]) {
  const permission = requiredPermission[rule];
  if (permission) return { permission, people: await holdersOf(db, actor, permission, locations) };
  if (rule === 'active') return { permission, people: await administrators(db, actor) };
  const holder = heldBy && (await nameOfProfile(db, actor, heldBy));
  return { permission, people: holder ? [holder] : [] };
}

/** Does this profile hold this permission, by the same merge of roles as in every call. Throws notFound. */
export async function explainPermission(
  db: Db,
  actor: Actor,
  { id, permission }: { id: string; permission: PermissionId },
): Promise<PermissionAnswer> {
  const profile = await requireVisibleProfile(db, actor, id);
  const roles = await rolesOf(db, id, permission);
  const holds = comparePermissions({}, onlyPermission(profile.permissions, permission)).length > 0;
  const feature = permissionCatalogue[permission].name === 'SECURE-KEYS' ? 'secureKey' : undefined;
  const failed = profile.disabled
    ? 'active'
    : feature && !actor.authority.features.includes(feature)
      ? 'feature'
      : holds
        ? null
        : 'roles';
  return {
    allowed: failed === null,
    value: valueIn(profile.permissions, permission),
    roles,
    failed,
    fixers:
      failed === 'roles'
        ? { permission: 'ASSIGN-ROLES', people: await holdersOf(db, actor, 'ASSIGN-ROLES', profile.locations) }
        : failed === 'active' || failed === 'feature'
          ? { permission: null, people: await administrators(db, actor) }
          : null,
  };
}

const onlyPermission = (held: Permissions, id: PermissionId): Permissions => ({ [id]: valueIn(held, id) });
