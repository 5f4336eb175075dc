import type { ListResource } from '@keyward/contract/resources';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '#lib/call.ts';
import { listNamespaces } from '#texts/namespaces.ts';

/** What the drawer of a row says without it. `close`: the button of a row that is gone; absent: the drawer has another. */
export type RowWords = { gone: { title: string; text?: string; close?: string }; loadFailed: string };

/** The words of rows that can go. Events stay; those that cannot be read have words of their own. */
export function useRowWords(resource: Exclude<ListResource, 'event'>): RowWords {
  const { t } = useTranslation();
  const texts = listNamespaces[resource];
  return {
    gone: { title: t(`${texts}.gone.title`), text: t(`${texts}.gone.text`), close: t(`${texts}.gone.close`) },
    loadFailed: t(`${texts}.loadFailed`),
  };
}

/** Was the row deleted, does it lie outside the actor's locations, or is its id none? */
export const isGone = (error: ApiError | null): boolean => error !== null && [400, 404].includes(error.status);
