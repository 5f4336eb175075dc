import { storageKeys, stored } from '#lib/storage.ts';
import { type LocationOption, unassigned } from './locationChoice.ts';

/** Up to this number of locations, one is found faster in the usual order. */
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

/** Remembers the chosen locations, if they are few. */
export function rememberLocations(chosen: readonly string[]): void {
  const fresh = chosen.filter((id) => id !== unassigned);
  if (fresh.length === 0 || fresh.length > mostRecent) return;
  const ids = [...new Set([...fresh, ...recentIds()])].slice(0, mostRecent);
  stored.write(storageKeys.recentLocations, JSON.stringify(ids));
}

/** The locations; where there are many, those chosen last come first. */
export function recentFirst(locations: readonly LocationOption[]): readonly LocationOption[] {
  if (locations.length <= many) return locations;
  const recent = recentIds().flatMap((id) => locations.find(({ value }) => value === id) ?? []);
  return [...recent, ...locations.filter((location) => !recent.includes(location))];
}
