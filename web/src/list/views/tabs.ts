import type { FC } from 'react';
import type { Filters } from '#lib/storedFilters.ts';
import type { ListSearch } from '#list/url.ts';
import type { ListUrl } from '#list/useListUrl.ts';

/** The meaning of `tab` in a list's address: one of these values of a column. In other lists it may name a view. */
export type Tabs = {
  column: string;
  values: readonly string[];
  /** The control that chooses among them, beside the search. */
  part?: FC<TabChoice>;
};
/** `view`: the view on screen, which stays. */
export type TabChoice = { column: string; filters: Filters; url: ListUrl; view: string | undefined };

const tabOf = ({ tab }: ListSearch, tabs: Tabs | undefined): string | undefined =>
  tab !== undefined && tabs?.values.includes(tab) ? tab : undefined;

/** The view that an address names: by `tab`, unless this is a tab of the list. */
export const linkedView = (search: ListSearch, tabs: Tabs | undefined): string | undefined =>
  search.custom_view ?? (tabOf(search, tabs) === undefined ? search.tab : undefined);

/** The search of an address, with its tab as a filter, unless it has another filter on that column. */
export function openTab(search: ListSearch, tabs: Tabs | undefined): ListSearch {
  const tab = tabOf(search, tabs);
  return tab === undefined || !tabs ? search : { [`filter.${tabs.column}`]: tab, ...search };
}

/** The address of a search: the filter of its tab becomes the tab alone; without that filter there is no tab. */
export function closeTab(search: ListSearch, tabs: Tabs | undefined): ListSearch {
  const tab = tabOf(search, tabs);
  if (tab === undefined || !tabs) return search;
  const { [`filter.${tabs.column}` as const]: filter, ...rest } = search;
  if (filter === tab) return rest;
  const { tab: _, ...others } = search;
  return others;
}
