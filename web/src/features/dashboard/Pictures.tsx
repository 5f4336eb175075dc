import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import { SegmentedControl } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#lib/session.ts';
import type { Filters } from '#lib/storedFilters.ts';
import { Activity } from './Activity.tsx';
import { Attempts } from './Attempts.tsx';
import { type Range, ranges, spanOf } from './pictures.ts';
import styles from './pictures.module.css';
import { Week } from './Week.tsx';

const refreshMs = 60_000;

/** The pictures below the cards, all of one range until now, and read again each minute. */
export function Pictures({ filters }: { filters: Filters }) {
  const { t } = useTranslation();
  const { zone } = useSession();
  const [range, setRange] = useState<Range>('week');
  const [now, setNow] = useState(() => Date.now());
  // the clock is outside React
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && setNow(Date.now()), refreshMs);
    return () => clearInterval(timer);
  }, []);
  const shown = { key: `${range} ${JSON.stringify(filters)}`, span: spanOf(range, now, zone), filters };
  return (
    <>
      <div className={styles.range}>
        <SegmentedControl
          size="xs"
          aria-label={t('dashboard.activity.range')}
          data={ranges.map((value) => ({ value, label: t(`dashboard.activity.ranges.${value}`) }))}
          value={range}
          onChange={setRange}
        />
        <p>{t('dashboard.activity.zone', { zone })}</p>
      </div>
      <Activity {...shown} key={shown.key} />
      <Week {...shown} key={`week ${shown.key}`} />
      <Attempts {...shown} key={`attempts ${shown.key}`} />
    </>
  );
}
