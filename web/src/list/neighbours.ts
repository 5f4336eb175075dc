import type { Call } from '@keyward/contract/endpoint';
import { useSyncExternalStore } from 'react';
import { apiKey, queryClient } from '#lib/api.ts';
import type { ListPage } from '#lib/listApi.ts';
import { uniqueRows } from './pages.ts';

type Pages = { pages: ListPage<{ id: string }>[] };
const isPages = (data: unknown): data is Pages =>
  typeof data === 'object' && data !== null && 'pages' in data && Array.isArray(data.pages);

const cache = queryClient.getQueryCache();
const subscribe = (listener: () => void) => cache.subscribe(() => listener());

/** The rows around a row in the list on screen, by id; undefined at its ends, and where it is not in the list. */
export function useNeighbours(endpoint: Call, id: string): { previous: string | undefined; next: string | undefined } {
  const text = useSyncExternalStore(subscribe, () => {
    const [shown] = cache.findAll({ queryKey: apiKey(endpoint), type: 'active' }).flatMap(({ state: { data } }) => {
      const rows = isPages(data) ? uniqueRows(data.pages) : [];
      return rows.some((row) => row.id === id) ? [rows] : [];
    });
    const index = shown?.findIndex((row) => row.id === id) ?? -1;
    return [shown?.[index - 1]?.id ?? '', index < 0 ? '' : (shown?.[index + 1]?.id ?? '')].join();
  });
  const [previous, next] = text.split(',');
  return { previous: previous || undefined, next: next || undefined };
}
