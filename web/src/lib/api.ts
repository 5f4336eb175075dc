import type { Call, EndpointSpec, In, Out } from '@keyward/contract/endpoint';
import {
  type Query,
  QueryClient,
  type QueryKey,
  queryOptions,
  useMutation,
  useQuery,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiError, call, type CallOptions, type PartsArgs } from './call.ts';
import { onSessionEnd } from './ending.ts';

/** Worth a retry: no response, or an error of a gateway in between. Refusals are final. */
export const passing = (error: Error) => error instanceof ApiError && [0, 502, 503, 504].includes(error.status);

/** Failed reads are retried automatically: on reconnect, and with growing delays. */
const againMs = ({ state }: Query): number | false =>
  state.error && passing(state.error) ? Math.min(60_000, 5000 * 2 ** Math.min(state.errorUpdateCount, 5)) : false;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: (count, error) => count < 2 && passing(error),
      networkMode: 'always',
      refetchOnReconnect: true,
      refetchInterval: againMs,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

/** The cache key of a call; without parts, the prefix of all its keys. */
export const apiKey = (endpoint: Call, parts?: unknown) =>
  parts === undefined ? [endpoint.method, endpoint.path] : [endpoint.method, endpoint.path, parts];

onSessionEnd(() => {
  void queryClient.cancelQueries();
  queryClient.clear();
});

export type UseApiOptions = {
  enabled?: boolean;
  staleTime?: number;
  gcTime?: number;
  refetchInterval?: number;
  keepPrevious?: boolean;
};

/** A read call as options of TanStack Query, for `queryClient.ensureQueryData` and the like. */
export function apiQuery<E extends EndpointSpec>(endpoint: Call<E>, ...[parts]: PartsArgs<E, never>) {
  return queryOptions<Out<E>, ApiError>({
    queryKey: apiKey(endpoint, parts ?? {}),
    // PartsArgs guarantees the parts, but TypeScript cannot infer the spread of a conditional tuple
    queryFn: ({ signal }) =>
      call(endpoint, ...([parts, { signal }] as unknown as PartsArgs<E, { signal: AbortSignal }>)),
  });
}

/**
 * Reads through the cache: `const device = useApi(devices.get, { params: { id } })`. Cancelled when no longer shown.
 */
export function useApi<E extends EndpointSpec>(
  endpoint: Call<E>,
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

/** Reads from the server, bypassing the cache, and caches the reply. Throws ApiError. */
export const readNow = <E extends EndpointSpec>(endpoint: Call<E>, ...args: PartsArgs<E, never>): Promise<Out<E>> =>
  queryClient.fetchQuery({ ...apiQuery(endpoint, ...args), staleTime: 0 });

/** Ids whose deletion is under way or done: parts that still show them are about to close, and the server has no reply. */
const deletedIds = new Set<string>();
const isOfDeleted = ({ queryKey }: Query) => {
  const key = JSON.stringify(queryKey);
  return [...deletedIds].some((id) => key.includes(id));
};

/** Invalidates the replies of these calls and refetches those on screen: for Retry, and for changes made by others. */
export async function refresh(...endpoints: Call[]): Promise<void> {
  const predicate = (query: Query) => !isOfDeleted(query);
  await Promise.all(endpoints.map((e) => queryClient.invalidateQueries({ queryKey: apiKey(e), predicate })));
}

/** Resolves when the active reads of these calls have finished; joins the refetches that a write has started. */
export async function settled(...endpoints: Call[]): Promise<void> {
  const joined = { cancelRefetch: false };
  await Promise.all(endpoints.map((e) => queryClient.refetchQueries({ queryKey: apiKey(e), type: 'active' }, joined)));
}

/** Changes a cached reply and keeps its age. */
export function amend<T>(queryKey: QueryKey, change: (data: T) => T): void {
  const state = queryClient.getQueryState<T>(queryKey);
  if (state?.data === undefined) return;
  const data = change(state.data);
  const updatedAt = state.isInvalidated ? 0 : state.dataUpdatedAt;
  if (data !== state.data) queryClient.setQueryData(queryKey, data, { updatedAt });
}

/**
 * Awaits a write and passes on its outcome. Afterwards every query is stale and those on screen are refetched, so that
 * no caller lists what its write affects. A refusal has the same effect, since the page may have been out of date.
 * Without a response, nothing is refetched at once. Queries whose key contains the deleted id (`gone`) are not
 * refetched, and those under way are cancelled; from its restoration on (`back`) they are again.
 */
export async function written<T>(
  sent: Promise<T>,
  { gone, back }: { gone?: string | undefined; back?: string | undefined } = {},
): Promise<T> {
  if (gone !== undefined) {
    deletedIds.add(gone);
    void queryClient.cancelQueries({ predicate: isOfDeleted });
  }
  try {
    const reply = await sent;
    if (back !== undefined) deletedIds.delete(back);
    void queryClient.invalidateQueries({ predicate: (query) => !isOfDeleted(query) });
    void queryClient.invalidateQueries({ predicate: isOfDeleted, refetchType: 'none' });
    return reply;
  } catch (error) {
    if (gone !== undefined) deletedIds.delete(gone);
    const refused = error instanceof ApiError && !passing(error);
    void queryClient.invalidateQueries({ refetchType: refused ? 'active' : 'none' });
    throw error;
  }
}

/** A new idempotency key. Not randomUUID, which requires a secure context. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (n) => n.toString(16).padStart(2, '0')).join('');

/**
 * Submissions without a response, which may or may not have been carried out: the key of each, what was sent under it,
 * and when it was tried last.
 */
const unanswered = new Map<string, { key: string; sent: unknown[]; triedAt: number }>();
/**
 * Time in which a repeat counts as the same submission, in ms. A later one is meant for the state of that time: as the same
 * submission it would have no effect, and its reply would say that it had.
 */
const repeatMs = 3_600_000;

/** No response, or one that says that the first try is still running: the call may have been carried out. */
export const isUnanswered = (error: unknown) =>
  error instanceof ApiError && (passing(error) || error.code === 'stillRunning');

/** Sends these parts; the next ones if the key was used with others. */
async function sendFirstOf<P, T>(send: (parts: P) => Promise<T>, parts: P, others: readonly P[]): Promise<T> {
  try {
    return await send(parts);
  } catch (error) {
    const [next, ...rest] = others;
    if (next === undefined || !(error instanceof ApiError && error.code === 'keyReused')) throw error;
    return sendFirstOf(send, next, rest);
  }
}

/**
 * Sends a submission; a repeat within an hour after no response has the same Idempotency-Key. `what` identifies the
 * submission.
 */
export const submit = <T>(what: string, send: (key: string) => Promise<T>): Promise<T> => submitParts(what, null, send);

/**
 * The same for parts that may differ from try to try, as the minutes from now until a given time do. The newest are sent under
 * the key of the first try. The server refuses them (`keyReused`) only if it has carried out an earlier try: then that try's
 * parts are sent, and get its reply. Earlier parts are not sent first, since parts that never arrived are out of date.
 */
export async function submitParts<P, T>(
  what: string,
  parts: P,
  send: (key: string, parts: P) => Promise<T>,
): Promise<T> {
  const before = unanswered.get(what);
  const { key, sent } = before && Date.now() - before.triedAt < repeatMs ? before : { key: newKey(), sent: [] };
  const earlier = sent as P[]; // one submission has parts of one type
  try {
    const reply = await sendFirstOf((one: P) => send(key, one), parts, earlier);
    unanswered.delete(what);
    return reply;
  } catch (error) {
    if (isUnanswered(error)) unanswered.set(what, { key, sent: [parts, ...earlier], triedAt: Date.now() });
    else unanswered.delete(what);
    throw error;
  }
}

/** Makes a write call of the contract as `call` does; afterwards every query is stale. */
export function write<E extends EndpointSpec>(
  endpoint: Call<E>,
  ...args: PartsArgs<E, { key: string }>
): Promise<Out<E>> {
  const { params = {} }: { params?: Record<string, string> } = args[0] ?? {};
  const idBefore = (end: RegExp) => params[end.exec(endpoint.path)?.[1] ?? ''];
  // the last path parameter of a DELETE is the id that it deletes
  const gone = endpoint.method === 'DELETE' ? idBefore(/:(\w+)$/) : undefined;
  const back = idBefore(/:(\w+)\/restore$/);
  const [parts, { key = newKey() } = {}] = args;
  const keyed = [parts, { key }] as unknown as PartsArgs<E, CallOptions>;
  return written(call(endpoint, ...keyed), { gone, back });
}

/**
 * Makes a write call as `write` does. A repeat after no response has the same Idempotency-Key, also when another part of the page
 * makes it. `what`: the parts that a repeat shares with the first try, if not all; see submitParts.
 */
export const submitCall = <E extends EndpointSpec>(
  endpoint: Call<E>,
  parts: In<E>,
  what: unknown = parts,
): Promise<Out<E>> =>
  submitParts(`${endpoint.method} ${endpoint.path} ${JSON.stringify(what)}`, parts, (key, sent) =>
    write(endpoint, ...([sent, { key }] as unknown as PartsArgs<E, { key: string }>)),
  );

type MutationOptions<E extends EndpointSpec> = {
  /** The parts that a repeat after no response shares with the first try, if not all. See submitParts. */
  identify?: (parts: In<E>) => unknown;
  onSuccess?: (reply: Out<E>, parts: In<E>) => void;
  onError?: (error: ApiError, parts: In<E>) => void;
};

/**
 * A write call: `const save = useApiMutation(devices.create, { onSuccess })`, then `save.mutate({ body })`;
 * `save.error` and `save.isPending` go to DrawerForm. Afterwards every query is stale. A submission under way is not
 * sent a second time, and a repeat after no response has the same Idempotency-Key. The same parts in a form or question
 * that is opened later are another submission: by then there may be something to do again.
 */
export function useApiMutation<E extends EndpointSpec>(
  endpoint: Call<E>,
  options: MutationOptions<E> = {},
): UseMutationResult<Out<E>, ApiError, In<E>> {
  const sending = useRef(new Set<string>());
  const [origin] = useState(newKey);
  const identityOf = (parts: In<E>) => (options.identify ? options.identify(parts) : parts);
  const mutation = useMutation<Out<E>, ApiError, In<E>>({
    mutationFn: (parts) => {
      const what = identityOf(parts);
      return submitCall(endpoint, parts, [origin, what]).finally(() => sending.current.delete(JSON.stringify(what)));
    },
    onSuccess: (reply, parts) => options.onSuccess?.(reply, parts),
    onError: (error, parts) => options.onError?.(error, parts),
  });
  const mutate: typeof mutation.mutate = (...args) => {
    const what = JSON.stringify(identityOf(args[0] as In<E>)); // undefined only where the call has no parts
    // the second click of a double click arrives before the render that disables the button
    if (sending.current.has(what)) return;
    sending.current.add(what);
    mutation.mutate(...args);
  };
  return { ...mutation, mutate };
}
