import { type InfiniteData, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useMemo } from 'react';
import { amend, apiKey } from '#lib/api.ts';
import { callList, type ListEndpoint, type ListInput, type ListPage } from '#lib/listApi.ts';
import { useFailure } from '#lib/useFailure.ts';
import { firstPage, nextPage, type PageParam, uniqueRows } from './pages.ts';

const fewPages = 3;
type Page<T> = ListPage<T> & { askedAt: number };
async function readPage<T>(list: ListEndpoint<T>, query: ListInput, signal: AbortSignal): Promise<Page<T>> {
  const askedAt = performance.now();
  return { ...(await callList(list, query, signal)), askedAt };
}
type Pages<T> = InfiniteData<Page<T>, PageParam>;

/**
 * The rows of one list query, page by page. A response that a newer query has overtaken is dropped (its request is
 * aborted); while a new query loads, the previous rows stay and `stale` is true. Nothing is requested until `enabled`.
 */
export function useEntityList<T extends { id: string }>(
  endpoint: ListEndpoint<T>,
  query: Record<string, string>,
  enabled = true,
) {
  const key = apiKey(endpoint, { pages: query });
  const result = useInfiniteQuery({
    queryKey: key,
    enabled,
    queryFn: ({ pageParam, signal }) => readPage(endpoint, { ...query, ...pageParam }, signal),
    initialPageParam: firstPage,
    getNextPageParam: nextPage,
    placeholderData: keepPreviousData,
    // a refetch reads every page, one after the other: done automatically only while there are few
    refetchOnWindowFocus: ({ state }) => (state.data?.pages.length ?? 0) <= fewPages,
    refetchOnReconnect: ({ state }) => (state.data?.pages.length ?? 0) <= fewPages,
  });
  const hash = JSON.stringify(key);
  useEffect(() => {
    // a list that is opened again starts at the top: refetching every page that was scrolled to would only be slow
    return () => keepPages(JSON.parse(hash), 1);
  }, [hash]);
  // the first rows render in slices: the browser answers the pointer in between
  const wasPending = useDeferredValue(result.isPending);
  const error = useFailure(result);
  const pending = result.isPending || (wasPending && !error);
  // while a failed query runs again, the rows of the query before do not come back
  const pages = pending || (error && result.isPlaceholderData) ? undefined : result.data?.pages;
  const rows = useMemo(() => uniqueRows(pages ?? []), [pages]);
  return {
    rows,
    /** The total of the whole query, not only of the loaded rows; undefined before the first response. */
    total: pages?.[0]?.total_results,
    /** When the earliest of the pages was requested, by performance.now(). */
    askedAt: Math.min(...(pages ?? []).map((page) => page.askedAt)),
    pending,
    stale: result.isPlaceholderData,
    fetching: result.isFetching,
    loadingMore: result.isFetchingNextPage,
    error,
    failedMore: result.isFetchNextPageError,
    hasMore: result.hasNextPage,
    loadMore: () => void result.fetchNextPage({ cancelRefetch: false }),
    /** Refetches the loaded rows up to the row `seen`. */
    reload: (seen: number) => {
      const size = pages?.[0]?.results_per_page ?? 1;
      keepPages(key, Math.ceil((seen + 1) / size) + 1);
      return result.refetch();
    },
    /** Replaces rows by id; returns the ids of those that changed. */
    patch: (fresh: T[]): string[] => {
      const byId = new Map(fresh.map((row) => [row.id, row]));
      const isNew = (row: T) => byId.has(row.id) && JSON.stringify(byId.get(row.id)) !== JSON.stringify(row);
      const changed = rows.filter(isNew).map((row) => row.id);
      if (changed.length) {
        amend<Pages<T>>(key, (data) => ({
          ...data,
          pages: data.pages.map((page) => ({ ...page, data: page.data.map((row) => byId.get(row.id) ?? row) })),
        }));
      }
      return changed;
    },
  };
}
/** The loaded rows of a list, and the state of their loading. */
export type EntityRows<T extends { id: string }> = ReturnType<typeof useEntityList<T>>;

/** Drops the pages after the first ones. */
export function keepPages(key: unknown[], count: number): void {
  amend<Pages<unknown>>(key, (data) =>
    data.pages.length > count
      ? { pages: data.pages.slice(0, count), pageParams: data.pageParams.slice(0, count) }
      : data,
  );
}
