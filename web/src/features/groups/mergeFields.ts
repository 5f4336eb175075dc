import type { TagObjectType } from '@keyward/contract/groups';
import { useTranslation } from 'react-i18next';
import { property } from '#lib/merge.ts';
import { useFieldWords } from '#parts/mergeTags.ts';
import type { NamedField } from '#parts/useMerge.ts';
import type { Kind } from './kinds.ts';
import type { ObjectChoice } from './objects.ts';

/** Values of a tag's form. */
export type TagValues = { label: string; objects: ObjectChoice };

/** Fields of a tag's form, for a merge. */
export function useMergeFields(kind: Kind): NamedField<TagValues>[] {
  const { t } = useTranslation();
  const words = useFieldWords();
  const objects = (type: TagObjectType, name: string): NamedField<TagValues> => ({
    key: `objects.${type}`,
    label: `${t(kind === 'text' ? 'groups.form.carriedBy' : 'groups.form.requiredFor')}: ${name}`,
    of: ({ objects: { [type]: chosen } }) =>
      kind === 'text' && chosen.carries && chosen.required
        ? 'required'
        : kind === 'text'
          ? chosen.carries
          : chosen.required,
    words: (value) => (value === 'required' ? `${t('common.yes')} (${t('groups.form.required')})` : words(value)),
    take: (into, from) => ({ ...into, objects: { ...into.objects, [type]: from.objects[type] } }),
  });
  return [
    { ...property<TagValues>('label', ({ label }) => label), label: t('groups.form.name'), words },
    objects('users', t('groups.form.profiles')),
    objects('devices', t('groups.form.devices')),
  ];
}
