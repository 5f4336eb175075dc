import { uuid } from '@keyward/contract/characters';
import type { CustomView, ViewColumn } from '@keyward/contract/list';
import type { ListResource } from '@keyward/contract/resources';
import { isSpan, isWindow } from '@keyward/contract/window';
import { filtersOf, type ListSearch, listSearch, parseSort, printSort, type SortPair, withFilters } from '#list/url.ts';

/** The storage key of the chosen view. Specification, part 2, section 9 'Local storage keys'. */
export const memoryKey = (resource: ListResource) => `${resource}ViewSelection`;

/** Is it the id of a saved view? Built-in views have names. */
export const isSavedId = (value: string): boolean => uuid.test(value);

const orderOf = (view: CustomView): SortPair[] =>
  view.query.sort.map(([column, order]) => ({ column, desc: order === 'DESC' }));

type State = { filters: Record<string, string>; search: string; sort: string };
const stateOf = (view: CustomView): State => ({
  filters: view.query.filter,
  search: view.query.search ?? '',
  sort: printSort(orderOf(view)),
});
const stateIn = (search: ListSearch, view: CustomView): State => ({
  filters: filtersOf(search),
  search: search.search ?? '',
  sort: search.sort ?? printSort(orderOf(view)),
});
const ordered = ({ filters, search, sort }: State) =>
  JSON.stringify([Object.entries(filters).toSorted(([a], [b]) => (a < b ? -1 : 1)), search, sort]);

/**
 * The search of the list: where the address only names a saved view, the view's own filters and search. A link that
 * adds to them changes the view.
 */
export function shownSearch(raw: ListSearch, view: CustomView | undefined): ListSearch {
  if (!view?.saved || raw.edited) return raw;
  const filters = Object.entries(view.query.filter).map(([column, text]) => [`filter.${column}`, text]);
  const saved = listSearch({ ...Object.fromEntries(filters), search: view.query.search });
  const adds = raw.search !== undefined || raw.sort !== undefined || Object.keys(filtersOf(raw)).length > 0;
  return { ...saved, ...raw, ...(adds ? { edited: '1' } : {}) };
}

/** The address of a search; for an unchanged saved view, the short one without the view's own filters, search and order. */
export function addressOf(shown: ListSearch, view: CustomView | undefined): ListSearch {
  const { edited: _, ...plain } = shown;
  if (!view?.saved) return listSearch(plain);
  if (ordered(stateIn(shown, view)) !== ordered(stateOf(view))) return listSearch({ ...plain, edited: '1' });
  return listSearch({ ...withFilters(plain, {}), search: undefined, sort: undefined });
}

/** The query for the server: a saved view by its id or, while it is changed, all of its content. */
export function askedOf(
  shown: ListSearch,
  view: CustomView | undefined,
  first: CustomView | undefined,
): { filters: Record<string, string>; rest: Record<string, string> } {
  if (view?.saved && !shown.edited) return { filters: {}, rest: { custom_view: view.value } };
  const sort = view?.saved ? stateIn(shown, view).sort : shown.sort;
  const base = view?.saved ? view.saved.base : view?.value;
  return {
    filters: filtersOf(shown),
    rest: {
      // the server shows the first view by default, so the rows need not wait for the views
      ...(base && base !== first?.value ? { custom_view: base } : {}),
      ...(shown.search ? { search: shown.search } : {}),
      ...(sort ? { sort } : {}),
    },
  };
}

/** The content of a view to be saved, from the list on screen. */
export function contentOf(shown: ListSearch, view: CustomView, columns: readonly ViewColumn[]) {
  const { filters, search, sort } = stateIn(shown, view);
  return {
    base: view.saved?.base ?? view.value,
    filter: filters,
    search,
    sort: parseSort(sort).map(({ column, desc }): [string, 'ASC' | 'DESC'] => [column, desc ? 'DESC' : 'ASC']),
    columns: columns.map(({ accessorKey, width }) => ({ accessorKey, ...(width === undefined ? {} : { width }) })),
  };
}

/**
 * The column of a view's time window, the view's own span, and the span chosen instead. A saved view has the window of
 * its base view.
 */
export function windowOf(view: CustomView, all: readonly CustomView[], filters: Readonly<Record<string, string>>) {
  const base = all.find(({ value }) => value === view.saved?.base) ?? view;
  const [column, own] = Object.entries(base.query.filter).find(([, text]) => isWindow(text)) ?? [];
  if (column === undefined || own === undefined) return undefined;
  const text = filters[column];
  return { column, own, chosen: text !== undefined && isSpan(text) ? text : undefined };
}

/**
 * Moves the first column that can lead to the front: a row is opened by its first cell, a link, so columns with buttons come
 * later.
 */
export function withLeading(columns: readonly ViewColumn[]): ViewColumn[] {
  const first = columns.findIndex(canLead);
  if (first <= 0) return [...columns];
  const leading = columns.slice(first, first + 1);
  return [...leading, ...columns.slice(0, first), ...columns.slice(first + 1)];
}
/** Moves the column at `from` to `to`, as long as a column that can lead stays first. */
export function moveColumn(columns: readonly ViewColumn[], from: number, to: number): ViewColumn[] {
  const rest = columns.toSpliced(from, 1);
  return withLeading([...rest.slice(0, to), ...columns.slice(from, from + 1), ...rest.slice(to)]);
}
export const canLead = ({ type }: ViewColumn): boolean => type !== 'tags' && type !== 'role';
