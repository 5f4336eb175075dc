import type { DeviceClass } from './devices.ts';
import type { Permissions } from './permissions.ts';

/** Values of group tags by tag id; '*' for all values of a tag. */
export type GroupValues = Readonly<Record<string, readonly string[] | '*'>>;

export type AccessPerson = {
  id: string;
  disabled: boolean;
  /** Merged from all roles. */
  permissions: Permissions;
  /** The person's locations: tag_value ids. */
  locations: readonly string[];
  groups: GroupValues;
};

export type AccessDevice = {
  id: string;
  deviceClass: DeviceClass;
  /** tag_value id; null: unassigned. */
  location: string | null;
  groups: GroupValues;
  /** For a checked-out key: its holder; null if it is not checked out or its holder is unknown. */
  heldBy: string | null;
  checkedOut: boolean;
  /** Whether the device's OKM (or the device, if it is one) can be reached; null: it has none. */
  reachable: boolean | null;
};

/** In evaluation order. */
export const accessRules = ['active', 'permission', 'location', 'groups', 'key', 'controller'] as const;
export type AccessRule = (typeof accessRules)[number];
export type AccessCheck = {
  rule: AccessRule;
  passed: boolean;
  /** For `groups`: the tag without a matching value. */
  tag?: string;
  /** For `key`: the holder of the checked-out key, if known. */
  heldBy?: string;
};

const isAt = (person: AccessPerson, location: string | null) =>
  person.permissions['ALL-DATA-ACCESS'] === 'TRUE' || (location !== null && person.locations.includes(location));

/** The first tag of the device without a matching value; a tag without values on the device restricts nothing. */
function missingGroup(person: AccessPerson, device: AccessDevice): string | undefined {
  return Object.entries(device.groups).find(([tag, asked]) => {
    const held = person.groups[tag] ?? [];
    if (held === '*') return false;
    return asked === '*' ? held.length === 0 : !asked.some((value) => held.includes(value));
  })?.[0];
}

const inHand = (person: AccessPerson, key: AccessDevice) => key.checkedOut && key.heldBy === person.id;
const free = (person: AccessPerson, key: AccessDevice) => !key.checkedOut || inHand(person, key);

/**
 * May the person use the device now: every rule with its outcome, in order. A key must be in its OKM or in the person's
 * own custody, and an OKM reachable to release it; a lock or pod needs one of the `keys` of its location that the person
 * may take. The gateway sends these results to controllers, and the portal explains them.
 */
export function checkAccess(
  person: AccessPerson,
  device: AccessDevice,
  keys: readonly AccessDevice[],
): readonly AccessCheck[] {
  const { permissions } = person;
  const tag = missingGroup(person, device);
  const opens = device.deviceClass === 'LOCK' || device.deviceClass === 'POD';
  const fitting = opens
    ? keys.filter((key) => key.location === device.location && missingGroup(person, key) === undefined)
    : device.deviceClass === 'KEY'
      ? [device]
      : [];
  const asksKey = device.deviceClass !== 'OKM';
  const usable = fitting.filter((key) => free(person, key));
  const holder = fitting.find((key) => !free(person, key))?.heldBy;
  const given = asksKey
    ? usable.some((key) => inHand(person, key) || key.reachable === true)
    : device.reachable === true;
  return [
    { rule: 'active', passed: !person.disabled },
    { rule: 'permission', passed: permissions['OKM-USER'] === 'TRUE' || permissions['MOBILE-USER'] === 'TRUE' },
    { rule: 'location', passed: isAt(person, device.location) },
    { rule: 'groups', passed: tag === undefined, ...(tag === undefined ? {} : { tag }) },
    {
      rule: 'key',
      passed: !asksKey || usable.length > 0,
      ...(asksKey && usable.length === 0 && holder ? { heldBy: holder } : {}),
    },
    { rule: 'controller', passed: given },
  ];
}

export const isAllowed = (checks: readonly AccessCheck[]): boolean => checks.every((check) => check.passed);
