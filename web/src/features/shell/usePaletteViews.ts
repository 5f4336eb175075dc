import { can } from '@keyward/contract/permissions';
import { views } from '@keyward/contract/calls';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api.ts';
import { useViewText } from '#list/views/useViews.ts';
import { useCan } from '#parts/useCan.ts';
import { IconColumns, IconViews } from '#ui/icons.tsx';
import type { PaletteItem } from './paletteItem.ts';

const kept = (enabled: boolean) => ({ enabled, staleTime: Infinity });

/** The views of the lists that one may see, as the server names them, saved ones among them. */
export function usePaletteViews() {
  const { t } = useTranslation();
  const viewText = useViewText();
  const navigate = useNavigate();
  const mayDevices = useCan(can.readDevices).allowed;
  const mayEvents = useCan(can.readEvents).allowed;
  const mayUsers = useCan(can.readUsers).allowed;
  const ofDevices = useApi(views.list, { query: { resource: 'device' } }, kept(mayDevices));
  const ofEvents = useApi(views.list, { query: { resource: 'event' } }, kept(mayEvents));
  const ofUsers = useApi(views.list, { query: { resource: 'user' } }, kept(mayUsers));
  const lists = [
    { resource: 'device', section: 'devices', path: '/devices', reply: ofDevices },
    { resource: 'event', section: 'activity', path: '/activity', reply: ofEvents },
    { resource: 'user', section: 'users', path: '/users', reply: ofUsers },
  ] as const;
  const items = lists.flatMap(({ resource, section, path, reply }) =>
    (reply.data?.data ?? []).map((view): PaletteItem => ({
      id: `view:${resource}:${view.value}`,
      label: viewText(resource, view).label,
      hint: t(`shell.tabs.${section}`),
      icon: view.saved ? IconViews : IconColumns,
      run: () => void navigate({ to: path, search: { custom_view: view.value } }),
    })),
  );
  return {
    items,
    waiting: lists.some(({ reply }) => reply.isLoading),
    error: lists.find(({ reply }) => reply.error)?.reply.error ?? null,
    retry: () => {
      for (const { reply } of lists) if (reply.error) void reply.refetch();
    },
  };
}
