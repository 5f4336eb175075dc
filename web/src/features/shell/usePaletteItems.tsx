import { can } from '@keyward/contract/permissions';
import { views } from '@keyward/contract/views';
import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useLocation, useNavigate } from '@tanstack/react-router';
import type { FC } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api.ts';
import { useErrorText } from '#lib/errors.ts';
import { signOut, useSession } from '#lib/session.ts';
import { listSearch, openNew } from '#list/url.ts';
import { useViewText } from '#list/useViews.ts';
import { useCan } from '#parts/useCan.ts';
import { visibleSections } from '#sections.ts';
import { alerts } from '#ui/alerts.ts';
import { IconAdd, IconColumns, IconDevices, IconRefresh, IconSettings, IconSignOut } from '#ui/icons.tsx';
import { IconScheme } from './IconScheme.tsx';
import { matches } from './paletteMatch.ts';
import { recentChoices } from './paletteRecent.ts';
import { useDeviceSearch } from './useDeviceSearch.ts';

export type PaletteItem = {
  id: string;
  label: string;
  hint: string;
  icon: FC<{ size?: number }>;
  /** The palette stays open after it, and it is not remembered. */
  stays?: boolean;
  run: () => void;
};
type Group = { id: 'recent' | 'sections' | 'views' | 'devices' | 'actions'; items: PaletteItem[] };
type Palette = { groups: Group[]; waiting: boolean; failures: string[] };

const devicePrefix = 'device:';

/** What the palette offers for what is typed: only what the person may see and do. */
export function usePaletteItems(query: string, openSettings: () => void): Palette {
  const { t } = useTranslation();
  const session = useSession();
  const viewItems = useViewItems();
  const search = useDeviceSearch(query);
  const errorText = useErrorText();
  const actions = useActions(openSettings);
  const navigate = useNavigate();
  const deviceItem = useDeviceItem();
  const readDevices = useCan(can.readDevices);

  const sections = visibleSections(session).map(({ id, path, icon }): PaletteItem => ({
    ...{ id: `section:${id}`, label: t(`shell.tabs.${id}`), hint: '', icon },
    run: () => void navigate({ to: path }),
  }));
  const known = new Map([...sections, ...viewItems.items, ...actions].map((item) => [item.id, item]));
  const recent = recentChoices(session.me.id).flatMap(({ id, label, hint }) => {
    const item = known.get(id);
    if (item) return [item];
    const device = readDevices.allowed && id.startsWith(devicePrefix);
    return device ? [deviceItem(id.slice(devicePrefix.length), label, hint)] : [];
  });
  const retryAll = () => {
    if (search.error) search.retry();
    if (viewItems.error) viewItems.retry();
  };
  const failures = [
    ...(search.error ? [t('palette.devicesFailed', { reason: errorText(search.error) })] : []),
    ...(viewItems.error ? [t('palette.viewsFailed', { reason: errorText(viewItems.error) })] : []),
  ];
  const retry: PaletteItem[] = failures.length
    ? [{ id: 'retry', label: t('common.retry'), hint: '', icon: IconRefresh, stays: true, run: retryAll }]
    : [];
  const typed = query.trim() !== '';
  const fitting = (items: PaletteItem[]) =>
    items.filter(({ label, hint }) => matches(query.trim(), `${label} ${hint}`));
  // nothing typed: what was chosen last comes first, and once; views show when asked for
  const resting = (items: PaletteItem[]) => items.filter(({ id }) => !recent.some((item) => item.id === id));
  const groups: Group[] = typed
    ? [
        { id: 'sections', items: fitting(sections) },
        { id: 'actions', items: [...fitting(actions), ...retry] },
        { id: 'views', items: fitting(viewItems.items) },
        {
          id: 'devices',
          items: search.found.map((row) =>
            deviceItem(row.id, row.name, [row.serial_number, row.locationTagValue].filter(Boolean).join(' · ')),
          ),
        },
      ]
    : [
        { id: 'recent', items: recent },
        { id: 'sections', items: resting(sections) },
        { id: 'actions', items: [...resting(actions), ...retry] },
      ];
  return { groups: groups.filter(({ items }) => items.length), waiting: search.waiting || viewItems.waiting, failures };
}

/** The views of the lists that one may see, as the server names them. */
function useViewItems() {
  const { t } = useTranslation();
  const viewText = useViewText();
  const navigate = useNavigate();
  const mayDevices = useCan(can.readDevices).allowed;
  const mayEvents = useCan(can.readEvents).allowed;
  const ofDevices = useApi(views.list, { query: { resource: 'device' } }, { enabled: mayDevices, staleTime: Infinity });
  const ofEvents = useApi(views.list, { query: { resource: 'event' } }, { enabled: mayEvents, staleTime: Infinity });
  const lists = [
    { resource: 'device', section: 'devices', path: '/devices', reply: ofDevices },
    { resource: 'event', section: 'activity', path: '/activity', reply: ofEvents },
  ] as const;
  const items = lists.flatMap(({ resource, section, path, reply }) =>
    (reply.data?.data ?? []).map((view): PaletteItem => ({
      id: `view:${resource}:${view.value}`,
      label: viewText(resource, view).label,
      hint: t(`shell.tabs.${section}`),
      icon: IconColumns,
      run: () => void navigate({ to: path, search: { custom_view: view.value } }),
    })),
  );
  return {
    items,
    waiting: ofDevices.isLoading || ofEvents.isLoading,
    error: ofDevices.error ?? ofEvents.error,
    retry: () => {
      for (const { reply } of lists) if (reply.error) void reply.refetch();
    },
  };
}

/** Opens the devices' list with a drawer; on that list already, its search and filters stay. */
function useOpenDevice() {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  return (open: string) => {
    const kept = pathname === '/devices' ? listSearch(search) : {};
    void navigate({ to: '/devices', search: { ...kept, open }, resetScroll: false });
  };
}

function useDeviceItem() {
  const openDevice = useOpenDevice();
  return (id: string, label: string, hint: string): PaletteItem => ({
    ...{ id: devicePrefix + id, label, hint, icon: IconDevices },
    run: () => openDevice(id),
  });
}

function useActions(openSettings: () => void): PaletteItem[] {
  const { t } = useTranslation();
  const openDevice = useOpenDevice();
  const add = useCan(can.editDevices);
  const { setColorScheme } = useMantineColorScheme();
  const shown = useComputedColorScheme('light');
  const other = shown === 'light' ? 'dark' : 'light';
  const leave = () => {
    signOut().catch(() => alerts.failure(t('shell.logoutFailed')));
  };
  return [
    ...(add.allowed
      ? [{ id: 'addDevice', label: t('devices.add'), hint: '', icon: IconAdd, run: () => openDevice(openNew) }]
      : []),
    {
      id: 'scheme',
      label: t(`palette.scheme.${other}`),
      hint: '',
      icon: IconScheme,
      run: () => setColorScheme(other),
    },
    { id: 'settings', label: t('shell.settings'), hint: '', icon: IconSettings, run: openSettings },
    { id: 'signOut', label: t('shell.signOut'), hint: '', icon: IconSignOut, run: leave },
  ];
}
