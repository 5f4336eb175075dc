import type { CustomView } from '@keyward/contract/list';
import type { ListResource } from '@keyward/contract/resources';
import { useTranslation } from 'react-i18next';
import { Choice } from '#ui/Choice.tsx';
import { IconViews } from '#ui/icons.tsx';
import { useViewText } from './useViews.ts';

type Props = { resource: ListResource; views: CustomView[]; value: string; onChoose: (value: string) => void };

export const pickerWidth = 260;

/** Chooses among the views of a list; renders nothing with a single view. */
export function ViewPicker({ resource, views, value, onChoose }: Props) {
  const { t } = useTranslation();
  const textOf = useViewText();
  if (views.length < 2) return null;
  const shown = views.find((view) => view.value === value);
  const option = (view: CustomView) => ({ value: view.value, label: textOf(resource, view).label });
  const group = (name: string, items: CustomView[]) =>
    items.length ? [{ group: name, items: items.map(option) }] : [];
  return (
    <Choice
      width={pickerWidth}
      label={t('list.view')}
      icon={<IconViews />}
      data={[
        ...views.filter((view) => !view.saved).map(option),
        ...group(
          t('list.ownViews'),
          views.filter((view) => view.saved?.mine),
        ),
        ...group(
          t('list.sharedViews'),
          views.filter((view) => view.saved && !view.saved.mine),
        ),
      ]}
      value={value}
      text={shown ? textOf(resource, shown).label : ''}
      onChoose={onChoose}
    />
  );
}
