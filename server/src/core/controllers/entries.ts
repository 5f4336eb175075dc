// What a controller should hold, as entries: pure functions of what is stored.
import { hash } from 'node:crypto';
import { checkStanding, isAllowed, type StandingDevice } from '@keyward/contract/access';
import type { DeviceClass } from '@keyward/contract/devices';
import type { NamedProfile } from '#core/auth/access.ts';

const entryKinds = ['device', 'person', 'key'] as const;
export type EntryKind = (typeof entryKinds)[number];

/** An entry without its secrets, which are sealed elsewhere and opened for each answer. */
export type Entry = {
  id: string;
  kind: EntryKind;
  /** JSON. */
  content: string;
  hash: string;
  /** ISO instant; null: without an end of its own. */
  notAfter: string | null;
};

/** Of a JSON text: 128 bits, which say whether two contents are the same. */
const hashOf = (text: string) => hash('sha256', text, 'base64url').slice(0, 22);

function entry<C extends { id: string }>(
  kind: EntryKind,
  content: C,
  notAfter: string | null,
  secret: unknown = null,
): Entry {
  const text = JSON.stringify(content);
  return { id: content.id, kind, content: text, hash: hashOf(JSON.stringify([kind, text, secret])), notAfter };
}

const sorted = (groups: StandingDevice['groups']) =>
  Object.keys(groups)
    .toSorted()
    .map((tag) => [tag, groups[tag] === '*' ? '*' : [...(groups[tag] ?? [])].toSorted()]);

/**
 * Names what a device asks of people: devices at one location with the same groups share it, so that a person's entry has
 * a few of these names instead of all serial numbers. Lost keys have one that no person is given.
 */
export const rightOf = ({ location, groups, lost }: StandingDevice): string =>
  hashOf(JSON.stringify([location, sorted(groups), ...(lost ? ['lost'] : [])])).slice(0, 11);

export type OwnDevice = StandingDevice & { id: string; serial: string; deviceClass: DeviceClass };

export const deviceEntry = (device: OwnDevice): Entry =>
  entry(
    'device',
    { id: device.id, serial: device.serial, deviceClass: device.deviceClass, right: rightOf(device) },
    null,
  );

/**
 * The entry of a person; undefined if no device is open to them. Validity is handed on, since it begins and ends while a
 * controller is off line.
 * @param pinSetAt when the PIN was set whose verifier is made; null: none.
 */
export function personEntry(
  person: NamedProfile,
  devices: ReadonlyMap<string, StandingDevice>,
  pinSetAt: string | null,
): Entry | undefined {
  if (person.ended) return undefined;
  const rights = [...devices].flatMap(([right, device]) =>
    isAllowed(checkStanding({ ...person, begun: true }, device)) ? [right] : [],
  );
  if (rights.length === 0) return undefined;
  const { id, name, username, validFrom: notBefore, validUntil: notAfter } = person;
  return entry('person', { id, name, username, notBefore, notAfter, rights: rights.toSorted() }, notAfter, pinSetAt);
}

export const keyEntry = (key: { id: string; serial: string; notAfter: string }): Entry =>
  entry('key', { id: key.id, serial: key.serial, notAfter: key.notAfter }, key.notAfter);
