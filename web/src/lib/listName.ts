import { isTabbed, type ListResource, resources } from '@keyward/contract/resources';
import type { TFunction } from 'i18next';

/** The name of a list outside its section: 'Devices', 'OnePASS · Keys'. */
export function listName(resource: ListResource, t: TFunction): string {
  const section = t(`shell.tabs.${resources[resource].section}`);
  return isTabbed(resource) ? `${section} · ${t(`shell.lists.${resource}`)}` : section;
}
