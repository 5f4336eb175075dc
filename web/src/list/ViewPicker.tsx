import type { CustomView, ListResource } from '@keyward/contract/list';
import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { IconViews } from '#ui/icons.tsx';
import { useViewText } from './useViews.ts';

type Props = { resource: ListResource; views: CustomView[]; value: string; onChoose: (value: string) => void };

/** Chooses among the views of a list; with one view there is nothing to choose and nothing shows. */
export function ViewPicker({ resource, views, value, onChoose }: Props) {
  const { t } = useTranslation();
  const textOf = useViewText();
  if (views.length < 2) return null;
  const option = (view: CustomView) => ({ value: view.value, label: textOf(resource, view).label });
  const group = (name: string, items: CustomView[]) =>
    items.length ? [{ group: name, items: items.map(option) }] : [];
  return (
    <Select
      w={260}
      maw="100%"
      aria-label={t('list.view')}
      leftSection={<IconViews />}
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
      allowDeselect={false}
      maxDropdownHeight={400}
      onChange={(chosen) => {
        if (chosen && chosen !== value) onChoose(chosen);
      }}
    />
  );
}
