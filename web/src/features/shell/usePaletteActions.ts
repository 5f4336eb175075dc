import { can } from '@keyward/contract/permissions';
import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { signOut } from '#lib/session.ts';
import { openNew } from '#list/url.ts';
import { useCan } from '#parts/useCan.ts';
import { alerts } from '#ui/alerts.ts';
import { IconAdd, IconScheme, IconSettings, IconSignOut } from '#ui/icons.tsx';
import type { PaletteItem } from './paletteItem.ts';
import { useOpenRow } from './usePaletteRows.ts';

/** What one may start from anywhere. */
export function usePaletteActions(openSettings: () => void): PaletteItem[] {
  const { t } = useTranslation();
  const openRow = useOpenRow();
  const navigate = useNavigate();
  const addRole = () =>
    void navigate({ to: '/access/$', params: { _splat: 'roles' }, search: { open: openNew }, resetScroll: false });
  const adding = [
    { id: 'addProfile', label: t('profiles.add'), can: useCan(can.editUsers), run: () => openRow('/users', openNew) },
    { id: 'addDevice', label: t('devices.add'), can: useCan(can.editDevices), run: () => openRow('/devices', openNew) },
    { id: 'addRole', label: t('roles.add'), can: useCan(can.editRoles), run: addRole },
  ];
  const { setColorScheme } = useMantineColorScheme();
  const shown = useComputedColorScheme('light');
  const other = shown === 'light' ? 'dark' : 'light';
  const leave = () => {
    signOut().catch(() => alerts.failure(t('shell.logoutFailed')));
  };
  const scheme = () => setColorScheme(other);
  return [
    ...adding.flatMap(({ id, label, can: { allowed }, run }) =>
      allowed ? [{ id, label, hint: '', icon: IconAdd, run }] : [],
    ),
    { id: 'scheme', label: t(`palette.scheme.${other}`), hint: '', icon: IconScheme, run: scheme },
    { id: 'settings', label: t('shell.settings'), hint: '', icon: IconSettings, run: openSettings },
    { id: 'signOut', label: t('shell.signOut'), hint: '', icon: IconSignOut, run: leave },
  ];
}
