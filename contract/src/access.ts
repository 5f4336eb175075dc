import type { DeviceClass } from './devices.ts';
import type { Permissions } from './permissions.ts';

/** Values of group tags by tag id; '*' for all values of a tag. */
export type GroupValues = Readonly<Record<string, readonly string[] | '*'>>;

export type AccessProfile = {
  id: string;
  disabled: boolean;
  /** Its validity has begun, and ended, on the server's clock. */
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

/** Of what is stored of a person and a device, in evaluation order. */
const standingRules = ['active', 'beginning', 'end', 'permission', 'location', 'groups', 'lost'] as const;
/** Of the moment: which key is where, and whether its OKM can be reached. Controllers judge them by themselves. */
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

/** What the standing rules read of a device. */
export type StandingDevice = Pick<AccessDevice, 'location' | 'groups' | 'lost'>;

/**
 * The standing rules with their outcomes, in order: what a controller is handed, and what the portal explains. They change
 * by what people store, never by the use of a key.
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
    // said of a lost key alone: of all others it goes without saying
    ...(device.lost ? [{ rule: 'lost' as const, passed: false }] : []),
  ];
}

/**
 * The momentary rules: a key must be in its OKM or in the profile’s own custody, and an OKM reachable to release it; a
 * lock or pod needs one of the `keys` of its location that the profile may take.
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

/** May the profile use the device now: every rule with its outcome, in order. The portal explains it. */
export const checkAccess = (
  profile: AccessProfile,
  device: AccessDevice,
  keys: readonly AccessDevice[],
): readonly AccessCheck[] => [...checkStanding(profile, device), ...checkMoment(profile, device, keys)];

export const isAllowed = (checks: readonly AccessCheck[]): boolean => checks.every((check) => check.passed);
