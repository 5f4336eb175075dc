import type { DeviceClass } from './devices.ts';
import type { Permissions } from './permissions.ts';

/** Values of group tags by the tag's id; '*' for all of a tag's. */
export type GroupValues = Readonly<Record<string, readonly string[] | '*'>>;

export type AccessPerson = {
  id: string;
  disabled: boolean;
  /** Of all roles together. */
  permissions: Permissions;
  /** Where the person works: tag_value ids. */
  locations: readonly string[];
  groups: GroupValues;
};

export type AccessDevice = {
  id: string;
  deviceClass: DeviceClass;
  /** tag_value id; null: nowhere. */
  location: string | null;
  groups: GroupValues;
  /** Of a key that is checked out: who holds it; null where nobody does, or nobody the portal knows. */
  heldBy: string | null;
  checkedOut: boolean;
  /** Whether the OKM that the device is, or reports through, can be reached; null: it has none. */
  reachable: boolean | null;
};

/** In the order in which they are judged. */
export const accessRules = ['active', 'permission', 'location', 'groups', 'key', 'controller'] as const;
export type AccessRule = (typeof accessRules)[number];
export type AccessCheck = {
  rule: AccessRule;
  passed: boolean;
  /** Of `groups`: the tag that the person has no fitting value of. */
  tag?: string;
  /** Of `key`: who holds the key that is out, where the portal knows. */
  heldBy?: string;
};

const isAt = (person: AccessPerson, location: string | null) =>
  person.permissions['ALL-DATA-ACCESS'] === 'TRUE' || (location !== null && person.locations.includes(location));

/** The first tag of the device that the person has no value of; a tag that the device has no value of asks nothing. */
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
 * own hand, and an OKM reachable to give it out; a lock or pod asks for one of the `keys` of its location that the person
 * may take. The gateway tells controllers what this function says, and the portal explains it.
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
