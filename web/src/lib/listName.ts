import { isTabbed, type ListResource, resources } from '@keyward/contract/resources';
import type { TFunction } from 'i18next';

/** What a list is called where its section does not say so: 'Devices', 'OnePASS · Keys'. */
export function listName(resource: ListResource, t: TFunction): string {
  const section = t(`shell.tabs.${resources[resource].section}`);
  return isTabbed(resource) ? `${section} · ${t(`shell.lists.${resource}`)}` : section;
}
