import { permissionCatalogue, permissionIds } from '@keyward/contract/permissions';
import type { TFunction } from 'i18next';
import { weekdayNames } from '#lib/dateWords.ts';
import { languageNames } from '#lib/languageNames.ts';
import { textGroup } from '#lib/textGroup.ts';
import { listNamespaces } from '#texts/namespaces.ts';
import type { ChangeWords } from './changes.ts';
import { exportWords } from './exportWords.ts';

/** The words for changes in the current language; requires the texts of every feature that records changes. */
export function changeWords(t: TFunction): ChangeWords {
  const columns = Object.fromEntries(
    Object.values(listNamespaces).flatMap((own) => Object.entries(textGroup(`${own}.columns`))),
  );
  const permissions = permissionIds.map((id) => {
    const { category, name } = permissionCatalogue[id];
    return { attribute: `permissions - ${category} - ${name}`, name: t(`permissions.${id}`) };
  });
  const builtIn = textGroup('roles.named');
  return {
    yes: t('common.yes'),
    no: t('common.no'),
    required: t('groups.form.required'),
    names: {
      ...columns,
      'description.agentName': columns['agent_name'] ?? '',
      'description.agentEmail': columns['agent_email'] ?? '',
      'description.entityName': columns['entity_name'] ?? '',
      'description.entityEmail': columns['entity_email'] ?? '',
      ...textGroup('devices.stateFields'),
      ...textGroup('changes.attribute'),
      ...textGroup('organization.names'),
      ...Object.fromEntries(permissions.map(({ attribute, name }) => [attribute, t('changes.permission', { name })])),
    },
    values: {
      roles: builtIn,
      sharing: { ...builtIn, everyone: t('views.form.everyone') },
      objects: { devices: t('groups.form.devices'), users: t('groups.form.profiles') },
      storeMode: textGroup('devices.stateValues.storeMode'),
      Appearance: textGroup('settings.schemes'),
      Locale: languageNames,
      ...Object.fromEntries(permissions.map(({ attribute }) => [attribute, textGroup('roles.values')])),
    },
    codes: {
      reason: { ...textGroup('changes.reasons'), ...textGroup('commands.reasons') },
      state: textGroup('commands.states'),
    },
    exported: exportWords(t),
    weekdays: weekdayNames(),
    closed: t('changes.closed'),
  };
}
