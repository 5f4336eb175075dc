import { roles } from '@keyward/contract/calls';
import type { Role } from '@keyward/contract/roles';
import { queryOptions, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { apiKey, queryClient } from '#lib/api.ts';
import { type ApiError, call } from '#lib/call.ts';

/** Read page by page until the last. Specification, part 1, section 7. */
const everyRole = queryOptions<Role[], ApiError>({
  queryKey: apiKey(roles.list, 'all'),
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

/** Every role. */
export const useRoles = (enabled = true): UseQueryResult<Role[], ApiError> => useQuery({ ...everyRole, enabled });

/** Every role as it is now. Throws ApiError. */
export const readRoles = (): Promise<Role[]> => queryClient.fetchQuery({ ...everyRole, staleTime: 0 });
