import { isTabbed, listAt } from '@keyward/contract/resources';
import { views } from '@keyward/contract/calls';
import { apiQuery, queryClient } from '#lib/api.ts';
import { stored } from '#lib/storage.ts';
import { memoryKey } from './viewState.ts';

/**
 * At the start of the portal, prefetches the views of a list concurrently with the session if its rows will wait for
 * them, because the address or this browser's memory names a view. After a refusal, the list reads them again if shown.
 */
export function askAhead({ pathname, search }: Pick<Location, 'pathname' | 'search'>): void {
  const query = new URLSearchParams(search);
  const resource = listAt(pathname, query.get('tab') ?? undefined);
  if (!resource) return;
  const view = query.has('custom_view') || (query.has('tab') && !isTabbed(resource));
  const named = view || stored.read(memoryKey(resource)) !== null;
  if (named) void queryClient.prefetchQuery(apiQuery(views.list, { query: { resource } }));
}
