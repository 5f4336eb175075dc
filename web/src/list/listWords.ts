import type { ListResource } from '@keyward/contract/resources';
import { createContext, use } from 'react';
import { useLookup } from '#lib/lookup.ts';
import { listNamespaces } from '#texts/namespaces.ts';

/** The resource of the list that a component belongs to. */
export const ResourceContext = createContext<ListResource>('event');

/** The texts of the feature whose list is on screen. */
export function useListWords() {
  const lookup = useLookup();
  const own = listNamespaces[use(ResourceContext)];
  return {
    column: (header: string, otherwise = header) => lookup(`${own}.columns.${header}`, otherwise),
    /** An action's text: the feature's own, or the one of every list. */
    action: (key: string, otherwise: string, params: Record<string, string | number> = {}) =>
      lookup(`${own}.actions.${key}`, lookup(`list.actions.${key}`, otherwise, params), params),
  };
}
