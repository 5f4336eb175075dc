import { isTabbed, listAt, tabSearch } from '@keyward/contract/resources';
import { trimPathRight, useMatch, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { withoutDrawer } from '#lib/drawerSearch.ts';
import { type ListSearch, listSearch, openNew } from './url.ts';

export type Change = { [K in keyof ListSearch]?: ListSearch[K] | undefined };

/** The list's state in the address, and functions to change it. */
export function useListUrl() {
  const navigate = useNavigate();
  // the path of this list's page: while the next page loads, the address may already be that page's
  const pathname = useMatch({ strict: false, select: (match) => match.pathname });
  const raw = useSearch({ strict: false });
  // where `tab` chooses the list, it is not part of the list's state, but stays in its address
  const list = listAt(pathname, listSearch(raw).tab);
  const tabbed = list !== undefined && isTabbed(list);
  const stateOf = (given: Record<string, unknown>) => listSearch(tabbed ? { ...given, tab: undefined } : given);
  const addressOf = (state: ListSearch): ListSearch => (tabbed ? { ...tabSearch(list), ...state } : state);
  const search = stateOf(raw);
  const { history, options } = useRouter();
  const isHere = (at: string, now: Record<string, unknown>) =>
    trimPathRight(at) === pathname && listAt(pathname, listSearch(now).tab) === list;
  /** The state in the current address, which may not be on screen yet; undefined when the address is another page's. */
  const addressed = (): ListSearch | undefined => {
    const now: Record<string, unknown> = options.parseSearch(history.location.search);
    return isHere(history.location.pathname, now) ? stateOf(now) : undefined;
  };
  const go = (next: (now: ListSearch) => ListSearch, replace: boolean) => {
    // a late answer does not lead back to a list that was left
    if (!addressed()) return;
    void navigate({
      to: pathname,
      // two quick changes are both kept: the second starts from the first's address
      search: (now) => addressOf(next(isHere(history.location.pathname, now) ? stateOf(now) : search)),
      replace,
      resetScroll: false,
    });
  };
  const isOpen = (id: string) => addressed()?.open === id;
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
    /** Whether the drawer of this row is open. */
    isOpen,
    /**
     * Closes the drawer of this row, unless another is open by now. Replaces the history entry, so that Back does not
     * reopen the row: it may have been deleted.
     */
    close: (id: string) => {
      if (isOpen(id)) go((now) => listSearch({ ...withoutDrawer(now), open: undefined }), true);
    },
  };
}
export type ListUrl = ReturnType<typeof useListUrl>;
