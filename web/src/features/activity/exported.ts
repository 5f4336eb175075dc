import type { Event } from '@keyward/contract/activity';
import { useTranslation } from 'react-i18next';
import { useLookup } from '#lib/lookup.ts';

/** The list and the view of a CSV export in the language on screen; undefined for any other event. */
export function useExported(): (event: Event) => { list: string; view: string } | undefined {
  const { t } = useTranslation();
  const lookup = useLookup();
  return ({ event, description }) => {
    const valueOf = (attribute: string) => description.changes.find((one) => one.attribute === attribute)?.newValue;
    const [resource, view] = [valueOf('resource'), valueOf('view')];
    if (event !== 'EXPORT_CSV' || !resource || !view) return undefined;
    const lists: Record<string, string> = {
      device: t('shell.tabs.devices'),
      event: t('shell.tabs.activity'),
      user: t('shell.tabs.users'),
    };
    // a saved view has the name that it was given, which stands in the event
    const given = description.entityName?.slice(`${resource}: `.length) ?? view;
    return { list: lists[resource] ?? resource, view: lookup(`list.views.${resource}.${view}.label`, given) };
  };
}
