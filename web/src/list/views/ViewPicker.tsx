import type { CustomView } from '@keyward/contract/list';
import { useTranslation } from 'react-i18next';
import { useSession } from '#lib/session.ts';
import { Choice } from '#ui/Choice.tsx';
import { IconViews } from '#ui/icons.tsx';
import { arrange, arrangementIn } from './arrangement.ts';
import { type Counted, useCounts } from './useCounts.ts';
import { useViewText, type Views } from './useViews.ts';

/**
 * Chooses among the views of a list where there is no room for tabs; renders nothing with a single view. The views are in
 * the order of the profile, the hidden ones last.
 */
export function ViewPicker({ views, ...counted }: Counted & { views: Views }) {
  const { resource } = counted;
  const { all, current, choose } = views;
  const { t } = useTranslation();
  const { settings } = useSession();
  const textOf = useViewText();
  const { texts: counts } = useCounts(counted);
  if (all.length < 2 || !current) return null;
  const { shown, hidden } = arrange(all, arrangementIn(settings, resource));
  const ordered = [...shown, ...hidden];
  const option = (view: CustomView) => {
    const { label } = textOf(resource, view);
    const count = counts.get(view.value);
    return { value: view.value, label: count === undefined ? label : `${label} · ${count}` };
  };
  const group = (name: string, items: CustomView[]) =>
    items.length ? [{ group: name, items: items.map(option) }] : [];
  return (
    <Choice
      label={t('list.view')}
      icon={<IconViews />}
      data={[
        ...ordered.filter((view) => !view.saved).map(option),
        ...group(
          t('views.tabs.ownViews'),
          ordered.filter((view) => view.saved?.mine),
        ),
        ...group(
          t('views.tabs.sharedViews'),
          ordered.filter((view) => view.saved && !view.saved.mine),
        ),
      ]}
      value={current.value}
      text={option(current).label}
      onChoose={choose}
    />
  );
}
