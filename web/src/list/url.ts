import { drawerNames } from '#lib/drawerSearch.ts';

/**
 * The state of a list in the address, so that a link carries it: every value is plain text, never JSON.
 *
 *   custom_view=OKMs Offline      the chosen view; absent: the remembered one, else Overview
 *   tab=device                    the chosen tab of lists with tabs (tabs.ts); else a view, without custom_view
 *   search=0A12                   the text of the search box
 *   sort=name:asc,created_at:desc the query's own sort pairs; absent: the view's order
 *   filter.<column>=<filter>      one per filtered column, the value in the query grammar of contract/list.ts
 *   edited=1                      a saved view with changes: filters, search and order are those of the address
 *   open=<id> | open=new          the row whose drawer is open, or the drawer that creates one
 *   part=history                  the open tab of the drawer, replace or lost: a question about the device; absent: the first tab
 *   of=agent_id                   which events its history shows
 *   events=KEY_CHECKIN,...        the types of event that it shows; absent: all
 *   day=2026-11-20                the day that it shows; absent: all
 *   import=<id>                   the file of profiles that is shown in place of the list
 *
 * Unknown parameters are dropped.
 */
export type ListSearch = {
  custom_view?: string;
  tab?: string;
  search?: string;
  sort?: string;
  edited?: string;
  open?: string;
  part?: string;
  of?: string;
  events?: string;
  day?: string;
  import?: string;
} & { [filter: `filter.${string}`]: string };

export const openNew = 'new';

const names = ['custom_view', 'tab', 'search', 'sort', 'edited', 'open', ...drawerNames, 'import'] as const;
const filterPrefix = 'filter.';
const isFilterName = (name: string): name is `filter.${string}` =>
  name.startsWith(filterPrefix) && name.length > filterPrefix.length;

/**
 * Converts a scalar back to text, in case a router read `search=0012` or `search=true` as JSON; drops anything else.
 */
const asText = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;

/** Reads a list's part of the search parameters (`validateSearch` of the list's route). Never throws. */
export function listSearch(raw: Record<string, unknown>): ListSearch {
  const out: ListSearch = {};
  for (const name of names) {
    const value = asText(raw[name]);
    if (value) out[name] = value;
  }
  for (const [name, value] of Object.entries(raw)) {
    const text = isFilterName(name) ? asText(value) : undefined;
    if (isFilterName(name) && text) out[name] = text;
  }
  return out;
}

/** The filters as query parameters: `{ device_class: 'OKM' }`. */
export function filtersOf(search: ListSearch): Record<string, string> {
  const filters: Record<string, string> = {};
  for (const [name, value] of Object.entries(search)) {
    if (isFilterName(name) && value) filters[name.slice(filterPrefix.length)] = value;
  }
  return filters;
}

/** The same address with these filters instead of its own. */
export function withFilters(search: ListSearch, filters: Readonly<Record<string, string>>): ListSearch {
  const out: ListSearch = {};
  for (const name of names) {
    const value = search[name];
    if (value) out[name] = value;
  }
  for (const [column, text] of Object.entries(filters)) if (text) out[`${filterPrefix}${column}`] = text;
  return out;
}

export type SortPair = { column: string; desc: boolean };

/** `name:asc,created_at:desc`; invalid pairs are dropped. */
export function parseSort(text: string | undefined): SortPair[] {
  return (text ?? '').split(',').flatMap((pair) => {
    const match = /^(.+):(asc|desc)$/.exec(pair);
    return match?.[1] ? [{ column: match[1], desc: match[2] === 'desc' }] : [];
  });
}
export const printSort = (pairs: readonly SortPair[]): string =>
  pairs.map((p) => `${p.column}:${p.desc ? 'desc' : 'asc'}`).join(',');

/** The sort after a click on a column's header: ascending first, then reversed. */
export const nextSort = (current: readonly SortPair[], column: string): SortPair[] => {
  const first = current[0];
  return [{ column, desc: first?.column === column ? !first.desc : false }];
};
