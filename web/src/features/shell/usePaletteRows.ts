import { can } from '@keyward/contract/permissions';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '#lib/errors.ts';
import { listSearch } from '#list/url.ts';
import { useCan } from '#parts/useCan.ts';
import { IconDevices, IconProfiles } from '#ui/icons.tsx';
import type { PaletteItem } from './paletteItem.ts';
import type { Choice } from './paletteRecent.ts';
import { useDeviceSearch, useProfileSearch } from './usePaletteSearch.ts';

/** Opens a list with a drawer; on that list already, its search and filters stay. */
export function useOpenRow() {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  return (to: '/devices' | '/users', open: string) => {
    const kept = pathname === to ? listSearch(search) : {};
    void navigate({ to, search: { ...kept, open }, resetScroll: false });
  };
}

const kinds = {
  device: { to: '/devices', icon: IconDevices },
  profile: { to: '/users', icon: IconProfiles },
} as const;

/** The devices and profiles that are found for what is typed, and those that were chosen before. */
export function usePaletteRows(query: string) {
  const { t } = useTranslation();
  const openRow = useOpenRow();
  const errorText = useErrorText();
  const may = { device: useCan(can.readDevices).allowed, profile: useCan(can.readUsers).allowed };
  const foundDevices = useDeviceSearch(query);
  const foundProfiles = useProfileSearch(query);
  const item = (kind: keyof typeof kinds, id: string, label: string, hint: string): PaletteItem => ({
    id: `${kind}:${id}`,
    label,
    hint,
    icon: kinds[kind].icon,
    run: () => openRow(kinds[kind].to, id),
  });
  const hint = (...parts: (string | null)[]) => parts.filter(Boolean).join(' · ');
  return {
    devices: foundDevices.found.map((row) =>
      item('device', row.id, row.name, hint(row.serial_number, row.locationTagValue)),
    ),
    profiles: foundProfiles.found.map((row) =>
      item('profile', row.id, row.name, hint(row.username, row.locationTagValue)),
    ),
    /** What was chosen before, while one may still see such things. */
    again: ({ id, label, hint: words }: Choice): PaletteItem[] => {
      const [kind, rest = ''] = id.split(':');
      return (kind === 'device' || kind === 'profile') && may[kind] ? [item(kind, rest, label, words)] : [];
    },
    waiting: foundDevices.waiting || foundProfiles.waiting,
    failures: [
      ...(foundDevices.error ? [t('palette.devicesFailed', { reason: errorText(foundDevices.error) })] : []),
      ...(foundProfiles.error ? [t('palette.profilesFailed', { reason: errorText(foundProfiles.error) })] : []),
    ],
    retry: () => {
      if (foundDevices.error) foundDevices.retry();
      if (foundProfiles.error) foundProfiles.retry();
    },
  };
}
