// A controller's holdings from access answers: pure functions of docs/gateway.md.
import { createHash } from 'node:crypto';
import type { AccessAnswer } from '@keyward/contract/gateway';

export type Position = { epoch: number; version: number };
type Device = AccessAnswer['devices'][number];
type Person = AccessAnswer['people'][number];
type Key = AccessAnswer['keys'][number];
export type Holdings = Position & {
  /** Time in ms until which PINs and codes may be used. */
  usableUntil: number;
  devices: ReadonlyMap<string, Device>;
  people: ReadonlyMap<string, Person>;
  keys: ReadonlyMap<string, Key>;
};

/** The holdings of a controller that has never fetched. */
export const nothing: Holdings = {
  epoch: 0,
  version: 0,
  usableUntil: 0,
  devices: new Map(),
  people: new Map(),
  keys: new Map(),
};

/** The holdings after an answer, applied as a whole. */
export function withAnswer(held: Holdings, answer: AccessAnswer): Holdings {
  const before = answer.whole ? nothing : held;
  const merged = <E extends { id: string }>(entries: ReadonlyMap<string, E>, changed: readonly E[]) => {
    const result = new Map(entries);
    for (const id of answer.removed) result.delete(id);
    for (const entry of changed) result.set(entry.id, entry);
    return result;
  };
  return {
    epoch: answer.epoch,
    version: answer.version,
    usableUntil: Date.parse(answer.usableUntil),
    devices: merged(before.devices, answer.devices),
    people: merged(before.people, answer.people),
    keys: merged(before.keys, answer.keys),
  };
}

export function digestOf({ devices, people, keys }: Holdings): string {
  const entries = [...devices.values(), ...people.values(), ...keys.values()];
  const lines = entries.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map(({ id, hash }) => `${id} ${hash}\n`);
  return createHash('sha256').update(lines.join('')).digest('hex');
}

/** Rules 1 and 2: the person's rights contain the device's, and they may act at that time. */
export function hasRight({ rights, notBefore, notAfter }: Person, device: Device, at: Date): boolean {
  const time = at.getTime();
  return (
    rights.includes(device.right) &&
    (notBefore === null || Date.parse(notBefore) <= time) &&
    (notAfter === null || Date.parse(notAfter) > time)
  );
}

type Index = { devices: ReadonlyMap<string, Device>; people: ReadonlyMap<string, Person> };
const indexes = new WeakMap<Holdings, Index>();
/** Devices by serial number and people by profile ID; made once for each state. */
function indexOf(held: Holdings): Index {
  const index = indexes.get(held) ?? {
    devices: new Map([...held.devices.values()].map((device) => [device.serial, device])),
    people: new Map([...held.people.values()].map((person) => [person.username, person])),
  };
  indexes.set(held, index);
  return index;
}

export const deviceOf = (held: Holdings, serial: string): Device | undefined => indexOf(held).devices.get(serial);

/** Whether the person with this profile ID may use the device, by rules 1 and 2. */
export function mayUse(held: Holdings, username: string, serial: string, at: Date): boolean {
  const { devices, people } = indexOf(held);
  const device = devices.get(serial);
  const person = people.get(username);
  return device !== undefined && person !== undefined && hasRight(person, device, at);
}

/** Profile IDs of people who may use any of the devices at that time. */
export function peopleAt({ people, devices }: Holdings, at: Date): string[] {
  const asked = [...new Map([...devices.values()].map((device) => [device.right, device])).values()];
  const present = [...people.values()].filter((person) => asked.some((device) => hasRight(person, device, at)));
  return present.map(({ username }) => username);
}

/** The keys that open a device at that time, while the answer may be used. */
export const keysAt = ({ keys, usableUntil }: Holdings, serial: string, at: Date): Key[] =>
  usableUntil <= at.getTime()
    ? []
    : [...keys.values()].filter((key) => key.serial === serial && Date.parse(key.notAfter) > at.getTime());
