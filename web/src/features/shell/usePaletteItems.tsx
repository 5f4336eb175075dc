import { can } from '@keyward/contract/permissions';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '#lib/errors.ts';
import { useSession } from '#lib/session.ts';
import { visibleSections } from '#sections.ts';
import { IconRefresh } from '#ui/icons.tsx';
import type { PaletteItem } from './paletteItem.ts';
import { matches } from './paletteMatch.ts';
import { recentChoices } from './paletteRecent.ts';
import { usePaletteActions } from './usePaletteActions.ts';
import { usePaletteRows } from './usePaletteRows.ts';
import { usePaletteViews } from './usePaletteViews.ts';

type Group = { id: 'recent' | 'sections' | 'views' | 'profiles' | 'devices' | 'actions'; items: PaletteItem[] };
type Palette = { groups: Group[]; waiting: boolean; failures: string[] };

/** What the palette offers for what is typed: only what the person may see and do. */
export function usePaletteItems(query: string, openSettings: () => void): Palette {
  const { t } = useTranslation();
  const { me } = useSession();
  const sections = useSections();
  const views = usePaletteViews();
  const rows = usePaletteRows(query);
  const actions = usePaletteActions(openSettings);
  const errorText = useErrorText();

  const known = new Map([...sections, ...views.items, ...actions].map((item) => [item.id, item]));
  const recent = recentChoices(me.id).flatMap((choice) => {
    const item = known.get(choice.id);
    return item ? [item] : rows.again(choice);
  });
  const failures = [
    ...rows.failures,
    ...(views.error ? [t('palette.viewsFailed', { reason: errorText(views.error) })] : []),
  ];
  const retryAll = () => {
    rows.retry();
    if (views.error) views.retry();
  };
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
        { id: 'views', items: fitting(views.items) },
        { id: 'profiles', items: rows.profiles },
        { id: 'devices', items: rows.devices },
      ]
    : [
        { id: 'recent', items: recent },
        { id: 'sections', items: resting(sections) },
        { id: 'actions', items: [...resting(actions), ...retry] },
      ];
  return { groups: groups.filter(({ items }) => items.length), waiting: rows.waiting || views.waiting, failures };
}

/** The sections that one may see; of Access, its parts. */
function useSections(): PaletteItem[] {
  const { t } = useTranslation();
  const session = useSession();
  const navigate = useNavigate();
  const parts = [
    { name: 'groups', rule: can.readGroups },
    { name: 'roles', rule: can.readRoles },
  ] as const;
  return visibleSections(session).flatMap(({ id, path, icon }): PaletteItem[] =>
    id === 'access'
      ? parts
          .filter(({ rule }) => rule.holds(session.authority))
          .map(({ name }) => ({
            id: `section:access/${name}`,
            label: t(`shell.access.${name}`),
            hint: t('shell.tabs.access'),
            icon,
            run: () => void navigate({ to: '/access/$', params: { _splat: name } }),
          }))
      : [
          {
            id: `section:${id}`,
            label: t(`shell.tabs.${id}`),
            hint: '',
            icon,
            run: () => void navigate({ to: path }),
          },
        ],
  );
}
