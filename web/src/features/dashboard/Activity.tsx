import { metrics } from '@keyward/contract/calls';
import type { Timeline } from '@keyward/contract/dashboard';
import { paths } from '@keyward/contract/paths';
import { can } from '@keyward/contract/permissions';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api.ts';
import { currentLocale } from '#lib/i18n.ts';
import { useSession } from '#lib/session.ts';
import { Bars } from './Bars.tsx';
import { BarsTable } from './BarsTable.tsx';
import { Swatch, useSeriesName } from './BarWords.tsx';
import { Figures } from './Figures.tsx';
import { About, Picture, type PictureProps, TableButton } from './Picture.tsx';
import { rowsBetween, seriesOf } from './pictures.ts';
import styles from './pictures.module.css';

const mostSeries = 6;

/** Events by type over time. */
export function Activity({ span, filters }: PictureProps) {
  const { t } = useTranslation();
  const { zone } = useSession();
  const read = useApi(metrics.timeline, { query: { ...filters, ...span, timezone: zone } }, { keepPrevious: true });
  return (
    <Picture title={t('dashboard.activity.title')}>
      <Figures read={read} none={t('dashboard.activity.none')}>
        {(timeline) => <Shown timeline={timeline} zone={zone} />}
      </Figures>
    </Picture>
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
  const about = t(`dashboard.activity.about.${timeline.bucket}`);
  const count = t('dashboard.activity.events', { count: timeline.total });
  const label = `${about}. ${count}`;
  return (
    <>
      <About about={about} count={count} search={rowsBetween(timeline.from, timeline.to)}>
        <TableButton isTable={isTable} onTable={setTable} />
      </About>
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
      </ul>
    </>
  );
}
