import { groups } from '@keyward/contract/calls';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api.ts';
import { currentLocale } from '#lib/i18n.ts';
import type { Count } from './count.ts';

/** Number of assignments of a tag; undefined while loading, or without the permission. */
export function useUsage(id: string, allowed: boolean) {
  return useApi(groups.usage, { params: { id } }, { enabled: allowed, staleTime: 5000 }).data?.data;
}

/** '41 devices, 12 profiles'; empty without any. */
export function useCountWords(): (count: Count) => string {
  const { t } = useTranslation();
  const list = new Intl.ListFormat(currentLocale(), { type: 'unit', style: 'short' });
  return ({ devices, profiles }) =>
    list.format([
      ...(devices ? [t('groups.usage.devices', { count: devices })] : []),
      ...(profiles ? [t('groups.usage.profiles', { count: profiles })] : []),
    ]);
}
