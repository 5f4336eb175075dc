import { type Period, periodOf, periods } from '@keyward/contract/periods';
import { UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import styles from './periods.module.css';

/** The periods that a list of events offers beside the calendar; all periods are conditions of the filter drawer. */
const offered: readonly Period[] = ['lastHour', 'tonight', 'lastNight', 'today', 'yesterday', 'last7Days', 'lastMonth'];

/** Periods relative to now. One click applies a period. */
export function Periods({ chosen, onChoose }: { chosen: string | undefined; onChoose: (filter: string) => void }) {
  const { t } = useTranslation();
  const current = chosen === undefined ? undefined : periodOf(chosen);
  return (
    <div role="group" aria-label={t('filters.periods.choose')} className={styles.periods}>
      {offered.map((period) => (
        <UnstyledButton
          key={period}
          className={styles.period}
          aria-pressed={period === current}
          onClick={() => onChoose(periods[period])}
        >
          {t(`filters.periods.${period}`)}
        </UnstyledButton>
      ))}
    </div>
  );
}

/** The name of a period; other text as it is. */
export function PeriodName({ filter }: { filter: string }) {
  const { t } = useTranslation();
  const period = periodOf(filter);
  return <>{period ? t(`filters.periods.${period}`) : filter}</>;
}
