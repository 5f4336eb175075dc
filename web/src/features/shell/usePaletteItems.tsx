import { useTranslation } from 'react-i18next';
import { useErrorText } from '#lib/errors.ts';
import { useSession } from '#lib/session.ts';
import { IconRefresh } from '#ui/icons.tsx';
import type { PaletteItem } from './paletteItem.ts';
import { matches } from './paletteMatch.ts';
import { recentChoices } from './paletteRecent.ts';
import { usePaletteActions, usePaletteSections, usePaletteViews } from './usePaletteEntries.ts';
import { usePaletteRows } from './usePaletteRows.ts';

type Group = { id: string; title: string; items: PaletteItem[] };
type Palette = { groups: Group[]; waiting: boolean; failures: string[] };

/** The entries of the palette for a query: only permitted pages and actions. */
export function usePaletteItems(query: string, openSettings: () => void): Palette {
  const { t } = useTranslation();
  const { me } = useSession();
  const sections = usePaletteSections();
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
  // for an empty query: recent choices first and not repeated; views only on request
  const resting = (items: PaletteItem[]) => items.filter(({ id }) => !recent.some((item) => item.id === id));
  const group = (id: 'recent' | 'sections' | 'views' | 'actions', items: PaletteItem[]) => ({
    id,
    title: t(`palette.groups.${id}`),
    items,
  });
  const groups: Group[] = typed
    ? [
        group('sections', fitting(sections)),
        group('actions', [...fitting(actions), ...retry]),
        group('views', fitting(views.items)),
        ...rows.groups,
      ]
    : [
        group('recent', recent),
        group('sections', resting(sections)),
        group('actions', [...resting(actions), ...retry]),
      ];
  return { groups: groups.filter(({ items }) => items.length), waiting: rows.waiting || views.waiting, failures };
}
