import { liveResources, resources } from '@keyward/contract/resources';
import { isVisible } from '#core/auth/scope.ts';
import { type Change, everywhere, type LiveName } from './changes.ts';

const liveNames: readonly LiveName[] = [...liveResources, 'inbox'];
const namesRows = (name: LiveName) => name !== 'inbox' && resources[name].live === 'rows';

/** The changes of one resource: rows by id with their locations (null: too many to list), and all locations. */
type Changed = { rows: Map<string, Set<string>> | null; locations: Set<string> };

/** The batched changes of one tenant. */
export type ChangeSet = Record<LiveName, Changed>;

/** Maximum rows listed in one message: a PostgreSQL notification holds less than 8,000 bytes. */
const maxRows = 80;
/** More locations than this count as everywhere: that costs a superfluous hint, never a leaked row. */
const maxLocations = 40;
const unassigned = '-';

/** Maps each live name to the result of `of`. */
const each = <T>(of: (name: LiveName) => T) =>
  Object.fromEntries(liveNames.map((name) => [name, of(name)])) as Record<LiveName, T>;

export const noChanges = (): ChangeSet =>
  each((name) => ({ rows: namesRows(name) ? new Map() : null, locations: new Set() }));

export function addChange(to: ChangeSet, { resource, id, locations: ids }: Change): void {
  const changed = to[resource];
  const locations = ids.length ? ids : [unassigned];
  for (const location of locations) changed.locations.add(location);
  if (id === undefined) changed.rows = null;
  if (!changed.rows || id === undefined) return;
  const row = changed.rows.get(id) ?? new Set();
  for (const location of locations) row.add(location);
  changed.rows.set(id, row);
  if (changed.rows.size > maxRows) changed.rows = null;
}

/** Adds changes to the batches of their tenants. */
export function addChanges(to: Map<string, ChangeSet>, changes: readonly Change[]): void {
  for (const change of changes) {
    const changeSet = to.get(change.tenantId) ?? noChanges();
    to.set(change.tenantId, changeSet);
    addChange(changeSet, change);
  }
}

type WireChanges = { r: [string, string[]][] | null; p: string[] };
type Wire = { t: string; c: Record<LiveName, WireChanges> };
/** The changes under a name that a process of the release before does not send. */
const unsent: WireChanges = { r: null, p: [] };

const capped = (set: ReadonlySet<string>) => (set.size > maxLocations ? [everywhere] : [...set]);

/** Serialises the changes as the payload of a NOTIFY. */
export function encodeChanges(tenantId: string, changeSet: ChangeSet): string {
  const wire = (withRows: boolean): Wire => ({
    t: tenantId,
    c: each((name) => {
      const { rows, locations } = changeSet[name];
      return { r: withRows ? rows && [...rows].map(([id, ids]) => [id, capped(ids)]) : null, p: capped(locations) };
    }),
  });
  const text = JSON.stringify(wire(true));
  return text.length < 7_900 ? text : JSON.stringify(wire(false));
}

/** Parses a payload; undefined if another application sent it. */
export function decodeChanges(text: string): { tenantId: string; changeSet: ChangeSet } | undefined {
  try {
    const { t, c } = JSON.parse(text) as { t: string; c: Partial<Wire['c']> }; // what encodeChanges() writes
    const changeSet = each((name) => {
      const { r, p } = c[name] ?? unsent;
      return { rows: r && new Map(r.map(([id, ids]) => [id, new Set(ids)])), locations: new Set(p) };
    });
    return { tenantId: t, changeSet };
  } catch {
    return undefined;
  }
}

/** Merges `from` into `to`. */
export function mergeChanges(to: ChangeSet, from: ChangeSet): void {
  for (const name of liveNames) {
    const [target, source] = [to[name], from[name]];
    for (const location of source.locations) target.locations.add(location);
    if (!source.rows) target.rows = null;
    for (const [id, ids] of source.rows ?? []) {
      target.rows?.set(id, new Set([...(target.rows.get(id) ?? []), ...ids]));
    }
    if (target.rows && target.rows.size > maxRows) target.rows = null;
  }
}

type Viewer = { id: string; allData: boolean; locations: readonly string[] };
const visibleTo = (viewer: Viewer, ids: ReadonlySet<string>) =>
  [...ids].some((id) => id === everywhere || isVisible(viewer, id === unassigned ? null : id));

/** The changes visible to the viewer, by name: row ids; empty: none; null: some, but not listed. */
export const visibleChanges = (changeSet: ChangeSet, viewer: Viewer): Record<LiveName, string[] | null> =>
  each((name) => {
    const { rows, locations } = changeSet[name];
    if (name === 'inbox') return locations.has(viewer.id) || locations.has(everywhere) ? null : [];
    if (!rows) return visibleTo(viewer, locations) ? null : [];
    return [...rows].flatMap(([id, ids]) => (visibleTo(viewer, ids) ? [id] : []));
  });
