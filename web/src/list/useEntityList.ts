import { type InfiniteData, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { amend, apiKey } from '#lib/api.ts';
import { callList, type ListEndpoint, type ListInput, type ListPage } from '#lib/listApi.ts';
import { firstPage, nextPage, type PageParam, uniqueRows } from './pages.ts';

const fewPages = 3;
type Page<T> = ListPage<T> & { askedAt: number };
async function readPage<T>(list: ListEndpoint<T>, query: ListInput, signal: AbortSignal): Promise<Page<T>> {
  const askedAt = performance.now();
  return { ...(await callList(list, query, signal)), askedAt };
}
type Pages<T> = InfiniteData<Page<T>, PageParam>;

/**
 * The rows of one list query, page after page. An answer that a newer query has overtaken is dropped (its request is
 * aborted); while a new query loads, the rows of the one before stay and `stale` is true. Nothing is asked until `enabled`.
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
    // every page is read again one after the other: worth it unasked while there are few
    refetchOnWindowFocus: ({ state }) => (state.data?.pages.length ?? 0) <= fewPages,
    refetchOnReconnect: ({ state }) => (state.data?.pages.length ?? 0) <= fewPages,
  });
  const hash = JSON.stringify(key);
  useEffect(() => {
    // whoever comes back starts at the top: reading every page again that was once scrolled to would only be slow
    return () => keepPages(JSON.parse(hash), 1);
  }, [hash]);
  const pages = result.data?.pages;
  const rows = useMemo(() => uniqueRows(pages ?? []), [pages]);
  return {
    rows,
    /** Of the whole query, not only what is loaded; undefined before the first answer. */
    total: pages?.[0]?.total_results,
    /** When the first of the rows was asked for, as performance.now() has it. */
    askedAt: Math.min(...(pages ?? []).map((page) => page.askedAt)),
    pending: result.isPending,
    stale: result.isPlaceholderData,
    fetching: result.isFetching,
    loadingMore: result.isFetchingNextPage,
    error: result.error,
    failedMore: result.isFetchNextPageError,
    hasMore: result.hasNextPage,
    loadMore: () => void result.fetchNextPage({ cancelRefetch: false }),
    /** Reads again what is loaded up to the row `seen`. */
    reload: (seen: number) => {
      const size = pages?.[0]?.results_per_page ?? 1;
      keepPages(key, Math.ceil((seen + 1) / size) + 1);
      return result.refetch();
    },
    /** Puts rows in the place of those with their ids; the ids of those that are not as they were. */
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

function keepPages(key: unknown[], count: number): void {
  amend<Pages<unknown>>(key, (data) =>
    data.pages.length > count
      ? { pages: data.pages.slice(0, count), pageParams: data.pageParams.slice(0, count) }
      : data,
  );
}
