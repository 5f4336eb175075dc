import { metrics } from '@keyward/contract/insights-calls';
import type { Week as Figured } from '@keyward/contract/dashboard';
import { paths } from '@keyward/contract/paths';
import { can } from '@keyward/contract/permissions';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api.ts';
import { numberWords } from '#lib/numbers.ts';
import { useSession } from '#lib/session.ts';
import { useZoneChoice } from '#list/listZone.ts';
import { Figures } from './Figures.tsx';
import { TableButton } from '#parts/pictures/TableButton.tsx';
import { About, eventsOf, Picture, type PictureProps } from './Picture.tsx';
import { rowsBetween } from './pictures.ts';
import styles from '#parts/pictures/pictures.module.css';
import { figuresOf, rowsOfWeek, shadesOf } from './week.ts';
import { WeekMap } from './WeekMap.tsx';
import { WeekTable } from './WeekTable.tsx';

/** Events by weekday and hour, in the zone of the list of activity, as its filters for them are. */
export function Week({ span: { from, to }, filters }: PictureProps) {
  const { t } = useTranslation();
  const { zone, waits } = useZoneChoice('event');
  const query = { ...filters, from, to, timezone: zone };
  const read = useApi(metrics.week, { query }, { keepPrevious: true, enabled: !waits });
  return (
    <Picture title={t('dashboard.week.title')}>
      <Figures read={read} none={t('dashboard.activity.none')}>
        {(week) => <Shown week={week} />}
      </Figures>
    </Picture>
  );
}

function Shown({ week }: { week: Figured }) {
  const { t } = useTranslation();
  const { authority, zone: own } = useSession();
  const { timezone: zone } = week;
  const navigate = useNavigate();
  const [isTable, setTable] = useState(false);
  const mayOpen = can.readEvents.holds(authority);
  const counted = t('dashboard.week.about');
  const about =
    zone === own ? counted : `${counted} · ${t('dashboard.activity.zone', { zone: zone.replaceAll('_', ' ') })}`;
  const count = t('pictures.events', { count: week.total });
  const label = `${about}. ${count}`;
  const most = Math.max(...week.days.flatMap(({ counts }) => counts));
  return (
    <>
      <About about={about} count={count} target={eventsOf(rowsBetween(week.from, week.to))}>
        <TableButton isTable={isTable} onTable={setTable} />
      </About>
      {isTable ? (
        <WeekTable label={label} week={week} zone={zone} mayOpen={mayOpen} />
      ) : (
        <>
          <WeekMap
            label={label}
            week={week}
            zone={zone}
            most={most}
            onOpen={
              mayOpen
                ? (chosen) => void navigate({ to: paths.activity(), search: rowsOfWeek(week, chosen) })
                : undefined
            }
          />
          <Shades most={most} />
        </>
      )}
    </>
  );
}

/** Legend of the shades. */
function Shades({ most }: { most: number }) {
  const { t, i18n } = useTranslation();
  const number = (n: number) => numberWords(n, i18n.language);
  const words = (shade: number) => {
    const [first, last] = figuresOf(shade, most);
    return first === last ? number(first) : `${number(first)} – ${number(last)}`;
  };
  return (
    <ul className={styles.legend} aria-label={t('dashboard.week.shades')}>
      {Array.from({ length: shadesOf(most) + 1 }, (_, shade) => (
        <li key={shade}>
          <i className={styles.swatch} data-shade={shade} />
          {shade === 0 ? number(0) : words(shade)}
        </li>
      ))}
    </ul>
  );
}
