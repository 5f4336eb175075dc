import type { ListResource } from '@keyward/contract/resources';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '#lib/call.ts';
import { listNamespaces } from '#texts/namespaces.ts';

/** Texts of a drawer without its row. `close`: the button for a row that is gone; absent: the drawer has another. */
export type RowWords = { gone: { title: string; text?: string; close?: string }; loadFailed: string };

/** The texts for rows that can be deleted. Events stay; an event that cannot be read has texts of its own. */
export function useRowWords(resource: Exclude<ListResource, 'event'>): RowWords {
  const { t } = useTranslation();
  const texts = listNamespaces[resource];
  return {
    gone: { title: t(`${texts}.gone.title`), text: t(`${texts}.gone.text`), close: t(`${texts}.gone.close`) },
    loadFailed: t(`${texts}.loadFailed`),
  };
}

/** Was the row deleted, is it outside the actor's locations, or is its id invalid? */
export const isGone = (error: ApiError | null): boolean => error !== null && [400, 404].includes(error.status);
