import type { ListResource } from '@keyward/contract/resources';
import type { Filters } from '#lib/storedFilters.ts';
import { filtersOf, listSearch, withFilters } from '#list/url.ts';
import type { Change, ListUrl } from '#list/useListUrl.ts';
import { forgetFilters } from './savedFilters.ts';

/** Functions that change the filters in a list's address. */
export function filterChanges(resource: ListResource, url: ListUrl) {
  return {
    setFilters: (next: Filters) => url.remake((now) => listSearch(withFilters(now, next))),
    removeFilters: (names: string[], change?: Change) => {
      forgetFilters(resource, names);
      url.remake((now) => {
        const left = Object.entries(filtersOf(now)).filter(([name]) => !names.includes(name));
        return listSearch({ ...withFilters(now, Object.fromEntries(left)), ...change });
      });
    },
  };
}
