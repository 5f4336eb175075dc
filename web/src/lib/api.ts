import type { EndpointSpec, In, Out } from '@keyward/contract/endpoint';
import {
  QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import { ApiError, call, type PartsArgs } from './call.ts';

/** Worth another try: nothing came back, or a gateway in between said so. Refusals are final. */
export const passing = (error: Error) => error instanceof ApiError && [0, 502, 503, 504].includes(error.status);

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 15_000, retry: (count, error) => count < 2 && passing(error), networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
});

/** The cache key of a call; without parts it is the prefix of all of them. */
export const apiKey = (endpoint: EndpointSpec, parts?: unknown) =>
  parts === undefined ? [endpoint.method, endpoint.path] : [endpoint.method, endpoint.path, parts];

export type UseApiOptions = { enabled?: boolean; staleTime?: number; refetchInterval?: number; keepPrevious?: boolean };

/** One read call as a query of TanStack Query: for `queryClient.ensureQueryData` and the like. */
export function apiQuery<E extends EndpointSpec>(endpoint: E, ...[parts]: PartsArgs<E, never>) {
  return queryOptions<Out<E>, ApiError>({
    queryKey: apiKey(endpoint, parts ?? {}),
    // parts are what PartsArgs asked for; the spread of a conditional tuple is beyond inference
    queryFn: ({ signal }) =>
      call(endpoint, ...([parts, { signal }] as unknown as PartsArgs<E, { signal: AbortSignal }>)),
  });
}

/** Reads through the cache: `const device = useApi(devices.get, { params: { id } })`. Cancelled when no longer shown. */
export function useApi<E extends EndpointSpec>(
  endpoint: E,
  ...[parts, options]: PartsArgs<E, UseApiOptions>
): UseQueryResult<Out<E>, ApiError> {
  const { keepPrevious, ...rest } = options ?? {};
  const args = [parts] as unknown as PartsArgs<E, never>;
  return useQuery({
    ...apiQuery(endpoint, ...args),
    ...rest,
    ...(keepPrevious ? { placeholderData: (previous: Out<E> | undefined) => previous } : {}),
  } as Parameters<typeof useQuery<Out<E>, ApiError>>[0]);
}

/** Reads past the cache, and keeps what came. Throws ApiError. */
export const readNow = <E extends EndpointSpec>(endpoint: E, ...args: PartsArgs<E, never>): Promise<Out<E>> =>
  queryClient.fetchQuery({ ...apiQuery(endpoint, ...args), staleTime: 0 });

/** Throws away what is cached of these calls and reads again what is on screen. */
export async function refresh(...endpoints: EndpointSpec[]): Promise<void> {
  await Promise.all(endpoints.map((e) => queryClient.invalidateQueries({ queryKey: apiKey(e) })));
}

type MutationOptions<E extends EndpointSpec> = {
  /** What this call makes stale. */
  refresh?: EndpointSpec[];
  onSuccess?: (reply: Out<E>, parts: In<E>) => void;
  onError?: (error: ApiError, parts: In<E>) => void;
};

/**
 * A writing call: `const save = useApiMutation(devices.create, { refresh: [devices.list] })`, then
 * `save.mutate({ body })`; `save.error` and `save.isPending` go to DrawerForm.
 */
export function useApiMutation<E extends EndpointSpec>(
  endpoint: E,
  options: MutationOptions<E> = {},
): UseMutationResult<Out<E>, ApiError, In<E>> {
  return useMutation<Out<E>, ApiError, In<E>>({
    mutationFn: (parts) => call(endpoint, ...([parts] as unknown as PartsArgs<E, never>)),
    onSuccess: (reply, parts) => {
      void refresh(...(options.refresh ?? []));
      options.onSuccess?.(reply, parts);
    },
    onError: (error, parts) => options.onError?.(error, parts),
  });
}
