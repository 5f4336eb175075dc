import { permissionCatalogue, permissionIds } from '@keyward/contract/permissions';
import i18next, { type i18n } from 'i18next';
import { languageNames } from '#lib/languageNames.ts';
import { textGroup } from '#lib/textGroup.ts';
import { weekdayNames } from '#lib/weekdays.ts';
import { listNamespaces } from '#texts/namespaces.ts';
import type { ChangeWords } from './changes.ts';
import { exportWords } from './exportWords.ts';

/**
 * The words for changes, in the language on screen or that of `words`; requires the texts of every feature that records changes.
 */
export function changeWords(words: i18n = i18next): ChangeWords {
  const { t } = words;
  const group = (key: string) => textGroup(key, words);
  const columns = Object.fromEntries(
    Object.values(listNamespaces).flatMap((own) => Object.entries(group(`${own}.columns`))),
  );
  const permissions = permissionIds.map((id) => {
    const { category, name } = permissionCatalogue[id];
    return { attribute: `permissions - ${category} - ${name}`, name: t(`permissions.${id}`) };
  });
  const builtIn = group('roles.named');
  return {
    yes: t('common.yes'),
    no: t('common.no'),
    required: t('groups.form.required'),
    every: t('common.all'),
    names: {
      ...columns,
      'description.agentName': columns['agent_name'] ?? '',
      'description.agentEmail': columns['agent_email'] ?? '',
      'description.entityName': columns['entity_name'] ?? '',
      'description.entityEmail': columns['entity_email'] ?? '',
      ...group('devices.stateFields'),
      ...group('changes.attribute'),
      ...group('organization.names'),
      ...Object.fromEntries(permissions.map(({ attribute, name }) => [attribute, t('changes.permission', { name })])),
    },
    values: {
      roles: builtIn,
      sharing: { ...builtIn, everyone: t('views.form.everyone') },
      objects: { devices: t('groups.form.devices'), users: t('groups.form.profiles') },
      storeMode: group('devices.stateValues.storeMode'),
      Appearance: group('settings.schemes'),
      Locale: languageNames,
      ...Object.fromEntries(permissions.map(({ attribute }) => [attribute, group('roles.values')])),
    },
    codes: {
      reason: { ...group('changes.reasons'), ...group('commands.reasons') },
      state: group('commands.states'),
    },
    exported: exportWords(words),
    weekdays: weekdayNames(words.language),
    closed: t('changes.closed'),
  };
}
