import { useTranslation } from 'react-i18next';
import { useErrorText } from '#lib/errors.ts';
import { useSession } from '#lib/session.ts';
import { IconRefresh } from '#ui/icons.tsx';
import type { PaletteGroup, PaletteItem } from './paletteItem.ts';
import { matches, scoreOf } from './paletteMatch.ts';
import { recentChoices } from './paletteRecent.ts';
import { usePaletteActions, usePaletteHelp, usePaletteSections, usePaletteViews } from './usePaletteEntries.ts';
import { usePaletteCounts } from './usePaletteCounts.ts';
import { useActivityOf, usePaletteAttempts, usePaletteIntent } from './usePaletteIntents.ts';
import { usePaletteLocations, usePaletteRoles } from './usePaletteLocations.ts';
import { usePaletteRows } from './usePaletteRows.ts';

type Palette = { groups: PaletteGroup[]; waiting: boolean; failures: string[] };
type Openers = { onSettings: () => void; onShortcuts: () => void };

/** Largest number of entries of a group for a query; typing more finds the others. */
const mostOfGroup = 8;

/** Entries of the palette for a query: only permitted pages and actions. */
export function usePaletteItems(query: string, { onSettings, onShortcuts }: Openers): Palette {
  const { t } = useTranslation();
  const { me } = useSession();
  const sections = usePaletteSections();
  const views = usePaletteViews();
  const intent = usePaletteIntent(query);
  const rows = usePaletteRows(intent?.about ?? query, intent?.location ?? 'narrows');
  const actions = usePaletteActions(onSettings);
  const help = usePaletteHelp(onShortcuts);
  const locations = usePaletteLocations();
  const choices = recentChoices(me.id);
  const roles = usePaletteRoles(query.trim() !== '' || choices.some(({ id }) => id.startsWith('role:')));
  const activity = useActivityOf();
  const attempts = usePaletteAttempts();
  const errorText = useErrorText();

  const standing = [...sections, ...views.items, ...locations, ...roles, ...actions, ...attempts, ...help];
  const known = new Map(standing.map((item) => [item.id, item]));
  const recent = choices.flatMap((choice) => {
    const item = known.get(choice.id);
    return item ? [item] : [...rows.again(choice), ...activity.again(choice)];
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
  const typed = query.trim();
  const placeOf = (id: string) => {
    const place = choices.findIndex((choice) => choice.id === id);
    return place < 0 ? choices.length : place;
  };
  /** Matching entries, the best first; among equally good ones, the latest chosen first. */
  const fitting = (items: PaletteItem[]) =>
    items
      .filter(({ label, hint }) => matches(typed, `${label} ${hint}`))
      .map((item) => ({ item, score: scoreOf(typed, item.label), place: placeOf(item.id) }))
      .toSorted((a, b) => b.score - a.score || a.place - b.place);
  // for an empty query: recent choices first, and not repeated; views only once a text is typed
  const resting = (items: PaletteItem[]) => items.filter(({ id }) => !recent.some((item) => item.id === id));
  const group = (
    id: 'recent' | 'sections' | 'views' | 'actions' | 'locations' | 'roles' | 'attempts' | 'help',
    items: PaletteItem[],
  ) => ({
    id,
    title: t(`palette.groups.${id}`),
    items,
  });
  const foundViews = typed ? fitting(views.items).slice(0, mostOfGroup) : [];
  const countOf = usePaletteCounts([...new Set(foundViews.flatMap(({ item: { view } }) => view?.resource ?? []))]);
  const counted = foundViews.map(({ item, ...fit }) => {
    const count = item.view && countOf(item.view.resource, item.view.value);
    return { ...fit, item: count === undefined ? item : { ...item, hint: `${item.hint} · ${count}` } };
  });
  const found = () =>
    (
      [
        ['sections', fitting(sections)],
        ['actions', fitting(actions)],
        ['views', counted],
        ['locations', fitting(locations)],
        ['roles', fitting(roles)],
        ['attempts', fitting(attempts)],
        ['help', fitting(help)],
      ] as const
    )
      .map(([id, fits]) => ({
        ...group(
          id,
          fits.slice(0, mostOfGroup).map(({ item }) => item),
        ),
        best: fits[0]?.score ?? 0,
      }))
      // equally good groups keep the order above
      .toSorted((a, b) => b.best - a.best)
      .map(({ id, title, items }) => ({ id, title, items }));
  const groups: PaletteGroup[] = typed
    ? [
        ...(intent ? [intent.group(rows.found)] : []),
        ...found(),
        ...(retry.length ? [{ ...group('actions', retry), id: 'retry' }] : []),
        ...(intent ? rows.others(intent.lists) : rows.groups),
      ]
    : [
        group('recent', recent),
        group('sections', resting(sections)),
        group('actions', [...resting(actions), ...retry]),
        group('help', resting(help)),
      ];
  return {
    groups: groups.filter(({ items }) => items.length),
    waiting: rows.waiting || views.waiting || intent?.waiting === true,
    failures,
  };
}
