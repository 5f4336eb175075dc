import { isTabbed, listsOf, pathOf, resources, type TabbedResource } from '@keyward/contract/resources';
import { useTranslation } from 'react-i18next';
import { useSession } from '#lib/session.ts';
import { savedSearch } from '#list/filters/savedFilters.ts';
import { TabLinks } from '#ui/TabLinks.tsx';

/** The lists of a section, each with its saved filters. */
export function ListTabs({ resource }: { resource: TabbedResource }) {
  const { t } = useTranslation();
  const { authority } = useSession();
  const { section } = resources[resource];
  const tabs = listsOf(section)
    .filter(isTabbed)
    .filter((list) => resources[list].reads.holds(authority))
    .map((list) => ({
      to: pathOf(list, savedSearch(list, {})),
      label: t(`shell.lists.${list}`),
      chosen: list === resource,
    }));
  return tabs.length > 1 ? <TabLinks label={t(`shell.tabs.${section}`)} tabs={tabs} /> : null;
}
