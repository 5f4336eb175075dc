import { roles } from '@keyward/contract/calls';
import type { Role } from '@keyward/contract/roles';
import { queryOptions, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { apiKey, queryClient } from '#lib/api.ts';
import { type ApiError, call } from '#lib/call.ts';

/** Reads all pages. Specification, part 1, section 7. */
const everyRole = queryOptions<Role[], ApiError>({
  queryKey: apiKey(roles.list, 'all'),
  queryFn: async ({ signal }) => {
    const found = new Map<string, Role>();
    for (let page = 1, last = 1; page <= last; page++) {
      const reply = await call(roles.list, { query: { page: String(page) } }, { signal });
      // a role that moves to the next page between reads appears twice
      for (const role of reply.data) found.set(role.id, role);
      last = reply.total_pages;
    }
    return [...found.values()];
  },
});

/** Every role. */
export const useRoles = (enabled = true): UseQueryResult<Role[], ApiError> => useQuery({ ...everyRole, enabled });

/** Every role, refetched. Throws ApiError. */
export const readRoles = (): Promise<Role[]> => queryClient.fetchQuery({ ...everyRole, staleTime: 0 });
