import type { ViewColumn } from '@keyward/contract/list';
import { useTranslation } from 'react-i18next';
import { useListWords } from '#list/listWords.ts';
import { printSort, type SortPair } from '#list/url.ts';
import { Choice } from '#ui/Choice.tsx';
import { IconSort } from '#ui/icons.tsx';

type Props = { columns: ViewColumn[]; sort: SortPair[]; onSort: (sort: SortPair[]) => void };

/** The sort order of a list with cards, which has no headers to click. */
export function SortMenu({ columns, sort, onSort }: Props) {
  const { t } = useTranslation();
  const words = useListWords();
  const choices = columns
    .filter((column) => column.sortable)
    .flatMap((column) =>
      [false, true].map((desc) => {
        const pair = { column: column.accessorKey, desc };
        const name = words.column(column.header);
        return { pair, value: printSort([pair]), label: `${name} ${desc ? '↓' : '↑'}` };
      }),
    );
  const value = printSort(sort.slice(0, 1));
  return (
    <Choice
      label={t('list.sortBy')}
      icon={<IconSort />}
      data={choices.map(({ value: one, label }) => ({ value: one, label }))}
      value={value}
      text={choices.find((choice) => choice.value === value)?.label ?? ''}
      onChoose={(chosen) => {
        const choice = choices.find((one) => one.value === chosen);
        if (choice) onSort([choice.pair]);
      }}
    />
  );
}
