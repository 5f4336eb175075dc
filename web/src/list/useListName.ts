import type { ListResource } from '@keyward/contract/resources';
import { useTranslation } from 'react-i18next';
import { listName } from '#lib/listName.ts';

export function useListName(): (resource: ListResource) => string {
  const { t } = useTranslation();
  return (resource) => listName(resource, t);
}
