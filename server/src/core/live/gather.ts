import type { Change } from './changes.ts';
import { sees } from '#core/auth/scope.ts';

/** Changes of one tenant, gathered: devices with the places they were seen at, and the places of events. */
export type Gathered = {
  /** By device id; null: too many to name, their places alone count. */
  devices: Map<string, Set<string>> | null;
  devicePlaces: Set<string>;
  eventPlaces: Set<string>;
};

/** So many devices are named in one message: PostgreSQL takes 8,000 bytes. */
const named = 80;
/** Places beyond these stand for everywhere: who looks is told too much of a hint, never of a thing. */
const places = 40;
/** Where nothing is. */
const nowhere = '-';
const everywhere = '*';

export const nothing = (): Gathered => ({ devices: new Map(), devicePlaces: new Set(), eventPlaces: new Set() });

const placesOf = (change: Change) => (change.locations.length ? change.locations : [nowhere]);

export function add(to: Gathered, change: Change): void {
  const at = placesOf(change);
  if (change.resource === 'event') {
    for (const place of at) to.eventPlaces.add(place);
    return;
  }
  for (const place of at) to.devicePlaces.add(place);
  if (!to.devices || change.id === undefined) return;
  const known = to.devices.get(change.id) ?? new Set();
  for (const place of at) known.add(place);
  to.devices.set(change.id, known);
  if (to.devices.size > named) to.devices = null;
}

type Wire = { t: string; d: [string, string[]][] | null; p: string[]; e: string[] };

const few = (set: ReadonlySet<string>) => (set.size > places ? [everywhere] : [...set]);

/** As the payload of a NOTIFY. */
export function print(tenantId: string, { devices, devicePlaces, eventPlaces }: Gathered): string {
  const wire: Wire = {
    t: tenantId,
    d: devices && [...devices].map(([id, at]) => [id, few(at)]),
    p: few(devicePlaces),
    e: few(eventPlaces),
  };
  const text = JSON.stringify(wire);
  return text.length < 7_900 ? text : JSON.stringify({ ...wire, d: null });
}

/** Reads a payload; undefined for what is none of ours. */
export function read(text: string): { tenantId: string; gathered: Gathered } | undefined {
  try {
    const { t, d, p, e } = JSON.parse(text) as Wire; // what print() writes
    const devices = d && new Map(d.map(([id, at]) => [id, new Set(at)]));
    return { tenantId: t, gathered: { devices, devicePlaces: new Set(p), eventPlaces: new Set(e) } };
  } catch {
    return undefined;
  }
}

/** Adds one to the other. */
export function merge(to: Gathered, from: Gathered): void {
  for (const place of from.devicePlaces) to.devicePlaces.add(place);
  for (const place of from.eventPlaces) to.eventPlaces.add(place);
  if (!from.devices) to.devices = null;
  for (const [id, at] of from.devices ?? []) to.devices?.set(id, new Set([...(to.devices.get(id) ?? []), ...at]));
  if (to.devices && to.devices.size > named) to.devices = null;
}

type Eyes = { allData: boolean; locations: readonly string[] };
const seen = (who: Eyes, at: ReadonlySet<string>) =>
  [...at].some((place) => place === everywhere || sees(who, place === nowhere ? null : place));

/** What of it somebody with these locations sees: device ids (null: not named), and whether there are events. */
export function visible(gathered: Gathered, who: Eyes): { devices: string[] | null; events: boolean } {
  const events = seen(who, gathered.eventPlaces);
  if (!gathered.devices) return { devices: seen(who, gathered.devicePlaces) ? null : [], events };
  return { devices: [...gathered.devices].flatMap(([id, at]) => (seen(who, at) ? [id] : [])), events };
}
