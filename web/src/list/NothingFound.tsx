import { periods } from '@keyward/contract/periods';
import type { ListResource } from '@keyward/contract/resources';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { everywhere, type Filters, storedFilters } from '#lib/storedFilters.ts';
import { EmptyState } from '#ui/states.tsx';
import { useQueryFacts } from './filters/useQueryFacts.ts';
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
  /** Called before the pressed button disappears: takes the focus. */
  onWiden: () => void;
};

/** No row matches: shows the query (view, locations, time span, search), and offers ways to widen it. */
export function NothingFound({ resource, views, filters, dateRange, onFilters, onClear, onWiden }: Props) {
  const { t } = useTranslation();
  const textOf = useViewText();
  const { current, all, search } = views;
  const { facts, column, span, hasLocationFilter } = useQueryFacts({ resource, views, filters, dateRange });
  const wholePeriod = () => {
    if (column === undefined) return;
    onWiden();
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
      {!hasLocationFilter ? null : (
        <Button
          variant="default"
          onClick={() => {
            onWiden();
            storedFilters.write(everywhere, {});
          }}
        >
          {t('filters.nothingFound.allLocations')}
        </Button>
      )}
      {onClear ? (
        <Button variant="default" onClick={onClear}>
          {t('list.clearAll')}
        </Button>
      ) : null}
      {first && current !== first && !onClear ? (
        <Button
          variant="default"
          onClick={() => {
            onWiden();
            views.choose(first.value);
          }}
        >
          {t('filters.nothingFound.showView', { view: textOf(resource, first).label })}
        </Button>
      ) : null}
    </EmptyState>
  );
}
