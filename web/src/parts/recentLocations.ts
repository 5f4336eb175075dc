import { storageKeys, stored } from '#lib/storage.ts';
import { type LocationOption, unassigned } from './locationChoice.ts';

/** With fewer, the usual order is found faster. */
const many = 8;
const mostRecent = 3;

function recentIds(): string[] {
  try {
    const ids: unknown = JSON.parse(stored.read(storageKeys.recentLocations) ?? '[]');
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

/** Remembers the locations of a choice of a few. */
export function rememberLocations(chosen: readonly string[]): void {
  const fresh = chosen.filter((id) => id !== unassigned);
  if (fresh.length === 0 || fresh.length > mostRecent) return;
  const ids = [...new Set([...fresh, ...recentIds()])].slice(0, mostRecent);
  stored.write(storageKeys.recentLocations, JSON.stringify(ids));
}

/** The locations, those that were chosen last first, where there are many. */
export function recentFirst(locations: readonly LocationOption[]): readonly LocationOption[] {
  if (locations.length <= many) return locations;
  const recent = recentIds().flatMap((id) => locations.find(({ value }) => value === id) ?? []);
  return [...recent, ...locations.filter((location) => !recent.includes(location))];
}
