import { type ListResource, pathOf } from '@keyward/contract/resources';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { listSearch } from '#list/url.ts';

/** Opens a list with a drawer; on that list already, its search and filters stay. */
export function useOpenRow() {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  return (resource: ListResource, open: string) => {
    const kept = pathname === pathOf(resource) ? listSearch(search) : {};
    void navigate({ href: pathOf(resource, { ...kept, open }), resetScroll: false });
  };
}
