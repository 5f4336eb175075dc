import type { ViewColumn } from '@keyward/contract/list';
import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useLookup } from '#lib/lookup.ts';
import { IconSortDown } from '#ui/icons.tsx';
import { printSort, type SortPair } from './url.ts';

type Props = { columns: ViewColumn[]; sort: SortPair[]; onSort: (sort: SortPair[]) => void };

/** The order of a list whose rows are cards: there are no headers to press. */
export function SortMenu({ columns, sort, onSort }: Props) {
  const { t } = useTranslation();
  const lookup = useLookup();
  const choices = columns
    .filter((column) => column.sortable)
    .flatMap((column) =>
      [false, true].map((desc) => {
        const pair = { column: column.accessorKey, desc };
        const name = lookup(`columns.${column.header}`, column.header);
        return { pair, value: printSort([pair]), label: `${name} ${desc ? '↓' : '↑'}` };
      }),
    );
  return (
    <Select
      aria-label={t('list.sortBy')}
      leftSection={<IconSortDown />}
      data={choices.map(({ value, label }) => ({ value, label }))}
      value={printSort(sort.slice(0, 1))}
      allowDeselect={false}
      onChange={(chosen) => {
        const choice = choices.find(({ value }) => value === chosen);
        if (choice) onSort([choice.pair]);
      }}
    />
  );
}
