// The entries that a controller should hold: pure functions of the stored rows.
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
  /** ISO instant; null: no end of its own. */
  notAfter: string | null;
};

/** A 128-bit hash of a JSON text; equal hashes mean equal contents. */
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
 * Names the groups and the location that a device requires of people. Devices at one location with the same groups share a name,
 * so that a person's entry has a few of these instead of all serial numbers. Lost keys have one that no person is given.
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
 * The entry of a person; undefined if no device is open to them. The entry carries the validity, which may begin or end while a
 * controller is off line.
 * @param pinSetAt when the PIN was set that the stored verifier is for; null: no verifier.
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
