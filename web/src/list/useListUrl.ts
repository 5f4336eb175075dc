import { isTabbed, listAt, tabSearch } from '@keyward/contract/resources';
import { useMatch, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { withoutDrawer } from '#lib/drawerSearch.ts';
import { type ListSearch, listSearch, openNew } from './url.ts';

export type Change = { [K in keyof ListSearch]?: ListSearch[K] | undefined };

/** The list's state in the address, and functions to change it. */
export function useListUrl() {
  const navigate = useNavigate();
  // the path of this list's page: while the next page loads, the address may already be that page's
  const pathname = useMatch({ strict: false, select: (match) => match.pathname });
  const raw = useSearch({ strict: false });
  // where `tab` chooses the list, it is no part of the list's state, but stays in its address
  const list = listAt(pathname, listSearch(raw).tab);
  const tabbed = list !== undefined && isTabbed(list);
  const stateOf = (given: Record<string, unknown>) => listSearch(tabbed ? { ...given, tab: undefined } : given);
  const addressOf = (state: ListSearch): ListSearch => (tabbed ? { ...tabSearch(list), ...state } : state);
  const search = stateOf(raw);
  const { history } = useRouter();
  // two quick changes are both kept: the second starts from the first's address, which may not be on screen yet
  const isHere = (at: string, now: Record<string, unknown>) =>
    at === pathname && listAt(at, listSearch(now).tab) === list;
  const go = (next: (now: ListSearch) => ListSearch, replace: boolean) =>
    void navigate({
      to: pathname,
      search: (now) => addressOf(next(isHere(history.location.pathname, now) ? stateOf(now) : search)),
      replace,
      resetScroll: false,
    });
  const shown = new URLSearchParams(addressOf(listSearch({ ...search, open: undefined })));
  const linkStart = `${pathname}?${shown}${shown.size ? '&' : ''}open=`;
  return {
    search,
    /** Changes the given parameters; undefined or empty removes one. Each change is a step that Back undoes. */
    change: (change: Change, replace = false) => go((now) => listSearch({ ...now, ...change }), replace),
    /** Computes the parameters from those that are current by then. */
    remake: (next: (now: ListSearch) => ListSearch, replace = false) => go(next, replace),
    /** Replaces all parameters. */
    set: (next: ListSearch, replace = false) => go(() => listSearch(next), replace),
    /** The address of a row. */
    hrefOf: (id: string) => linkStart + id,
    open: (id: string) => go((now) => listSearch({ ...now, open: id }), false),
    openNew: () => go((now) => listSearch({ ...withoutDrawer(now), open: openNew }), false),
    /** Replaces the history entry, so that Back does not reopen the row: it may have been deleted. */
    close: () => go((now) => listSearch({ ...withoutDrawer(now), open: undefined }), true),
  };
}
export type ListUrl = ReturnType<typeof useListUrl>;
