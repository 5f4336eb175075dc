import type { DeviceClass } from './devices.ts';
import type { Permissions } from './permissions.ts';

/** Values of group tags by tag id; '*' for all values of a tag. */
export type GroupValues = Readonly<Record<string, readonly string[] | '*'>>;

export type AccessProfile = {
  id: string;
  disabled: boolean;
  /** Whether its validity has begun and has ended, by the server's clock. */
  begun: boolean;
  ended: boolean;
  /** Merged from all roles. */
  permissions: Permissions;
  /** The profile’s locations: tag_value ids. */
  locations: readonly string[];
  groups: GroupValues;
};

export type AccessDevice = {
  id: string;
  deviceClass: DeviceClass;
  /** tag_value id; null: unassigned. */
  location: string | null;
  groups: GroupValues;
  /** A key that was reported lost and not yet found. */
  lost: boolean;
  /** For a checked-out key: its holder; null if it is not checked out or its holder is unknown. */
  heldBy: string | null;
  checkedOut: boolean;
  /** Whether the device's OKM (or the device, if it is one) can be reached; null: it has none. */
  reachable: boolean | null;
};

/** Rules about the stored data of a profile and a device, in evaluation order. */
const standingRules = ['active', 'beginning', 'end', 'permission', 'location', 'groups', 'lost'] as const;
/** Rules about the moment: where a key is, and whether its OKM can be reached. Controllers judge these themselves. */
const momentaryRules = ['key', 'controller'] as const;
/** In evaluation order. */
export const accessRules = [...standingRules, ...momentaryRules] as const;
export type AccessRule = (typeof accessRules)[number];
export type AccessCheck = {
  rule: AccessRule;
  passed: boolean;
  /** For `groups`: the tag without a matching value. */
  tag?: string;
  /** For `key`: the holder of the checked-out key, if known. */
  heldBy?: string;
};

const coversLocation = (profile: AccessProfile, location: string | null) =>
  profile.permissions['ALL-DATA-ACCESS'] === 'TRUE' || (location !== null && profile.locations.includes(location));

/** The first tag of the device without a matching value; a tag without values on the device restricts nothing. */
function missingGroup(profile: AccessProfile, device: Pick<AccessDevice, 'groups'>): string | undefined {
  return Object.entries(device.groups).find(([tag, required]) => {
    const held = profile.groups[tag] ?? [];
    if (held === '*') return false;
    return required === '*' ? held.length === 0 : !required.some((value) => held.includes(value));
  })?.[0];
}

const isHolder = (profile: AccessProfile, key: AccessDevice) => key.checkedOut && key.heldBy === profile.id;
const isAvailable = (profile: AccessProfile, key: AccessDevice) => !key.checkedOut || isHolder(profile, key);

/** The fields of a device that the standing rules read. */
export type StandingDevice = Pick<AccessDevice, 'location' | 'groups' | 'lost'>;

/**
 * Evaluates the standing rules, in order. They decide the access that a controller is sent, and the portal explains them.
 * Stored data changes their outcomes; the use of a key never does.
 */
export function checkStanding(profile: AccessProfile, device: StandingDevice): readonly AccessCheck[] {
  const { permissions } = profile;
  const tag = missingGroup(profile, device);
  return [
    { rule: 'active', passed: !profile.disabled },
    { rule: 'beginning', passed: profile.begun },
    { rule: 'end', passed: !profile.ended },
    { rule: 'permission', passed: permissions['OKM-USER'] === 'TRUE' || permissions['MOBILE-USER'] === 'TRUE' },
    { rule: 'location', passed: coversLocation(profile, device.location) },
    { rule: 'groups', passed: tag === undefined, ...(tag === undefined ? {} : { tag }) },
    // listed for a lost key only: for all others it is self-evident
    ...(device.lost ? [{ rule: 'lost' as const, passed: false }] : []),
  ];
}

/**
 * Evaluates the momentary rules. A key must be in its OKM, which must be reachable to release it, or in the profile’s own
 * custody. A lock or pod needs one of the `keys` of its location that the profile may take.
 */
function checkMoment(
  profile: AccessProfile,
  device: AccessDevice,
  keys: readonly AccessDevice[],
): readonly AccessCheck[] {
  const opens = device.deviceClass === 'LOCK' || device.deviceClass === 'POD';
  const matchingKeys = opens
    ? keys.filter((key) => !key.lost && key.location === device.location && missingGroup(profile, key) === undefined)
    : device.deviceClass === 'KEY'
      ? [device]
      : [];
  const needsKey = device.deviceClass !== 'OKM';
  const usable = matchingKeys.filter((key) => isAvailable(profile, key));
  const holder = matchingKeys.find((key) => !isAvailable(profile, key))?.heldBy;
  const releasable = needsKey
    ? usable.some((key) => isHolder(profile, key) || key.reachable === true)
    : device.reachable === true;
  return [
    {
      rule: 'key',
      passed: !needsKey || usable.length > 0,
      ...(needsKey && usable.length === 0 && holder ? { heldBy: holder } : {}),
    },
    { rule: 'controller', passed: releasable },
  ];
}

/** Evaluates every rule, in order: may the profile use the device now? The portal explains the outcomes. */
export const checkAccess = (
  profile: AccessProfile,
  device: AccessDevice,
  keys: readonly AccessDevice[],
): readonly AccessCheck[] => [...checkStanding(profile, device), ...checkMoment(profile, device, keys)];

export const isAllowed = (checks: readonly AccessCheck[]): boolean => checks.every((check) => check.passed);
