import { uuid } from '@keyward/contract/characters';
import type { FilterMeta } from '@keyward/contract/list';
import { useTranslation } from 'react-i18next';
import { useListZone } from '#list/listZone.ts';
import type { Filters } from '#lib/storedFilters.ts';
import { useListWords } from '#list/listWords.ts';
import { useFilterNames, useFilterWords } from './filterWords.ts';

type Named = Readonly<Record<string, { name: string; words: string }>>;

/** Each filter of a list by its column, with its name and its value in words. */
export function useActiveFilters(schema: readonly FilterMeta[], filters: Filters, named: Named | undefined) {
  const { t } = useTranslation();
  const { zone } = useListZone();
  const listWords = useListWords();
  const names = useFilterNames();
  const wordsOf = useFilterWords(zone);
  return Object.entries(filters).map(([column, text]) => {
    const meta = schema.find(({ id }) => id === column);
    // a link may name a column that the view does not offer
    const name = meta ? names.column(meta) : listWords.column(column);
    const ids = text.split(',');
    // rows that a link names by their ids: their names are read where the page has none
    const isOfRows = ids.every((id) => uuid.test(id));
    const words = isOfRows ? t('filters.words.chosen', { count: ids.length }) : wordsOf(meta, text);
    return { column, name, words, unnamed: isOfRows && !named?.[column] ? ids : [], ...named?.[column] };
  });
}
