import type { CustomView, ListResource } from '@keyward/contract/list';
import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { IconColumns } from '#ui/icons.tsx';
import { useViewText } from './useViews.ts';

type Props = { resource: ListResource; views: CustomView[]; value: string; onChoose: (value: string) => void };

/** Chooses among the views of a list; with one view there is nothing to choose and nothing shows. */
export function ViewPicker({ resource, views, value, onChoose }: Props) {
  const { t } = useTranslation();
  const textOf = useViewText();
  if (views.length < 2) return null;
  return (
    <Select
      w={260}
      maw="100%"
      aria-label={t('list.view')}
      leftSection={<IconColumns />}
      data={views.map((view) => ({ value: view.value, label: textOf(resource, view).label }))}
      value={value}
      allowDeselect={false}
      maxDropdownHeight={400}
      onChange={(chosen) => {
        if (chosen && chosen !== value) onChoose(chosen);
      }}
    />
  );
}
