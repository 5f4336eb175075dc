import { useMatch, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { type ListSearch, listSearch, openNew } from './url.ts';

export type Change = { [K in keyof ListSearch]?: ListSearch[K] | undefined };

/** The list's state in the address, and functions to change it. */
export function useListUrl() {
  const navigate = useNavigate();
  // the path of this list's page: while the next page loads, the address may already be that page's
  const pathname = useMatch({ strict: false, select: (match) => match.pathname });
  const raw = useSearch({ strict: false });
  const search = listSearch(raw);
  const { history } = useRouter();
  // two quick changes are both kept: the second starts from the first's address, which may not be on screen yet
  const go = (next: (now: ListSearch) => ListSearch, replace: boolean) =>
    void navigate({
      to: pathname,
      search: (now) => next(history.location.pathname === pathname ? listSearch(now) : search),
      replace,
      resetScroll: false,
    });
  const shown = new URLSearchParams(listSearch({ ...search, open: undefined }));
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
    openNew: () => go((now) => listSearch({ ...now, open: openNew }), false),
    /** Replaces the history entry, so that Back does not reopen the row: it may have been deleted. */
    close: () => go((now) => listSearch({ ...now, open: undefined }), true),
  };
}
export type ListUrl = ReturnType<typeof useListUrl>;
