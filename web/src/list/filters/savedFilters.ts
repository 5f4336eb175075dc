import { isTabbed, type ListResource } from '@keyward/contract/resources';
import { stored } from '#lib/storage.ts';
import { storedFilters } from '#lib/storedFilters.ts';
import { type ListSearch, withFilters } from '#list/url.ts';
import { isSavedId, memoryKey } from '#list/views/viewState.ts';

/** The storage area of a list's saved filters: its entity's name in lower case. Specification, part 2, section 9. */
export const areaOf = (resource: ListResource): string => resource.toLowerCase();

/**
 * The search of a list that is opened without parameters: its saved filters. They do not narrow an address with
 * parameters, so that a link shows the same to every profile; nor a saved view, which has filters of its own.
 */
export function savedSearch(resource: ListResource, search: ListSearch): ListSearch | undefined {
  const saved = storedFilters.read(areaOf(resource));
  const { tab, ...state } = search;
  const named = tab !== undefined && !isTabbed(resource);
  if (named || Object.keys(state).length > 0 || Object.keys(saved).length === 0) return undefined;
  return isSavedId(stored.read(memoryKey(resource)) ?? '') ? undefined : withFilters(search, saved);
}

/** Removes columns from the saved filters: a filter removed from a list does not come back with the next visit. */
export function forgetFilters(resource: ListResource, columns: readonly string[]): void {
  const saved = Object.entries(storedFilters.read(areaOf(resource)));
  const left = saved.filter(([column]) => !columns.includes(column));
  if (left.length < saved.length) storedFilters.write(areaOf(resource), Object.fromEntries(left));
}
