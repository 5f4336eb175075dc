import { useSyncExternalStore } from 'react';
import { onSessionEnd } from './ending.ts';
import { storageKeys, stored } from './storage.ts';

/** Filters by column, each in the query grammar of contract/list.ts. */
export type Filters = Readonly<Record<string, string>>;

/**
 * Area of the filters that hold on every list, the header's locations; other areas are the lists' lower-cased entity
 * names.
 */
export const everywhere = 'global';

const nothing: Filters = {};
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Parses the stored text and drops anything that is not a filter. Never throws. */
function parse(text: string | null): Record<string, Filters> {
  let value: unknown = null;
  try {
    value = JSON.parse(text ?? '');
  } catch {
    // edited by hand, or nothing is stored
  }
  if (!isRecord(value)) return {};
  const areas = Object.entries(value).flatMap(([area, filters]) => {
    if (!isRecord(filters)) return [];
    const texts = Object.entries(filters).filter((pair): pair is [string, string] => typeof pair[1] === 'string');
    return [[area, Object.fromEntries(texts)] as const];
  });
  return Object.fromEntries(areas);
}

// a copy in memory serves browsers that refuse storage, and saves parsing again
let text = stored.read(storageKeys.filters);
let areas = parse(text);
const listeners = new Set<() => void>();

function take(next: string | null): void {
  if (next === text) return;
  text = next;
  areas = parse(next);
  for (const listener of listeners) listener();
}

onSessionEnd(() => take(stored.read(storageKeys.filters)));

/** The filters stored on this browser, by area. Specification, part 2, section 9 'Local storage keys'. */
export const storedFilters = {
  read: (area: string): Filters => areas[area] ?? nothing,
  /** Replaces an area's filters; an empty set removes the area. */
  write(area: string, filters: Filters): void {
    const { [area]: _, ...others } = areas;
    const next = JSON.stringify(Object.keys(filters).length ? { ...others, [area]: filters } : others);
    stored.write(storageKeys.filters, next);
    take(next);
  },
};

function subscribe(listener: () => void): () => void {
  // another tab changed it, or cleared everything (key null)
  const changed = ({ key }: StorageEvent) => {
    if (key === storageKeys.filters || key === null) take(stored.read(storageKeys.filters));
  };
  addEventListener('storage', changed);
  listeners.add(listener);
  return () => {
    removeEventListener('storage', changed);
    listeners.delete(listener);
  };
}

/** The stored filters of an area, updated on changes here and in other tabs. */
export const useStoredFilters = (area: string): Filters =>
  useSyncExternalStore(subscribe, () => storedFilters.read(area));
