import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import { picturesOf } from '@keyward/contract/metric-reports';
import { paths } from '@keyward/contract/paths';
import { SegmentedControl } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dateTime } from '#lib/dates.ts';
import { useSession } from '#lib/session.ts';
import type { Filters } from '#lib/storedFilters.ts';
import { defaultRange, rangeNamed, ranges } from '#parts/pictures/ranges.ts';
import { Activity } from './Activity.tsx';
import { Attempts } from './Attempts.tsx';
import { Connectivity } from './Connectivity.tsx';
import { spanOf } from './pictures.ts';
import { Batteries, Temperatures } from './Readings.tsx';
import styles from '#parts/pictures/pictures.module.css';
import { Week } from './Week.tsx';

const refreshMs = 60_000;
const shownAs = {
  activity: Activity,
  week: Week,
  attempts: Attempts,
  connectivity: Connectivity,
  battery: Batteries,
  temperature: Temperatures,
};

/** Pictures below the cards, all of one range that ends now; they are read again each minute. */
export function Pictures({ filters }: { filters: Filters }) {
  const { t } = useTranslation();
  const { zone, settings } = useSession();
  const navigate = useNavigate();
  // in the address, so that the way back from a list leads to the same pictures
  const range = rangeNamed(useSearch({ strict: false }).range) ?? defaultRange;
  const [now, setNow] = useState(() => Date.now());
  // the clock is outside React
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && setNow(Date.now()), refreshMs);
    return () => clearInterval(timer);
  }, []);
  const shown = { span: spanOf(range, now, zone), filters };
  const key = `${range} ${JSON.stringify(filters)}`;
  return (
    <>
      <div className={styles.range}>
        <SegmentedControl
          size="xs"
          aria-label={t('dashboard.activity.range')}
          data={ranges.map((value) => ({ value, label: t(`dashboard.activity.ranges.${value}`) }))}
          value={range}
          onChange={(chosen) =>
            void navigate({
              to: paths.dashboard(),
              search: chosen === defaultRange ? {} : { range: chosen },
              replace: true,
              resetScroll: false,
            })
          }
        />
        <p>
          {t('dashboard.since', { time: dateTime(shown.span.from, zone) })} ·{' '}
          <span>{t('dashboard.activity.zone', { zone })}</span>
        </p>
      </div>
      {picturesOf(settings.find(({ name }) => name === 'DashboardPictures')?.value).map((picture) => {
        const Shown = shownAs[picture];
        return <Shown {...shown} key={`${picture} ${key}`} />;
      })}
    </>
  );
}
