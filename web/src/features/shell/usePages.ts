import type { Call } from '@keyward/contract/endpoint';
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { apiKey, settled } from '#lib/api.ts';
import type { ApiError } from '#lib/call.ts';
import { useFailure } from '#lib/useFailure.ts';
import { keepPages } from '#list/useEntityList.ts';

type Cursor = { cursor?: string };
type Options<P> = {
  /** Distinguishes the pages of one call; part of their key. */
  of?: Record<string, string>;
  enabled?: boolean;
  read: (cursor: Cursor, signal: AbortSignal) => Promise<P>;
};

/** Pages of a call. When they are read again, each begins where the previous one now ends. */
export function usePages<P extends { next?: string | undefined }>(
  endpoint: Call,
  { of = {}, enabled = true, read }: Options<P>,
) {
  const hash = JSON.stringify(of);
  const result = useInfiniteQuery<P, ApiError, InfiniteData<P, Cursor>, unknown[], Cursor>({
    queryKey: apiKey(endpoint, { pages: of }),
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: {},
    getNextPageParam: ({ next }) => (next === undefined ? undefined : { cursor: next }),
    enabled,
    staleTime: 0,
  });
  // a list that is opened again starts at the top
  useEffect(() => () => keepPages(apiKey(endpoint, { pages: JSON.parse(hash) }), 1), [endpoint, hash]);
  const { data, refetch, isFetching, hasNextPage, isFetchingNextPage, fetchNextPage } = result;
  return {
    pages: data?.pages,
    failure: useFailure(result),
    again: { isFetching, refetch },
    hasMore: hasNextPage,
    loadingMore: isFetchingNextPage,
    loadMore: async () => {
      // the next page must follow the last one as just read again
      if (isFetching) await settled(endpoint);
      await fetchNextPage({ cancelRefetch: false });
    },
  };
}
export type Pages<P extends { next?: string | undefined }> = ReturnType<typeof usePages<P>>;
