import type { TagDefinition } from '@keyward/contract/groups';
import { can } from '@keyward/contract/permissions';
import type { Profile } from '@keyward/contract/profiles';
import { useTranslation } from 'react-i18next';
import { property } from '#lib/merge.ts';
import { tagFields, useFieldWords } from '#parts/mergeTags.ts';
import { useCan } from '#parts/useCan.ts';
import type { NamedField } from '#parts/useMerge.ts';
import { useRoleName } from '#parts/useRoleName.ts';
import { useRoles } from '#parts/useRoles.ts';
import { dayWords } from '#lib/dateWords.ts';
import type { ProfileValues } from './useProfileForm.ts';
import { shownBound } from './validityValues.ts';

type Field = NamedField<ProfileValues>;

/** Fields of the form, for a merge. `current`: the profile's roles, for their names; `zone`: that of the validity. */
export function useMergeFields(
  definitions: readonly TagDefinition[],
  current: Profile['roles'],
  zone: string,
): Field[] {
  const { t } = useTranslation();
  const words = useFieldWords();
  const nameOf = useRoleName();
  const assignable = useRoles(useCan(can.assignRoles).allowed);
  const all = [...current, ...(assignable.data ?? [])];
  const names = new Map(all.map((role) => [role.id, nameOf(role)]));
  const roleNames: Field['words'] = (ids) => words(Array.isArray(ids) ? ids.map((id) => names.get(id) ?? id) : ids);
  const wall: Field['words'] = (bound) => {
    const time = typeof bound === 'string' ? shownBound(bound, zone) : '';
    return time ? `${dayWords(time.slice(0, 10))} ${time.slice(11)}` : words(bound);
  };
  return [
    { ...property<ProfileValues>('active', ({ active }) => active), label: t('profiles.active'), words },
    { ...property<ProfileValues>('name', ({ name }) => name), label: t('profiles.name'), words },
    { ...property<ProfileValues>('roles', ({ roles }) => roles), label: t('profiles.roles'), words: roleNames },
    { ...property<ProfileValues>('username', ({ username }) => username), label: t('profiles.profileId'), words },
    { ...property<ProfileValues>('email', ({ email }) => email), label: t('profiles.email'), words },
    {
      ...property<ProfileValues>('valid_from', (v) => v.valid_from),
      label: t('profiles.columns.valid_from'),
      words: wall,
    },
    {
      ...property<ProfileValues>('valid_until', (v) => v.valid_until),
      label: t('profiles.columns.valid_until'),
      words: wall,
    },
    ...tagFields<ProfileValues>(definitions, words),
  ];
}
