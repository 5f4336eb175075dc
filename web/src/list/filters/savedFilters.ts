import type { ListResource } from '@keyward/contract/resources';
import { stored } from '#lib/storage.ts';
import { storedFilters } from '#lib/storedFilters.ts';
import { type ListSearch, withFilters } from '#list/url.ts';
import { isSavedId, memoryKey } from '#list/views/viewState.ts';

/** Where a list's saved filters are kept: under its entity's name in lower case. Specification, part 2, section 9. */
export const areaOf = (resource: ListResource): string => resource.toLowerCase();

/**
 * What a list opens with when its address says nothing: the saved filters. An address that says what to show is not
 * narrowed by them, so that a link shows everybody the same; nor is a view of one's own, which has its filters in it.
 */
export function savedSearch(resource: ListResource, search: ListSearch): ListSearch | undefined {
  const saved = storedFilters.read(areaOf(resource));
  if (Object.keys(search).length > 0 || Object.keys(saved).length === 0) return undefined;
  return isSavedId(stored.read(memoryKey(resource)) ?? '') ? undefined : withFilters(search, saved);
}

/** What is taken off a list does not come back with the next visit. */
export function forgetFilters(resource: ListResource, columns: readonly string[]): void {
  const saved = Object.entries(storedFilters.read(areaOf(resource)));
  const left = saved.filter(([column]) => !columns.includes(column));
  if (left.length < saved.length) storedFilters.write(areaOf(resource), Object.fromEntries(left));
}
