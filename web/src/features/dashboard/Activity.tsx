import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import { metrics } from '@keyward/contract/calls';
import type { Timeline } from '@keyward/contract/dashboard';
import { paths } from '@keyward/contract/paths';
import { can } from '@keyward/contract/permissions';
import { Button, SegmentedControl } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api.ts';
import { dateTime } from '#lib/dates.ts';
import { useErrorText } from '#lib/errors.ts';
import { currentLocale } from '#lib/i18n.ts';
import { useSession } from '#lib/session.ts';
import type { Filters } from '#lib/storedFilters.ts';
import { IconInsights, IconWarning } from '#ui/icons.tsx';
import { EmptyState, ErrorState, NoPermission, SlowNotice } from '#ui/states.tsx';
import { Bars } from './Bars.tsx';
import { BarsTable } from './BarsTable.tsx';
import { Swatch, useSeriesName } from './BarWords.tsx';
import { type Range, ranges, rowsBetween, seriesOf, spanOf } from './pictures.ts';
import styles from './pictures.module.css';

const refreshMs = 60_000;
const mostSeries = 6;

/** Events by type over a chosen range, until now. */
export function Activity({ filters }: { filters: Filters }) {
  const { t } = useTranslation();
  const [range, setRange] = useState<Range>('week');
  return (
    <section className={styles.picture} aria-label={t('dashboard.activity.title')}>
      <div className={styles.head}>
        <h2>{t('dashboard.activity.title')}</h2>
        <SegmentedControl
          size="xs"
          aria-label={t('dashboard.activity.range')}
          data={ranges.map((value) => ({ value, label: t(`dashboard.activity.ranges.${value}`) }))}
          value={range}
          onChange={setRange}
        />
      </div>
      <Pictured key={`${range} ${JSON.stringify(filters)}`} range={range} filters={filters} />
    </section>
  );
}

/** The figures of one range, read again each minute. The last good ones stay when newer ones cannot be read. */
function Pictured({ range, filters }: { range: Range; filters: Filters }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { zone } = useSession();
  const [now, setNow] = useState(() => Date.now());
  const { from, to, bucket } = spanOf(range, now, zone);
  const query = { ...filters, from, to, bucket, timezone: zone };
  const read = useApi(metrics.timeline, { query }, { keepPrevious: true });
  const [good, setGood] = useState<{ timeline: Timeline; at: number }>();
  if (read.data && !read.isPlaceholderData && good?.timeline !== read.data.data) {
    setGood({ timeline: read.data.data, at: read.dataUpdatedAt });
  }
  // the clock is outside React
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && setNow(Date.now()), refreshMs);
    return () => clearInterval(timer);
  }, []);
  const { error } = read;
  if (error?.status === 403) return <NoPermission />;
  if (!good) {
    return error ? (
      <ErrorState
        title={t('dashboard.activity.failed')}
        text={errorText(error)}
        action={t('common.retry')}
        onAction={() => void read.refetch()}
      />
    ) : (
      <div className={styles.waiting}>
        <SlowNotice />
      </div>
    );
  }
  return (
    <>
      {error ? (
        <div role="alert" className={styles.stale}>
          <IconWarning size={18} />
          <p>{t('dashboard.activity.stale', { time: dateTime(new Date(good.at).toISOString(), zone) })}</p>
          <Button size="xs" variant="default" loading={read.isFetching} onClick={() => void read.refetch()}>
            {t('common.retry')}
          </Button>
        </div>
      ) : null}
      {good.timeline.total === 0 ? (
        <EmptyState icon={<IconInsights size={24} />} title={t('dashboard.activity.none')} />
      ) : (
        <Shown timeline={good.timeline} zone={zone} />
      )}
    </>
  );
}

function Shown({ timeline, zone }: { timeline: Timeline; zone: string }) {
  const { t } = useTranslation();
  const { authority } = useSession();
  const navigate = useNavigate();
  const nameOf = useSeriesName();
  const [isTable, setTable] = useState(false);
  const series = seriesOf(timeline, mostSeries);
  const mayOpen = can.readEvents.holds(authority);
  const count = t('dashboard.activity.events', { count: timeline.total });
  const about = t(`dashboard.activity.about.${timeline.bucket}`);
  const label = `${about}. ${count}`;
  return (
    <>
      <div className={styles.about}>
        <p>
          {about} ·{' '}
          {mayOpen ? (
            <Link to={paths.activity()} search={rowsBetween(timeline.from, timeline.to)}>
              {count}
            </Link>
          ) : (
            count
          )}
        </p>
        <Button size="compact-sm" variant="subtle" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
          {t('dashboard.activity.table')}
        </Button>
      </div>
      {isTable ? (
        <BarsTable label={label} timeline={timeline} series={series} zone={zone} mayOpen={mayOpen} />
      ) : (
        <Bars
          label={label}
          timeline={timeline}
          series={series}
          zone={zone}
          onOpen={
            mayOpen ? (from, to) => void navigate({ to: paths.activity(), search: rowsBetween(from, to) }) : undefined
          }
        />
      )}
      <ul className={styles.legend}>
        {series.map((one, i) => (
          <li key={one.events.join()}>
            <Swatch series={one} index={i} />
            {mayOpen ? (
              <Link to={paths.activity()} search={rowsBetween(timeline.from, timeline.to, one.events)}>
                {nameOf(one)}
              </Link>
            ) : (
              nameOf(one)
            )}
            <b>{one.total.toLocaleString(currentLocale())}</b>
          </li>
        ))}
        <li className={styles.zone}>{t('dashboard.activity.zone', { zone })}</li>
      </ul>
    </>
  );
}
