import type { ViewColumn } from '@keyward/contract/list';
import { useTranslation } from 'react-i18next';
import { useListWords } from '#list/listWords.ts';
import { printSort, type SortPair } from '#list/url.ts';
import { Choice } from '#ui/Choice.tsx';
import { IconSort } from '#ui/icons.tsx';

type Props = { columns: ViewColumn[]; sort: SortPair[]; onSort: (sort: SortPair[]) => void };

/** The sort order of a list on a phone, which has no headers to click. */
export function SortMenu({ columns, sort, onSort }: Props) {
  const { t } = useTranslation();
  const words = useListWords();
  // in words, since a screen reader says nothing useful for an arrow
  const inWords = (column: string, desc: boolean) => t(`list.sorted.${desc ? 'desc' : 'asc'}`, { column });
  const choices = columns
    .filter((column) => column.sortable)
    .flatMap((column) =>
      [false, true].map((desc) => {
        const pair = { column: column.accessorKey, desc };
        return { pair, value: printSort([pair]), label: inWords(words.column(column.header), desc) };
      }),
    );
  const [first] = sort;
  const value = printSort(sort.slice(0, 1));
  // the order may be that of a column that the view does not show
  const hidden = first && words.column(first.column, '');
  return (
    <Choice
      label={t('list.sortBy')}
      icon={<IconSort />}
      data={choices.map(({ value: one, label }) => ({ value: one, label }))}
      value={value}
      text={choices.find((choice) => choice.value === value)?.label ?? (hidden ? inWords(hidden, first.desc) : '')}
      onChoose={(chosen) => {
        const choice = choices.find((one) => one.value === chosen);
        if (choice) onSort([choice.pair]);
      }}
    />
  );
}
