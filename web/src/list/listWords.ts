import type { ListResource } from '@keyward/contract/resources';
import { createContext, use } from 'react';
import { useLookup } from '#lib/lookup.ts';
import { listNamespaces } from '#texts/namespaces.ts';

/** The list that a part of it belongs to. */
export const ResourceContext = createContext<ListResource>('event');

/** What the feature of the list on screen says of it. */
export function useListWords() {
  const lookup = useLookup();
  const own = listNamespaces[use(ResourceContext)];
  return {
    column: (header: string, otherwise = header) => lookup(`${own}.columns.${header}`, otherwise),
    /** An action's text: the feature's, or what every list says. */
    action: (key: string, otherwise: string, params: Record<string, string | number> = {}) =>
      lookup(`${own}.actions.${key}`, lookup(`list.actions.${key}`, otherwise, params), params),
  };
}
