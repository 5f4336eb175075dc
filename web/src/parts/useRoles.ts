import { type Role, roles } from '@keyward/contract/roles';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { apiKey } from '#lib/api.ts';
import { type ApiError, call } from '#lib/call.ts';

/** Every role, read page by page until the last. Specification, part 1, section 7. */
export function useRoles(enabled = true): UseQueryResult<Role[], ApiError> {
  return useQuery<Role[], ApiError>({
    queryKey: apiKey(roles.list, 'all'),
    enabled,
    queryFn: async ({ signal }) => {
      const found = new Map<string, Role>();
      for (let page = 1, last = 1; page <= last; page++) {
        const reply = await call(roles.list, { query: { page: String(page) } }, { signal });
        // one that moved to the next page meanwhile comes twice
        for (const role of reply.data) found.set(role.id, role);
        last = reply.total_pages;
      }
      return [...found.values()];
    },
  });
}
