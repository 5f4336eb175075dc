import type { CustomView, ListResource } from '@keyward/contract/list';
import { views } from '@keyward/contract/views';
import { useEffect } from 'react';
import { useApi } from '#lib/api.ts';
import { useLookup } from '#lib/lookup.ts';
import { stored } from '#lib/storage.ts';
import type { ListUrl } from './useListUrl.ts';

/** Where the chosen view of an area is remembered. Specification, part 2, section 9 'Local storage keys'. */
const memoryKey = (resource: ListResource) => `${resource}ViewSelection`;

/** The views of a list and the chosen one: from the address, else the remembered one, else the first (Overview). */
export function useViews(resource: ListResource, url: ListUrl) {
  const reply = useApi(views.list, { query: { resource } }, { staleTime: Infinity });
  const all: CustomView[] = reply.data?.data ?? [];
  const wanted = url.search.custom_view ?? stored.read(memoryKey(resource)) ?? undefined;
  const current = all.find((view) => view.value === wanted) ?? all[0];
  const value = current?.value ?? wanted;
  const linked = url.search.custom_view;
  const { change } = url;
  useEffect(() => {
    // a link copied from the address has to show others the same view, also where the choice was only remembered
    if (!linked && current && current !== all[0]) change({ custom_view: current.value }, true);
  });
  return {
    all,
    current,
    value,
    isFirst: current === all[0],
    error: reply.error,
    reload: reply.refetch,
    choose: (chosen: string) => {
      stored.write(memoryKey(resource), chosen);
      // the columns change, so an order by one of them would mean nothing
      change({ custom_view: chosen, sort: undefined, tab: undefined });
    },
  };
}

/** A view's name and the line that describes it, in the language on screen. */
export function useViewText(): (resource: ListResource, view: CustomView) => { label: string; description: string } {
  const lookup = useLookup();
  return (resource, view) => ({
    label: lookup(`list.views.${resource}.${view.value}.label`, view.label),
    description: lookup(`list.views.${resource}.${view.value}.description`, view.description),
  });
}
