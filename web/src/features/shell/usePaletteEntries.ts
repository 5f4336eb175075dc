import { views } from '@keyward/contract/calls';
import { paths } from '@keyward/contract/paths';
import { isEditable, pathOf, resources } from '@keyward/contract/resources';
import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { accessParts, entities } from '#entities.ts';
import { apiQuery } from '#lib/api.ts';
import { useSession } from '#lib/session.ts';
import { openNew } from '#list/url.ts';
import { useListName } from '#list/useListName.ts';
import { useViewText } from '#list/views/useViews.ts';
import { visibleSections } from '#sections.ts';
import { listNamespaces } from '#texts/namespaces.ts';
import { IconAdd, IconColumns, IconScheme, IconSettings, IconSignOut, IconViews } from '#ui/icons.tsx';
import { askToSignOut } from './askToSignOut.ts';
import { hasKeyboard } from './hasKeyboard.ts';
import { IconHelp } from './IconHelp.tsx';
import type { PaletteItem } from './paletteItem.ts';
import { useOpenRow } from './useOpenRow.ts';

/** Permitted sections, and the parts of Access. */
export function usePaletteSections(): PaletteItem[] {
  const { t } = useTranslation();
  const session = useSession();
  const navigate = useNavigate();
  return visibleSections(session).flatMap(({ id, path, icon }): PaletteItem[] =>
    id === 'access'
      ? accessParts
          .filter(({ reads }) => reads.holds(session.authority))
          .map(({ name }) => ({
            id: `section:access/${name}`,
            label: t(`shell.access.${name}`),
            hint: t('shell.tabs.access'),
            icon,
            run: () => void navigate({ href: paths.access(name) }),
          }))
      : [
          {
            id: `section:${id}`,
            label: t(`shell.tabs.${id}`),
            hint: '',
            icon,
            run: () => void navigate({ href: path }),
          },
        ],
  );
}

/** Views of the permitted lists, named as on the server, including saved ones. */
export function usePaletteViews() {
  const { authority } = useSession();
  const viewText = useViewText();
  const listName = useListName();
  const navigate = useNavigate();
  const lists = entities.filter(({ reads }) => reads.holds(authority));
  const replies = useQueries({
    queries: lists.map(({ resource }) => ({ ...apiQuery(views.list, { query: { resource } }), staleTime: Infinity })),
  });
  const items = lists.flatMap(({ resource }, i) =>
    (replies[i]?.data?.data ?? []).map((view): PaletteItem => ({
      id: `view:${resource}:${view.value}`,
      label: viewText(resource, view).label,
      hint: listName(resource),
      icon: view.saved ? IconViews : IconColumns,
      view: { resource, value: view.value },
      run: () => void navigate({ href: pathOf(resource, { custom_view: view.value }) }),
    })),
  );
  return {
    items,
    waiting: replies.some(({ isLoading }) => isLoading),
    error: replies.find(({ error }) => error)?.error ?? null,
    retry: () => {
      for (const { error, refetch } of replies) if (error) void refetch();
    },
  };
}

/** The list of shortcuts, if there is a keyboard; for in-product administrators, the documentation of the API. */
export function usePaletteHelp(onShortcuts: () => void): PaletteItem[] {
  const { t } = useTranslation();
  const { me } = useSession();
  return [
    ...(hasKeyboard()
      ? [{ id: 'shortcuts', label: t('palette.shortcuts'), hint: '?', icon: IconHelp, run: onShortcuts }]
      : []),
    ...(me.isKeywardAdmin
      ? [
          {
            id: 'apiDocs',
            label: t('palette.apiDocs'),
            hint: '',
            icon: IconHelp,
            run: () => void window.open(paths.apiDocs(), '_blank', 'noopener'),
          },
        ]
      : []),
  ];
}

/** Permitted actions. */
export function usePaletteActions(openSettings: () => void): PaletteItem[] {
  const { t } = useTranslation();
  const { authority } = useSession();
  const openRow = useOpenRow();
  const navigate = useNavigate();
  const addPart = (name: 'groups' | 'roles') =>
    void navigate({ href: paths.access(name, { open: openNew }), resetScroll: false });
  const added = [
    ...entities.flatMap(({ resource: id }) =>
      isEditable(id)
        ? [{ id, rule: resources[id].edits, texts: listNamespaces[id], run: () => openRow(id, openNew) }]
        : [],
    ),
    ...accessParts.flatMap(({ name: id, adding }) => (adding ? [{ ...adding, id, run: () => addPart(id) }] : [])),
  ];
  const { setColorScheme } = useMantineColorScheme();
  const shown = useComputedColorScheme('light');
  const other = shown === 'light' ? 'dark' : 'light';
  const scheme = () => setColorScheme(other);
  // asks once the palette has closed and returned the focus, so that the question returns it to the same element
  const leave = () => void setTimeout(() => void askToSignOut());
  return [
    ...added
      .filter(({ rule }) => rule.holds(authority))
      .map(({ id, texts, run }) => ({ id: `add:${id}`, label: t(`${texts}.add`), hint: '', icon: IconAdd, run })),
    { id: 'scheme', label: t(`palette.scheme.${other}`), hint: '', icon: IconScheme, run: scheme },
    { id: 'settings', label: t('shell.settings'), hint: '', icon: IconSettings, run: openSettings },
    { id: 'signOut', label: t('shell.signOut'), hint: '', icon: IconSignOut, run: leave },
  ];
}
