import { useMatch, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { type ListSearch, listSearch, openNew } from './url.ts';

export type Change = { [K in keyof ListSearch]?: ListSearch[K] | undefined };

/** The list's state in the address, and the ways to change it. */
export function useListUrl() {
  const navigate = useNavigate();
  // those of the page this list is on: the address may lead to the next page already while that one is being loaded
  const pathname = useMatch({ strict: false, select: (match) => match.pathname });
  const raw = useSearch({ strict: false });
  const search = listSearch(raw);
  const { history } = useRouter();
  // two quick changes are both kept: the second begins where the first led, which may not be on screen yet
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
    /** Changes what is named; undefined or empty takes it away. Each of them is a step that Back undoes. */
    change: (change: Change, replace = false) => go((now) => listSearch({ ...now, ...change }), replace),
    /** Makes it anew of what it is by then. */
    remake: (next: (now: ListSearch) => ListSearch, replace = false) => go(next, replace),
    /** Replaces everything. */
    set: (next: ListSearch, replace = false) => go(() => listSearch(next), replace),
    /** Where a row's link leads. */
    hrefOf: (id: string) => linkStart + id,
    open: (id: string) => go((now) => listSearch({ ...now, open: id }), false),
    openNew: () => go((now) => listSearch({ ...now, open: openNew }), false),
    /** Back does not open again what was closed: it may be gone. */
    close: () => go((now) => listSearch({ ...now, open: undefined }), true),
  };
}
export type ListUrl = ReturnType<typeof useListUrl>;
