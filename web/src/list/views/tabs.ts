import type { ListSearch } from '#list/url.ts';

/** What the `tab` of an address means in a list: one of these values of a column. Elsewhere it may name a view. */
export type Tabs = { column: string; values: readonly string[] };

const tabOf = ({ tab }: ListSearch, tabs: Tabs | undefined): string | undefined =>
  tab !== undefined && tabs?.values.includes(tab) ? tab : undefined;

/** The view that an address names: by its tab where that is no tab of the list. */
export const linkedView = (search: ListSearch, tabs: Tabs | undefined): string | undefined =>
  search.custom_view ?? (tabOf(search, tabs) === undefined ? search.tab : undefined);

/** What an address shows: its tab as a filter, unless it has another filter on that column. */
export function openTab(search: ListSearch, tabs: Tabs | undefined): ListSearch {
  const tab = tabOf(search, tabs);
  return tab === undefined || !tabs ? search : { [`filter.${tabs.column}`]: tab, ...search };
}

/** The address of what is shown: the filter of its tab is the tab alone; without that filter there is no tab. */
export function closeTab(search: ListSearch, tabs: Tabs | undefined): ListSearch {
  const tab = tabOf(search, tabs);
  if (tab === undefined || !tabs) return search;
  const { [`filter.${tabs.column}` as const]: filter, ...rest } = search;
  if (filter === tab) return rest;
  const { tab: _, ...others } = search;
  return others;
}
