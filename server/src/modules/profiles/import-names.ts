import { fits, nameKey } from '@keyward/contract/characters';
import { builtInRoleNames } from '@keyward/contract/export-headings';
import { limits } from '@keyward/contract/limits';
import type { RoleLabel } from '@keyward/contract/roles';

/** The ids of the names in a cell, or the name that is unknown or ambiguous. */
export type CellNames = { ids: string[] } | { unknown: string } | { ambiguous: string };

/** Ids by name, ignoring case and width. A name of two things is ambiguous. */
export function nameIndex(things: readonly { id: string; name: string }[]): ReadonlyMap<string, readonly string[]> {
  const index = new Map<string, string[]>();
  for (const { id, name } of things) index.set(nameKey(name), [...(index.get(nameKey(name)) ?? []), id]);
  return index;
}

/** Roles by name. Built-in roles also have the portal's names for them in each language, unless a role has that name. */
export function roleIndex(roles: readonly RoleLabel[]): ReadonlyMap<string, readonly string[]> {
  const index = new Map(nameIndex(roles));
  for (const { id, builtIn } of roles) {
    for (const name of builtIn ? builtInRoleNames[builtIn] : [])
      if (!index.has(nameKey(name))) index.set(nameKey(name), [id]);
  }
  return index;
}

/** Cells that were already read, by index, because the cells of a file repeat each other. */
const readings = new WeakMap<object, { longest: number; cells: Map<string, CellNames> }>();
const maxCachedCells = 1000;
const maxCachedLength = 200;

function readingsOf(index: ReadonlyMap<string, readonly string[]>) {
  const known = readings.get(index);
  if (known) return known;
  const longest = Math.max(0, ...[...index.keys()].map((name) => name.split(/[;,]/).length));
  const fresh = { longest, cells: new Map<string, CellNames>() };
  readings.set(index, fresh);
  return fresh;
}

/**
 * Reads a list such as 'Store clerk; OKM user'. Names are separated by semicolons, commas or line ends. A name may contain a
 * comma, so the cell is read in the one way in which all its names are known. Two such ways are ambiguous.
 */
export function readNames(cell: string, index: ReadonlyMap<string, readonly string[]>): CellNames {
  const { longest, cells } = readingsOf(index);
  const known = cells.get(cell);
  if (known) return known;
  const names = read(cell, index, longest);
  if (cell.length <= maxCachedLength && cells.size < maxCachedCells) cells.set(cell, names);
  return names;
}

function read(cell: string, index: ReadonlyMap<string, readonly string[]>, longest: number): CellNames {
  if (!fits(cell, limits.importCell)) return { unknown: `${cell.slice(0, 100)}…` };
  const parts = cell.split(/([;,\n])/);
  // parts alternate between texts and separators; position i is the i-th text
  const texts = Math.ceil(parts.length / 2);
  const between = (from: number, to: number) => parts.slice(2 * from, 2 * to + 1).join('');
  /** Ways to read the cell from the i-th text on; at most two are stored. */
  const ways: (readonly string[])[][] = [];
  ways[texts] = [[]];
  for (let from = texts - 1; from >= 0; from--) {
    const found: (readonly string[])[] = [];
    if (between(from, from).trim() === '') found.push(...(ways[from + 1] ?? []));
    for (let to = from; to < Math.min(texts, from + longest); to++) {
      for (const id of index.get(nameKey(between(from, to))) ?? []) {
        for (const rest of ways[to + 1] ?? []) found.push([id, ...rest]);
      }
    }
    ways[from] = distinct(found).slice(0, 2);
  }
  const [first, second] = ways[0] ?? [];
  if (second) return { ambiguous: cell.trim() };
  if (first) return { ids: [...new Set(first)] };
  const unknown = Array.from({ length: texts }, (_, i) => between(i, i).trim()).find(
    (text) => text && !index.has(nameKey(text)),
  );
  return { unknown: unknown ?? cell.trim() };
}

function distinct(lists: readonly (readonly string[])[]): (readonly string[])[] {
  const seen = new Map(lists.map((list) => [[...new Set(list)].toSorted().join(), list]));
  return [...seen.values()];
}
