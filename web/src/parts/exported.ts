import type { EventType } from '@keyward/contract/activity';
import { valueAt } from '#lib/values.ts';

/**
 * Names of lists and of their built-in views in the current language. Plain data, so that it can be sent to a worker.
 */
export type ExportWords = {
  /** A text with `{{list}}` and `{{view}}`. */
  text: string;
  lists: Record<string, string>;
  views: Record<string, Record<string, string>>;
};

const exportTypes: readonly unknown[] = ['EXPORT_CSV', 'EXPORT_PINS'] satisfies EventType[];

/** Whether events of that type name a list and its view. */
export const isExport = (type: unknown): boolean => exportTypes.includes(type);

/** The list and the view of an event of an export as the API returns it; undefined for any other event. */
export function exportedOf(
  event: object,
  { lists, views }: Pick<ExportWords, 'lists' | 'views'>,
): { list: string; view: string } | undefined {
  if (!isExport(valueAt(event, 'event'))) return undefined;
  const [names, values] = ['attribute', 'newValue'].map((part) => valueAt(event, `description.changes.${part}`));
  const newValueOf = (name: string): string => {
    const value: unknown = Array.isArray(names) && Array.isArray(values) ? values[names.indexOf(name)] : undefined;
    return typeof value === 'string' ? value : '';
  };
  const [resource, view] = [newValueOf('resource'), newValueOf('view')];
  if (!resource || !view) return undefined;
  // the event recorded the name of a saved view
  const name = valueAt(event, 'description.entityName');
  const given = typeof name === 'string' ? name.slice(`${resource}: `.length) : view;
  const own = <T>(words: Record<string, T> | undefined, key: string) =>
    words && Object.hasOwn(words, key) ? words[key] : undefined;
  return { list: own(lists, resource) ?? resource, view: own(own(views, resource), view) ?? given };
}

/** The list and the view in one line; undefined for any other event. */
export function exportedText(event: object, words: ExportWords): string | undefined {
  const exported = exportedOf(event, words);
  return exported && words.text.replace(/\{\{(list|view)\}\}/g, (_, part: 'list' | 'view') => exported[part]);
}
