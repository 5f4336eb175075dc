import { metrics } from '@keyward/contract/insights-calls';
import type { Timeline } from '@keyward/contract/dashboard';
import { paths } from '@keyward/contract/paths';
import { can } from '@keyward/contract/permissions';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api.ts';
import { numberWords } from '#lib/numbers.ts';
import { useSession } from '#lib/session.ts';
import { Bars } from '#parts/pictures/Bars.tsx';
import { endOf } from '#parts/pictures/bars.ts';
import { BarsTable } from '#parts/pictures/BarsTable.tsx';
import { Swatch } from '#parts/pictures/BarWords.tsx';
import styles from '#parts/pictures/pictures.module.css';
import { TableButton } from '#parts/pictures/TableButton.tsx';
import { Figures } from './Figures.tsx';
import { About, eventsOf, Picture, type PictureProps } from './Picture.tsx';
import { rowsBetween, seriesOf, type TypeSeries } from './pictures.ts';

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
  const { t, i18n } = useTranslation();
  const { authority } = useSession();
  const navigate = useNavigate();
  const nameOf = useTypeName();
  const [isTable, setTable] = useState(false);
  const series = seriesOf(timeline, mostSeries).map((one, i) => ({
    ...one,
    key: one.events.join(),
    name: nameOf(one),
    color: `var(--series-${one.isRest ? 'rest' : i})`,
  }));
  const mayOpen = can.readEvents.holds(authority);
  const about = t(`dashboard.activity.about.${timeline.bucket}`);
  const count = t('pictures.events', { count: timeline.total });
  const label = `${about}. ${count}`;
  return (
    <>
      <About about={about} count={count} target={eventsOf(rowsBetween(timeline.from, timeline.to))}>
        <TableButton isTable={isTable} onTable={setTable} />
      </About>
      {isTable ? (
        <BarsTable
          label={label}
          times={timeline}
          series={series}
          zone={zone}
          all={t('dashboard.activity.all')}
          figure={(n, bar, one) => {
            const text = numberWords(n, i18n.language);
            if (n === 0 || !mayOpen) return text;
            const start = timeline.starts[bar] ?? timeline.from;
            return (
              <Link to={paths.activity()} search={rowsBetween(start, endOf(timeline, bar), one?.events)}>
                {text}
              </Link>
            );
          }}
        />
      ) : (
        <Bars
          label={label}
          times={timeline}
          series={series}
          zone={zone}
          keys={t(mayOpen ? 'dashboard.activity.keys' : 'dashboard.activity.keysOnly')}
          onOpen={
            mayOpen ? (from, to) => void navigate({ to: paths.activity(), search: rowsBetween(from, to) }) : undefined
          }
        />
      )}
      <ul className={styles.legend}>
        {series.map((one) => (
          <li key={one.key}>
            <Swatch series={one} />
            {mayOpen ? (
              <Link to={paths.activity()} search={rowsBetween(timeline.from, timeline.to, one.events)}>
                {one.name}
              </Link>
            ) : (
              one.name
            )}
            <b>{numberWords(one.total, i18n.language)}</b>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Name of a colour's events. */
function useTypeName(): (series: TypeSeries) => string {
  const { t } = useTranslation();
  return ({ events: [event], isRest }) =>
    isRest || !event ? t('dashboard.activity.others') : t(`activity.event.${event}`);
}
