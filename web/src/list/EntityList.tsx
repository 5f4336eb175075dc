import { useMediaQuery } from '@mantine/hooks';
import { Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazily } from '#lib/lazily.ts';
import { phone } from '#lib/phone.ts';
import { useListZone } from './listZone.ts';
import { useSession } from '#lib/session.ts';
import { everywhere, useStoredFilters } from '#lib/storedFilters.ts';
import { NoPermission } from '#ui/states.tsx';
import { CsvButton } from './csv/CsvButton.tsx';
import { withEverywhere } from './filters/everywhere.ts';
import { filterChanges } from './filters/filterChanges.ts';
import { FilterButton } from './filters/FilterButton.tsx';
import { SearchBox } from './filters/SearchBox.tsx';
import { useRefusal } from './filters/useRefusal.ts';
import styles from './list.module.css';
import { ListBody } from './ListBody.tsx';
import { ListContext } from './ListContext.tsx';
import type { ListProps } from './listProps.ts';
import { PrintKeys } from './print/PrintKeys.tsx';
import { RefreshButton } from './RefreshButton.tsx';
import { countOf } from './selection/selection.ts';
import { useUnselectable } from './selection/useUnselectable.ts';
import { useSelection } from './selection/useSelection.ts';
import { ListFoot } from './table/ListFoot.tsx';
import { filtersOf, parseSort, printSort } from './url.ts';
import { useEntityList } from './useEntityList.ts';
import { useListUrl } from './useListUrl.ts';
import { useLocationAccess } from './useLocationAccess.ts';
import { isTagColumn, isTime, textOf as valueText, valueAt } from '#lib/values.ts';
import { useLostView, useViews, useViewText } from './views/useViews.ts';
import { ViewRow } from './views/ViewRow.tsx';
import { ViewNotes, ViewTools } from './views/ViewTools.tsx';
import { ZoneNote } from './ZoneNote.tsx';

// only lists of events have one
const DateRangeFilter = lazily(async () => (await import('./filters/DateRangeFilter.tsx')).DateRangeFilter, {
  texts: ['filters'],
});
// on wide screens the headers sort
const SortMenu = lazily(async () => (await import('./table/SortMenu.tsx')).SortMenu);
// listens for changes once the rows have been shown for a moment
const LiveNotice = lazily(async () => (await import('./live/LiveNotice.tsx')).LiveNotice, { later: 1500 });
// the code of actions loads with the first action
const RunAction = lazily(async () => (await import('./selection/RunAction.tsx')).RunAction, { texts: ['entity'] });
// the texts of filters load with the first filter
const FilterBar = lazily(async () => (await import('./filters/FilterBar.tsx')).FilterBar, { texts: ['filters'] });

/**
 * A list screen: the page provides the call, the resource of the views and its special cells; everything in between is here.
 * State that a link should carry is in the address (url.ts). Specification, part 2, section 2.
 */
export function EntityList<T extends { id: string }>(props: ListProps<T>) {
  const { authority } = useSession();
  const { t } = useTranslation();
  const access = useLocationAccess();
  if (!props.list.needs.holds(authority)) return <NoPermission />;
  if (access === 'none') return <NoPermission text={t('list.noLocationAccess')} />;
  return (
    <ListContext resource={props.resource}>
      <List {...props} />
    </ListContext>
  );
}

const valuesText = (values: readonly string[]) => values.filter(Boolean).join(' · ');

function List<T extends { id: string }>({
  title,
  resource,
  list,
  renderers,
  onPhone,
  beside,
  actions,
  csv,
  ...props
}: ListProps<T>) {
  const { dateRange, above, tabs, firstUse, heading = title, named, details = [], unselectable } = props;
  const { zone, waits } = useListZone();
  const isPhone = useMediaQuery(phone, undefined, { getInitialValueInEffect: false }) ?? false;
  // the code of a phone's rows loads beside the rows
  useState(() => isPhone && void onPhone.preload());
  const views = useViews(resource, useListUrl(), tabs);
  const { url, search, columns } = views;
  const textOf = useViewText();
  const filters = filtersOf(search);
  const global = useStoredFilters(everywhere);
  const query: Record<string, string> = {
    ...withEverywhere(views.asked.filters, global),
    ...views.asked.rest,
    ...((columns ? columns.some(isTagColumn) : props.showsTags) ? { with: 'tags' } : {}),
    timezone: zone,
  };
  const entity = useEntityList(list, query, !views.waiting && !waits);
  useRefusal(global, filters, entity.error);
  useLostView(views, entity.error);
  const seen = useRef(0);
  const { sort: _order, ...asked } = query;
  const reasons = useUnselectable(entity.rows, unselectable);
  const picking = useSelection({
    scope: `${resource}/${views.value}`,
    question: JSON.stringify(asked),
    view: views.current,
    rows: entity.rows,
    unselectable: reasons,
  });
  const narrowed = Boolean(search.search) || Object.keys(filters).length > 0;
  const sort = search.sort
    ? parseSort(search.sort)
    : (views.current?.query.sort.map(([column, order]) => ({ column, desc: order === 'DESC' })) ?? []);
  const { setFilters, removeFilters } = filterChanges(resource, url);
  const reload = () => {
    if (views.error) void views.reload();
    void entity.reload(seen.current);
  };
  const searchBox =
    (views.current?.query.searchableColumns.length ?? 1) > 0 ? (
      <SearchBox value={search.search ?? ''} onSearch={(text) => url.change({ search: text }, true)} />
    ) : null;
  // receive the focus of buttons that disappear once pressed
  const filterOpener = useRef<HTMLButtonElement>(null);
  const viewOptions = useRef<HTMLButtonElement>(null);
  const filterButton = (
    <FilterButton
      ref={filterOpener}
      resource={resource}
      schema={views.current?.filterSchema}
      filters={filters}
      onApply={(next) => setFilters(next)}
    />
  );
  const focusFilters = () => filterOpener.current?.focus();
  const clear = () => {
    focusFilters();
    removeFilters(Object.keys(filters), { search: '' });
  };

  const chooses = {
    resource,
    views,
    isPhone,
    isShown: entity.total !== undefined && !entity.stale,
    readAt: entity.askedAt,
  };
  return (
    <section className={styles.page} aria-labelledby="list-title">
      <header className={styles.title}>
        <h1 id="list-title">{heading}</h1>
        {beside}
        {/* most views have times: the note is shown before the columns are known, so that nothing moves */}
        {dateRange || !columns || columns.some(isTime) ? <ZoneNote /> : null}
        <div className={styles.actions}>{actions}</div>
      </header>
      {isPhone ? null : <ViewRow {...chooses} />}
      {isPhone ? (
        <div className={styles.compact}>
          {searchBox}
          {filterButton}
        </div>
      ) : null}
      <div className={styles.tools}>
        {isPhone ? null : searchBox}
        {tabs?.part && !isPhone ? (
          <div className={styles.segment}>
            <Suspense>
              <tabs.part column={tabs.column} filters={filters} url={url} view={views.current?.value} />
            </Suspense>
          </div>
        ) : null}
        {isPhone ? <ViewRow {...chooses} /> : null}
        {isPhone && columns ? (
          <Suspense fallback={<span className={styles.room} />}>
            <SortMenu columns={columns} sort={sort} onSort={(pairs) => url.change({ sort: printSort(pairs) }, true)} />
          </Suspense>
        ) : isPhone && !views.error ? (
          <span className={styles.room} />
        ) : null}
        {views.current ? (
          <ViewTools resource={resource} views={views} view={views.current} options={viewOptions} />
        ) : views.error ? null : (
          // reserves space, so that the toolbar does not shift when the views load
          <>
            <span className={styles.room} data-button />
            <span className={styles.room} data-button />
          </>
        )}
        {isPhone ? null : filterButton}
        <RefreshButton
          loading={entity.fetching && !entity.pending && !entity.loadingMore && !entity.stale}
          onReload={reload}
        />
        {csv ? (
          <CsvButton
            csv={csv}
            title={title}
            list={list}
            view={views.current && textOf(resource, views.current).label}
            columns={columns}
            query={query}
            total={entity.stale ? undefined : entity.total}
          />
        ) : null}
      </div>
      {dateRange ? (
        <div className={styles.under}>
          <ViewNotes resource={resource} views={views} options={viewOptions} />
          <Suspense fallback={<div className={styles.rangeSpace} />}>
            <DateRangeFilter column={dateRange} filters={filters} onApply={(next) => setFilters(next)} />
          </Suspense>
        </div>
      ) : (
        <ViewNotes resource={resource} views={views} options={viewOptions} />
      )}
      {Object.keys(filters).length ? (
        <Suspense fallback={<div className={styles.barSpace} />}>
          <FilterBar
            schema={views.current?.filterSchema ?? []}
            filters={filters}
            named={named}
            opener={filterOpener}
            onRemove={removeFilters}
          />
        </Suspense>
      ) : null}
      {above ? (
        <Suspense fallback={<div style={{ height: above.room() }} />}>
          <above.part
            query={asked}
            isShown={chooses.isShown}
            readAt={entity.askedAt}
            filters={filters}
            onFilters={setFilters}
          />
        </Suspense>
      ) : null}
      <div className={styles.frame}>
        <ListBody
          title={title}
          resource={resource}
          entity={entity}
          views={views}
          filters={filters}
          dateRange={dateRange}
          firstUse={firstUse}
          sort={sort}
          renderers={renderers}
          onPhone={onPhone}
          isPhone={isPhone}
          question={JSON.stringify(query)}
          picking={picking}
          onReload={reload}
          onFilters={setFilters}
          onClear={narrowed ? clear : undefined}
          onWiden={focusFilters}
          onWalk={props.onWalk}
          onSeen={(index) => {
            seen.current = index;
          }}
        />
      </div>
      <ListFoot entity={entity} picking={picking} onReload={reload}>
        {entity.total === undefined || entity.stale ? null : (
          <Suspense>
            <LiveNotice
              resource={resource}
              list={list}
              query={asked}
              rows={entity.rows}
              total={entity.total}
              askedAt={entity.askedAt}
              whole={!entity.hasMore}
              patch={entity.patch}
              onShow={() => entity.reload(0)}
              follows={sort[0]?.desc && sort[0].column === dateRange}
              held={countOf(picking.selection) > 0 || Boolean(search.open)}
            />
          </Suspense>
        )}
      </ListFoot>
      {/* a printout has the columns of the view; reading all rows does not wait for those of the list */}
      {columns && (entity.total !== undefined || views.dialog === 'print') ? (
        <PrintKeys
          heading={heading}
          resource={resource}
          list={list}
          query={query}
          views={views}
          filters={filters}
          named={named}
          dateRange={dateRange}
          csv={csv}
          rows={entity.rows}
          total={entity.total ?? 0}
          isShown={chooses.isShown}
        />
      ) : null}
      {picking.run ? (
        <Suspense>
          <RunAction
            run={picking.run}
            picking={picking}
            query={asked}
            dialogs={props.dialogs}
            nameOf={(row) => valueText(valueAt(row, columns?.[0]?.accessorKey ?? 'id'))}
            detailsOf={(row) => valuesText(details.map((field) => valueText(valueAt(row, field))))}
            onDone={reload}
          />
        </Suspense>
      ) : null}
    </section>
  );
}
