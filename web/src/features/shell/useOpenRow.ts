import { listAt, type ListResource, pathOf } from '@keyward/contract/resources';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { listSearch } from '#list/url.ts';

/** Opens a row in the drawer of its list; the same list keeps search and filters. `part`: a tab of the drawer, or a question. */
export function useOpenRow() {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  return (resource: ListResource, open: string, part?: 'details' | 'replace' | 'lost') => {
    const here = listSearch(search);
    const kept = listAt(pathname, here.tab) === resource ? here : {};
    const tab = part === undefined ? {} : { part: part === 'details' ? undefined : part };
    void navigate({ href: pathOf(resource, { ...kept, open, ...tab }), resetScroll: false });
  };
}
