import { liveResources, type LiveResource, resources } from '@keyward/contract/resources';
import { sees } from '#core/auth/scope.ts';
import type { Change } from './changes.ts';

/** What changed of one resource: rows by id, each with the places it was seen at (null: too many to name), and all places. */
type Seen = { rows: Map<string, Set<string>> | null; places: Set<string> };

/** Changes of one tenant, gathered. */
export type Gathered = Record<LiveResource, Seen>;

/** So many rows are named in one message: PostgreSQL takes 8,000 bytes. */
const namedRows = 80;
/** Places beyond these stand for everywhere: a reader is sent one hint too many, never a row. */
const namedPlaces = 40;
const unassigned = '-';
const everywhere = '*';

/** A record of what `of` gives for each live resource. */
const each = <T>(of: (resource: LiveResource) => T) =>
  Object.fromEntries(liveResources.map((name) => [name, of(name)])) as Record<LiveResource, T>;

export const nothing = (): Gathered =>
  each((name) => ({ rows: resources[name].live === 'rows' ? new Map() : null, places: new Set() }));

export function add(to: Gathered, { resource, id, locations }: Change): void {
  const seen = to[resource];
  const at = locations.length ? locations : [unassigned];
  for (const place of at) seen.places.add(place);
  if (!seen.rows || id === undefined) return;
  const row = seen.rows.get(id) ?? new Set();
  for (const place of at) row.add(place);
  seen.rows.set(id, row);
  if (seen.rows.size > namedRows) seen.rows = null;
}

type Wire = { t: string; c: Record<LiveResource, { r: [string, string[]][] | null; p: string[] }> };

const few = (set: ReadonlySet<string>) => (set.size > namedPlaces ? [everywhere] : [...set]);

/** As the payload of a NOTIFY. */
export function print(tenantId: string, gathered: Gathered): string {
  const wire = (rowsToo: boolean): Wire => ({
    t: tenantId,
    c: each((name) => {
      const { rows, places } = gathered[name];
      return { r: rowsToo ? rows && [...rows].map(([id, at]) => [id, few(at)]) : null, p: few(places) };
    }),
  });
  const text = JSON.stringify(wire(true));
  return text.length < 7_900 ? text : JSON.stringify(wire(false));
}

/** Reads a payload; undefined for what is none of ours. */
export function read(text: string): { tenantId: string; gathered: Gathered } | undefined {
  try {
    const { t, c } = JSON.parse(text) as Wire; // what print() writes
    const gathered = each((name) => {
      const { r, p } = c[name];
      return { rows: r && new Map(r.map(([id, at]) => [id, new Set(at)])), places: new Set(p) };
    });
    return { tenantId: t, gathered };
  } catch {
    return undefined;
  }
}

/** Adds one to the other. */
export function merge(to: Gathered, from: Gathered): void {
  for (const name of liveResources) {
    const [target, source] = [to[name], from[name]];
    for (const place of source.places) target.places.add(place);
    if (!source.rows) target.rows = null;
    for (const [id, at] of source.rows ?? []) {
      target.rows?.set(id, new Set([...(target.rows.get(id) ?? []), ...at]));
    }
    if (target.rows && target.rows.size > namedRows) target.rows = null;
  }
}

type Eyes = { allData: boolean; locations: readonly string[] };
const seenBy = (who: Eyes, at: ReadonlySet<string>) =>
  [...at].some((place) => place === everywhere || sees(who, place === unassigned ? null : place));

/** What somebody with these locations sees of it: the ids of rows; empty: nothing; null: something that is not named. */
export const visible = (gathered: Gathered, who: Eyes): Record<LiveResource, string[] | null> =>
  each((name) => {
    const { rows, places } = gathered[name];
    if (!rows) return seenBy(who, places) ? null : [];
    return [...rows].flatMap(([id, at]) => (seenBy(who, at) ? [id] : []));
  });
