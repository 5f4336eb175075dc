import type { TagDefinition } from '@keyward/contract/groups';
import { useTranslation } from 'react-i18next';
import type { FieldValue } from '#lib/merge.ts';
import { namesInList } from '#lib/namesInList.ts';
import { fieldOrder, type TagValues } from './tagValues.ts';
import type { NamedField } from './useMerge.ts';

/** The value of a field in words; empty for an empty field. */
export function useFieldWords(): (value: FieldValue) => string {
  const { t } = useTranslation();
  return (value) => {
    if (typeof value === 'string') return value.trim();
    if (typeof value === 'boolean') return t(value ? 'common.yes' : 'common.no');
    return namesInList([...value].map((one) => (one === '*' ? t('common.all') : one)));
  };
}

/** The tags of a form as fields of a merge, in the order of the form. */
export const tagFields = <V extends { tags: TagValues }>(
  definitions: readonly TagDefinition[],
  words: NamedField<V>['words'],
): NamedField<V>[] =>
  fieldOrder(definitions).map(({ id, label }) => ({
    key: `tags.${id}`,
    label,
    words,
    of: (values) => values.tags[id] ?? [],
    take: (into, from) => ({ ...into, tags: { ...into.tags, [id]: from.tags[id] ?? [] } }),
  }));
