import { useMatch, useNavigate, useSearch } from '@tanstack/react-router';
import { type ListSearch, listSearch, openNew } from './url.ts';

export type Change = { [K in keyof ListSearch]?: ListSearch[K] | undefined };

/** The list's state in the address, and the ways to change it. */
export function useListUrl() {
  const navigate = useNavigate();
  // those of the page this list is on: the address may lead to the next page already while that one is being loaded
  const pathname = useMatch({ strict: false, select: (match) => match.pathname });
  const raw = useSearch({ strict: false });
  const search = listSearch(raw);
  const go = (next: ListSearch, replace: boolean) =>
    void navigate({ to: pathname, search: next, replace, resetScroll: false });
  const shown = new URLSearchParams(listSearch({ ...search, open: undefined }));
  const linkStart = `${pathname}?${shown}${shown.size ? '&' : ''}open=`;
  return {
    search,
    /** Changes what is named; undefined or empty takes it away. Each of them is a step that Back undoes. */
    change: (change: Change, replace = false) => go(listSearch({ ...search, ...change }), replace),
    /** Replaces everything. */
    set: (next: ListSearch, replace = false) => go(listSearch(next), replace),
    /** Where a row's link leads. */
    hrefOf: (id: string) => linkStart + id,
    open: (id: string) => go(listSearch({ ...search, open: id }), false),
    openNew: () => go(listSearch({ ...search, open: openNew }), false),
    /** Back does not open again what was closed: it may be gone. */
    close: () => go(listSearch({ ...search, open: undefined }), true),
  };
}
export type ListUrl = ReturnType<typeof useListUrl>;
