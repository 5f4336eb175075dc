import { periods } from '@keyward/contract/periods';
import type { ListResource } from '@keyward/contract/resources';
import { isSpan } from '@keyward/contract/window';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSession } from '#lib/session.ts';
import { everywhere, type Filters, storedFilters, useStoredFilters } from '#lib/storedFilters.ts';
import { useLocations } from '#parts/useLocations.ts';
import { EmptyState } from '#ui/states.tsx';
import { useFilterNames, useFilterWords } from './filters/filterWords.ts';
import styles from './nothingFound.module.css';
import { useViewText, type Views } from './views/useViews.ts';

type Props = {
  resource: ListResource;
  views: Views;
  filters: Filters;
  /** The column of the list's date range. */
  dateRange: string | undefined;
  onFilters: (next: Filters) => void;
  /** Clears search and filters; undefined when there are none. */
  onClear: (() => void) | undefined;
};

/** No row matches: shows the query (view, locations, time span, search), and offers ways to widen it. */
export function NothingFound({ resource, views, filters, dateRange, onFilters, onClear }: Props) {
  const { t } = useTranslation();
  const { zone } = useSession();
  const textOf = useViewText();
  const names = useFilterNames();
  const wordsOf = useFilterWords(zone);
  const global = useStoredFilters(everywhere);
  const locations = useLocations();
  const { current, all, search } = views;
  const metaOf = (column: string) => current?.filterSchema.find(({ id }) => id === column);

  const column = views.window?.column ?? dateRange;
  const chosen = column === undefined ? undefined : filters[column];
  const span = chosen !== undefined && isSpan(chosen) ? chosen : views.window?.own;
  const spanMeta = column === undefined ? undefined : metaOf(column);
  const placed = locations && global[locations.column];
  const [only, ...others] = locations?.places ?? [];
  const place =
    locations && placed !== undefined
      ? wordsOf(metaOf(locations.column), placed)
      : only && !others.length
        ? only.label
        : t('shell.locations.all');

  const facts = [
    ...(current ? [[t('list.view'), textOf(resource, current).label]] : []),
    ...(locations ? [[t('shell.locations.label'), place]] : []),
    ...(spanMeta ? [[names.column(spanMeta), span ? wordsOf(spanMeta, span) : t('filters.conditions.anyTime')]] : []),
    ...(search.search ? [[t('list.searchLabel'), search.search]] : []),
  ];
  const wholePeriod = () => {
    if (column === undefined) return;
    const { [column]: _, ...rest } = filters;
    onFilters(views.window ? { ...rest, [column]: periods.anyTime } : rest);
  };
  const [first] = all;
  return (
    <EmptyState
      title={t('list.noRecordsFound')}
      {...(search.search ? { text: t('list.noRecordsHint') } : {})}
      detail={
        <dl className={styles.facts}>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      }
    >
      {span !== undefined && span !== periods.anyTime ? (
        <Button variant="default" onClick={wholePeriod}>
          {t('filters.nothingFound.wholePeriod')}
        </Button>
      ) : null}
      {placed === undefined ? null : (
        <Button variant="default" onClick={() => storedFilters.write(everywhere, {})}>
          {t('filters.nothingFound.allLocations')}
        </Button>
      )}
      {onClear ? (
        <Button variant="default" onClick={onClear}>
          {t('list.clearAll')}
        </Button>
      ) : null}
      {first && current !== first && !onClear ? (
        <Button variant="default" onClick={() => views.choose(first.value)}>
          {t('filters.nothingFound.showView', { view: textOf(resource, first).label })}
        </Button>
      ) : null}
    </EmptyState>
  );
}
