import { type AccessCheck, type AccessDevice, type AccessRule, isAllowed, checkAccess } from '@keyward/contract/access';
import {
  comparePermissions,
  type PermissionId,
  permissionCatalogue,
  type Permissions,
  valueIn,
} from '@keyward/contract/permissions';
import type { AccessAnswer, PermissionAnswer, Verdict } from '@keyward/contract/why';
import { accessDevicesById, accessProfilesById, keysInLocations, type NamedProfile } from '#core/auth/access.ts';
import { existing } from '#core/entity.ts';
import { assertProfileVisible, assertVisible, isProfileVisible, isVisible } from '#core/auth/scope.ts';
import type { Actor } from '#core/auth/session.ts';
import { locationIds } from '#core/locations/ids.ts';
import type { Db } from '#db/tenant.ts';
import { administrators, holdersOf, nameOfProfile, nameOfTag, rolesOf } from './queries.ts';

async function requireVisibleProfile(db: Db, actor: Actor, id: string): Promise<NamedProfile> {
  const profile = existing((await accessProfilesById(db, [id]))[0]);
  assertProfileVisible(actor, profile.locations);
  return profile;
}

async function requireVisibleDevice(db: Db, actor: Actor, id: string): Promise<AccessDevice> {
  const device = existing((await accessDevicesById(db, [id]))[0]);
  assertVisible(actor, device.location);
  return device;
}

/** Explains whether this profile may use this device now, by the rules that the gateway gets. Throws notFound. */
export async function explainDevice(
  db: Db,
  actor: Actor,
  ids: { id: string; deviceId: string },
): Promise<AccessAnswer> {
  const profile = await requireVisibleProfile(db, actor, ids.id);
  const device = await requireVisibleDevice(db, actor, ids.deviceId);
  const checks = checkAccess(profile, device, await keysInLocations(db, [device.location]));
  const failed = checks.find((check) => !check.passed);
  return {
    allowed: isAllowed(checks),
    checks: await Promise.all(checks.map((check) => withNames(db, actor, check))),
    failed: failed?.rule ?? null,
    fixers: failed ? await fixersOf(db, actor, failed, { person: profile, device }) : null,
  };
}

const verdictOf = (id: string, checks: readonly AccessCheck[]): Verdict => ({
  id,
  allowed: isAllowed(checks),
  failed: checks.find((check) => !check.passed)?.rule ?? null,
});

/** Judges for each of these devices whether the profile may use it now. Throws notFound for the profile. */
export async function judgeDevices(db: Db, actor: Actor, id: string, deviceIds: readonly string[]): Promise<Verdict[]> {
  const profile = await requireVisibleProfile(db, actor, id);
  const devices = (await accessDevicesById(db, deviceIds)).filter(({ location }) => isVisible(actor, location));
  const keys = await keysInLocations(
    db,
    devices.map(({ location }) => location),
  );
  return devices.map((device) => verdictOf(device.id, checkAccess(profile, device, keys)));
}

/** Judges for each of these profiles whether it may use the device now. Throws notFound for the device. */
export async function judgePeople(db: Db, actor: Actor, id: string, profileIds: readonly string[]): Promise<Verdict[]> {
  const device = await requireVisibleDevice(db, actor, id);
  const keys = await keysInLocations(db, [device.location]);
  const profiles = (await accessProfilesById(db, profileIds)).filter(({ locations }) =>
    isProfileVisible(actor, locations),
  );
  return profiles.map((profile) => verdictOf(profile.id, checkAccess(profile, device, keys)));
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
  beginning: 'USERS',
  end: 'USERS',
  permission: 'ASSIGN-ROLES',
  location: 'ASSIGN-ACCESS-GROUPS',
  groups: 'ASSIGN-ACCESS-GROUPS',
  key: null,
  lost: 'DEVICES',
  controller: 'DEVICES',
};

/** Locations that a resolver needs: the profile's, and the device's if the device is to be changed or concerned. */
function locationsOf(rule: AccessRule, person: NamedProfile, device: string | null): readonly string[] {
  const deviceLocations = locationIds(device);
  if (rule === 'controller' || rule === 'lost') return deviceLocations;
  return rule === 'location' ? [...person.locations, ...deviceLocations] : person.locations;
}

type Concerned = { person: NamedProfile; device: Pick<AccessDevice, 'location'> };

async function fixersOf(db: Db, actor: Actor, { rule, heldBy }: AccessCheck, { person, device }: Concerned) {
  // a device without a location is at none of a person's locations: profiles with all-data access can give it one
  if (rule === 'location' && device.location === null) {
    return { permission: 'DEVICES' as const, people: await holdersOf(db, actor, 'DEVICES', []) };
  }
  const permission = requiredPermission[rule];
  if (permission) {
    const locations = locationsOf(rule, person, device.location);
    // a profile that shares a location with the person may assign a group
    return { permission, people: await holdersOf(db, actor, permission, locations, rule === 'groups' ? 'one' : 'all') };
  }
  if (rule === 'active') return { permission, people: await administrators(db, actor) };
  const holder = heldBy && (await nameOfProfile(db, actor, heldBy));
  return { permission, people: holder ? [holder] : [] };
}

/** Explains whether this profile holds this permission, by the same merge of roles as in every call. Throws notFound. */
export async function explainPermission(
  db: Db,
  actor: Actor,
  { id, permission }: { id: string; permission: PermissionId },
): Promise<PermissionAnswer> {
  const profile = await requireVisibleProfile(db, actor, id);
  const roles = await rolesOf(db, id, permission);
  const holds = comparePermissions({}, onlyPermission(profile.permissions, permission)).length > 0;
  const feature = permissionCatalogue[permission].name === 'SECURE-KEYS' ? 'secureKey' : undefined;
  const barred = profile.disabled ? 'active' : !profile.begun ? 'beginning' : profile.ended ? 'end' : undefined;
  const failed = barred
    ? barred
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
    fixers: failed && (await fixersOfPermission(db, actor, failed, profile.locations)),
  };
}

async function fixersOfPermission(
  db: Db,
  actor: Actor,
  failed: NonNullable<PermissionAnswer['failed']>,
  locations: readonly string[],
): Promise<PermissionAnswer['fixers']> {
  if (failed === 'active' || failed === 'feature') return { permission: null, people: await administrators(db, actor) };
  const permission = failed === 'roles' ? 'ASSIGN-ROLES' : 'USERS';
  return { permission, people: await holdersOf(db, actor, permission, locations) };
}

const onlyPermission = (held: Permissions, id: PermissionId): Permissions => ({ [id]: valueIn(held, id) });
