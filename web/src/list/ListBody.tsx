import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '#lib/errors.ts';
import { lazily } from '#lib/lazily.ts';
import { useListZone } from '#list/listZone.ts';
import { everywhere, type Filters, useStoredFilters } from '#lib/storedFilters.ts';
import { EmptyState, ErrorState, SlowNotice } from '#ui/states.tsx';
import type { ListProps } from './listProps.ts';
import type { Picking } from './selection/useSelection.ts';
import type { CellRenderers } from './table/cells.tsx';
import { ListTable } from './table/ListTable.tsx';
import { Skeleton } from './table/Skeleton.tsx';
import type { TableProps } from './table/tableProps.ts';
import { nextSort, printSort, type SortPair } from './url.ts';
import type { EntityRows } from './useEntityList.ts';
import type { Views } from './views/useViews.ts';

// the texts of the query load when nothing was found
const NothingFound = lazily(async () => (await import('./NothingFound.tsx')).NothingFound, { texts: ['filters'] });

type Props<T extends { id: string }> = Pick<ListProps<T>, 'title' | 'resource' | 'firstUse' | 'onPhone'> & {
  entity: EntityRows<T>;
  views: Views;
  filters: Filters;
  /** The column of the list's date range. */
  dateRange: string | undefined;
  sort: SortPair[];
  renderers: CellRenderers<T> | undefined;
  /** Rows of two lines, for narrow screens. */
  isPhone: boolean;
  /** Changes with the query. */
  question: string;
  picking: Picking;
  onReload: () => void;
  onFilters: (next: Filters) => void;
  /** Clears search and filters; undefined when there are none. */
  onClear: (() => void) | undefined;
  /** Called before a pressed button disappears: takes the focus. */
  onWiden: () => void;
  onWalk: ((id: string) => void) | undefined;
  /** Called with the index of the last visible row. */
  onSeen: (index: number) => void;
};

const noRenderers = {};

/** The part of a list below its toolbar: its rows, or why it has none (failed, loading, first use, nothing found). */
export function ListBody<T extends { id: string }>({ title, resource, entity, views, filters, ...props }: Props<T>) {
  const { firstUse, onPhone: OnPhone, sort, onReload, onFilters, onClear } = props;
  const { t } = useTranslation();
  const { zone } = useListZone();
  const errorText = useErrorText();
  const global = useStoredFilters(everywhere);
  const { url, columns } = views;
  const empty = !entity.rows.length;

  if ((entity.error && empty) || (views.error && !columns)) {
    return (
      <ErrorState
        title={t('list.errorFetchingData')}
        text={errorText(entity.error ?? views.error)}
        action={t('common.refresh')}
        read={{ isFetching: entity.fetching || views.fetching, refetch: onReload }}
      />
    );
  }
  if (entity.pending || !columns) {
    return (
      <>
        <Skeleton columns={columns} />
        <SlowNotice />
      </>
    );
  }
  if (empty && !onClear && !Object.keys(global).length && views.isFirst) {
    return (
      <EmptyState title={firstUse.title} text={firstUse.hint} icon={firstUse.icon}>
        {firstUse.action}
      </EmptyState>
    );
  }
  if (empty) {
    return (
      <Suspense fallback={<EmptyState title={t('list.noRecordsFound')} />}>
        <NothingFound
          resource={resource}
          views={views}
          filters={filters}
          dateRange={props.dateRange}
          onFilters={onFilters}
          onClear={onClear}
          onWiden={props.onWiden}
        />
      </Suspense>
    );
  }
  const table: TableProps<T> = {
    label: t('list.rowsLabel', { name: title }),
    columns,
    rows: entity.rows,
    total: entity.total ?? entity.rows.length,
    sort,
    renderers: props.renderers ?? noRenderers,
    zone,
    dayOf: sort[0]?.column === props.dateRange ? props.dateRange : undefined,
    hrefOf: url.hrefOf,
    onOpen: url.open,
    onWalk: props.onWalk,
    openId: views.search.open,
    question: props.question,
    stale: entity.stale,
    onSeen: props.onSeen,
    onNearEnd: () => {
      if (entity.hasMore && !entity.fetching && !entity.failedMore) entity.loadMore();
    },
    picking: props.picking,
  };
  if (props.isPhone) {
    return (
      <Suspense fallback={<Skeleton columns={columns} />}>
        <OnPhone {...table} />
      </Suspense>
    );
  }
  return (
    <ListTable
      {...table}
      onSort={(column) => url.change({ sort: printSort(nextSort(sort, column)) }, true)}
      onColumns={views.setColumns}
    />
  );
}
