import { activity } from '@keyward/contract/calls';
import { paths } from '@keyward/contract/paths';
import { Button } from '@mantine/core';
import { useIntersection } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '#lib/errors.ts';
import { numberWords } from '#lib/numbers.ts';
import { useSession } from '#lib/session.ts';
import { zonedDay } from '#lib/zoned.ts';
import { useEntityList } from '#list/useEntityList.ts';
import { IconClock } from '#ui/icons.tsx';
import { RetryButton } from '#ui/RetryButton.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { EmptyState, ErrorState, SlowNotice } from '#ui/states.tsx';
import { fullDayWords } from '#lib/dateWords.ts';
import { Entry } from './Entry.tsx';
import { NewEvents } from './NewEvents.tsx';
import styles from './history.module.css';
import { type HistoryOf, rowsOf } from './shown.ts';

type Props = {
  column: HistoryOf;
  /** Filters of the list of events. */
  filters: Record<string, string>;
  /** Offered where no event matches; absent without a filter. */
  onAll?: (() => void) | undefined;
  children?: ReactNode;
};

/** Events by day, the newest first; further ones load as the end comes near. Live. */
export function Entries({ column, filters, onAll, children }: Props) {
  const { t, i18n } = useTranslation();
  const errorText = useErrorText();
  const { zone } = useSession();
  const query = { ...filters, results_per_page: '50' };
  const entity = useEntityList(activity.list, query);
  const { rows, total = rows.length } = entity;
  const frame = useRef<HTMLDivElement>(null);
  const show = async () => {
    await entity.reload(0);
    const { current } = frame;
    current?.scrollIntoView({ block: 'start' });
    current?.querySelector('a')?.focus({ preventScroll: true });
  };
  if (entity.error && rows.length === 0) {
    return (
      <ErrorState
        title={t('entity.history.failed')}
        text={errorText(entity.error)}
        read={{ isFetching: entity.fetching, refetch: () => entity.reload(0) }}
      />
    );
  }
  if (entity.pending) {
    return (
      <>
        <Spinner mt="md" />
        <SlowNotice />
      </>
    );
  }
  const days = [...Map.groupBy(rows.entries(), ([, event]) => zonedDay(Date.parse(event.event_time), zone))];
  return (
    <div className={styles.entries} ref={frame} aria-busy={entity.stale}>
      <NewEvents query={query} entity={entity} onShow={() => void show()} />
      {rows.length === 0 ? (
        <EmptyState title={t(onAll ? 'history.noneFits' : 'entity.history.none')} icon={<IconClock size={24} />}>
          {onAll ? (
            <Button variant="default" onClick={onAll}>
              {t('history.all')}
            </Button>
          ) : null}
        </EmptyState>
      ) : (
        <>
          {children}
          {days.map(([day, ofDay]) => (
            <section key={day} aria-label={fullDayWords(day)}>
              <h3>{fullDayWords(day)}</h3>
              <ol>
                {ofDay.map(([index, event]) => (
                  <Entry
                    key={event.id}
                    event={event}
                    index={index}
                    other={column === 'entity_id' ? 'agent' : 'entity'}
                  />
                ))}
              </ol>
            </section>
          ))}
          <End entity={entity} />
          <Link className={styles.all} to={paths.activity()} search={rowsOf(filters)}>
            {t('entity.history.all', { count: total })} ({numberWords(total, i18n.language)})
          </Link>
        </>
      )}
    </div>
  );
}

/** Loads the next page as the end comes near; also has a button, for people who do not scroll. */
function End({
  entity,
}: {
  entity: Pick<ReturnType<typeof useEntityList>, 'hasMore' | 'loadMore' | 'failedMore' | 'fetching'>;
}) {
  const { t } = useTranslation();
  const { ref, entry } = useIntersection({ scrollMargin: '400px' });
  const { hasMore, failedMore, fetching, loadMore } = entity;
  const isNear = (entry?.isIntersecting ?? false) && hasMore && !failedMore && !fetching;
  // the visible part is known outside React
  useEffect(() => {
    if (isNear) loadMore();
  });
  if (!hasMore) return <p className={styles.quiet}>{t('history.end')}</p>;
  return (
    <div ref={ref} className={styles.end}>
      {failedMore ? <p role="alert">{t('history.failedMore')}</p> : null}
      <RetryButton
        variant="default"
        size="xs"
        label={t(failedMore ? 'common.retry' : 'history.more')}
        read={{ isFetching: fetching, refetch: loadMore }}
      />
    </div>
  );
}
