import { isSpan } from '@keyward/contract/window';
import { useTranslation } from 'react-i18next';
import { useListZone } from '#list/listZone.ts';
import { everywhere, type Filters, useStoredFilters } from '#lib/storedFilters.ts';
import type { ListResource } from '@keyward/contract/resources';
import { useLocations } from '#parts/useLocations.ts';
import { useViewText, type Views } from '#list/views/useViews.ts';
import { useFilterNames, useFilterWords } from './filterWords.ts';

type Query = {
  resource: ListResource;
  views: Views;
  filters: Filters;
  /** The column of the list's date range. */
  dateRange: string | undefined;
};

/** The query of a list in words: view, locations, time span, search. */
export function useQueryFacts({ resource, views, filters, dateRange }: Query) {
  const { t } = useTranslation();
  const { zone } = useListZone();
  const textOf = useViewText();
  const names = useFilterNames();
  const wordsOf = useFilterWords(zone);
  const global = useStoredFilters(everywhere);
  const locations = useLocations();
  const { current, search } = views;
  const metaOf = (id: string) => current?.filterSchema.find((meta) => meta.id === id);

  const column = views.window?.column ?? dateRange;
  const chosen = column === undefined ? undefined : filters[column];
  const span = chosen !== undefined && isSpan(chosen) ? chosen : views.window?.own;
  const spanMeta = column === undefined ? undefined : metaOf(column);
  const locationFilter = locations && global[locations.column];
  const [only, ...others] = locations?.options ?? [];
  const locationWords =
    locations && locationFilter !== undefined
      ? wordsOf(metaOf(locations.column), locationFilter)
      : only && !others.length
        ? only.label
        : t('shell.locations.all');
  const facts: [name: string, words: string][] = [];
  if (current) facts.push([t('list.view'), textOf(resource, current).label]);
  if (locations) facts.push([t('shell.locations.label'), locationWords]);
  // a filter of another kind is no span, and not 'any time' either
  if (spanMeta && (span !== undefined || chosen === undefined)) {
    facts.push([names.column(spanMeta), span ? wordsOf(spanMeta, span) : t('filters.conditions.anyTime')]);
  }
  if (search.search) facts.push([t('list.searchLabel'), search.search]);
  return { facts, column, span, hasLocationFilter: locationFilter !== undefined };
}
