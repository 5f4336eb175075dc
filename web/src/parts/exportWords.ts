import i18next, { type TFunction } from 'i18next';
import { valueAt } from '#list/values.ts';
import type { ExportWords } from './exported.ts';

export function exportWords(t: TFunction): ExportWords {
  const lists = { device: t('shell.tabs.devices'), event: t('shell.tabs.activity'), user: t('shell.tabs.users') };
  const labels = (resource: string) =>
    Object.entries(group(`list.views.${resource}`)).map(([view, words]) => [view, textIn(words, 'label')] as const);
  return {
    text: t('activity.exported', { list: '{{list}}', view: '{{view}}' }),
    lists,
    views: Object.fromEntries(
      Object.keys(lists).map((resource) => [resource, Object.fromEntries(labels(resource).filter(([, l]) => l))]),
    ),
  };
}

function group(key: string): object {
  const found: unknown = i18next.getResource(i18next.language, 'texts', key);
  return typeof found === 'object' && found !== null ? found : {};
}
function textIn(texts: unknown, name: string): string {
  const text = typeof texts === 'object' && texts !== null ? valueAt(texts, name) : undefined;
  return typeof text === 'string' ? text : '';
}
