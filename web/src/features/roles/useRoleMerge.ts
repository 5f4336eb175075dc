import { type Role, toPermissions } from '@keyward/contract/roles';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#lib/call.ts';
import { type FieldValue, property } from '#lib/merge.ts';
import { useFieldWords } from '#parts/mergeTags.ts';
import { type NamedField, useMerge } from '#parts/useMerge.ts';
import { readRoles } from '#parts/useRoles.ts';
import { cells, choiceIn, type Draft, isChoice, withCellOf } from './rows.ts';

export const draftOf = ({ name, permissions }: Pick<Role, 'name' | 'permissions'>): Draft => ({
  name,
  held: toPermissions(permissions),
});

function useFields(): NamedField<Draft>[] {
  const { t } = useTranslation();
  const words = useFieldWords();
  const valueWords = (value: FieldValue) => (isChoice(value) ? t(`roles.values.${value}`) : '');
  return [
    { ...property<Draft>('name', ({ name }) => name), label: t('roles.name'), words },
    ...cells.map((id) => ({
      key: id,
      label: t(`permissions.${id}`),
      words: valueWords,
      of: ({ held }: Draft) => choiceIn(held, id),
      take: (into: Draft, from: Draft) => ({ ...into, held: withCellOf(into.held, from.held, id) }),
    })),
  ];
}

type Given = {
  opened: Role | null;
  mine: () => Draft;
  fill: (draft: Draft) => void;
  onMerged: (theirs: Draft, stored: Role) => void;
};

/** Merges the edited column with the version that another profile saved. A deleted role is shown like any other refusal. */
export function useRoleMerge({ opened, ...given }: Given) {
  return useMerge<Role | null, Draft>({
    ...given,
    opened,
    fields: useFields(),
    toValues: (role) => (role ? draftOf(role) : { name: '', held: {} }),
    read: async () => {
      const found = (await readRoles()).find(({ id }) => id === opened?.id);
      if (!found) throw new ApiError(404, 'notFound');
      return found;
    },
    onMerged: (theirs, stored) => stored && given.onMerged(theirs, stored),
    onGone: () => undefined,
  });
}
