import { listResources } from '@keyward/contract/resources';
import i18next, { type i18n } from 'i18next';
import { textTree } from '#lib/textGroup.ts';
import { listName } from '#lib/listName.ts';
import { valueAt } from '#lib/values.ts';
import { listNamespaces } from '#texts/namespaces.ts';
import type { ExportWords } from './exported.ts';

/** The words for exports; requires the texts of `activity` and of every feature with a list. */
export function exportWords(words: i18n = i18next): ExportWords {
  const { t } = words;
  const lists = Object.fromEntries(listResources.map((name) => [name, listName(name, t)]));
  const labels = (namespace: string) =>
    Object.entries(textTree(`${namespace}.views`, words)).map(
      ([view, texts]) => [view, textIn(texts, 'label')] as const,
    );
  return {
    text: t('activity.exported', { list: '{{list}}', view: '{{view}}' }),
    lists,
    views: Object.fromEntries(
      Object.entries(listNamespaces).map(([resource, namespace]) => [
        resource,
        Object.fromEntries(labels(namespace).filter(([, label]) => label)),
      ]),
    ),
  };
}

function textIn(texts: unknown, name: string): string {
  const text = typeof texts === 'object' && texts !== null ? valueAt(texts, name) : undefined;
  return typeof text === 'string' ? text : '';
}
