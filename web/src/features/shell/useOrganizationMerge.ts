import { organizations } from '@keyward/contract/calls';
import type { Organization } from '@keyward/contract/organization';
import { ownSettingIds, specOf } from '@keyward/contract/organization-settings';
import { useTranslation } from 'react-i18next';
import { readNow } from '#lib/api.ts';
import { property } from '#lib/merge.ts';
import { useFieldWords } from '#parts/mergeTags.ts';
import { type NamedField, useMerge } from '#parts/useMerge.ts';
import { toValues, type Values } from './organizationValues.ts';

function useFields(): NamedField<Values>[] {
  const { t } = useTranslation();
  const words = useFieldWords();
  return [
    { ...property<Values>('name', ({ name }) => name), label: t('settings.organization.name'), words },
    ...ownSettingIds.map((id) => ({
      ...property<Values>(id, ({ [id]: value }) =>
        specOf(id).kind === 'zone' ? String(value).replaceAll('_', ' ') : value,
      ),
      label: t(`organization.names.${id}`),
      words,
    })),
  ];
}

type Given = { opened: Organization; mine: () => Values; fill: (values: Values) => void };

/** Merges the organization's form with what another administrator saved. */
export const useOrganizationMerge = (given: Given) =>
  useMerge<Organization, Values>({
    ...given,
    fields: useFields(),
    toValues,
    read: async () => (await readNow(organizations.get)).data,
    onMerged: () => undefined,
    onGone: () => undefined,
  });
