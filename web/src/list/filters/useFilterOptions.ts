import { limits } from '@keyward/contract/limits';
import type { FilterMeta } from '@keyward/contract/list';
import type { ListResource } from '@keyward/contract/resources';
import { views } from '@keyward/contract/calls';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api.ts';
import { useFilterNames } from './filterWords.ts';

const pauseMs = 250;

/** The options of a filter: those of the view, else those that the server finds for the search text. */
export function useFilterOptions(resource: ListResource, meta: FilterMeta) {
  const { t } = useTranslation();
  const names = useFilterNames();
  const [search, setSearch] = useState('');
  const [settled] = useDebouncedValue(search.trim(), pauseMs);
  const looked = useApi(
    views.filterOptions,
    { params: { resource, column: meta.id }, query: settled ? { search: settled } : {} },
    { enabled: !meta.options, keepPrevious: true, staleTime: 60_000 },
  );
  // options that a search leaves out count as well
  const whole = useApi(
    views.filterOptions,
    { params: { resource, column: meta.id }, query: {} },
    { enabled: !meta.options, staleTime: 60_000 },
  ).data?.data;
  const found = looked.data?.data ?? [];
  const values = meta.options ? meta.options.map(({ value }) => value) : found;
  const more = found.length >= limits.filterOptions;
  return {
    /** All values; undefined where there may be more. */
    every: meta.options ? values : whole && whole.length < limits.filterOptions ? whole : undefined,
    options: values.map((value) => ({ value, label: names.value(meta, value) })),
    loading: looked.isFetching,
    /** Searches on the server; undefined where all options are loaded. */
    onSearch: meta.options ? undefined : setSearch,
    note: looked.error
      ? t('filters.select.failed')
      : more
        ? t('filters.select.first', { count: limits.filterOptions })
        : undefined,
  };
}
