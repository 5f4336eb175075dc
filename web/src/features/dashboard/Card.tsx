import { metrics } from '@keyward/contract/insights-calls';
import { cardPath, cardReads, cardViews, type MetricReport } from '@keyward/contract/metric-reports';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api.ts';
import { dateTime } from '#lib/dates.ts';
import { useErrorText } from '#lib/errors.ts';
import { numberWords } from '#lib/numbers.ts';
import { useSession } from '#lib/session.ts';
import type { Filters } from '#lib/storedFilters.ts';
import { useFailure } from '#lib/useFailure.ts';
import { useZoneChoice } from '#list/listZone.ts';
import { IconFailure, IconSuccess, IconWarning } from '#ui/icons.tsx';
import { RetryButton } from '#ui/RetryButton.tsx';
import styles from './dashboard.module.css';
import { TellMe } from './TellMe.tsx';

type Tone = 'quiet' | 'good' | 'bad' | 'unknown';

/** One figure, read again at each view. Specification, part 2, sections 2, 4 'Dashboard card' and 9. */
export function Card({ report, filters }: { report: MetricReport; filters: Filters }) {
  const { t, i18n } = useTranslation();
  const errorText = useErrorText();
  const { authority } = useSession();
  const { zone, waits } = useZoneChoice(cardViews[report]?.resource ?? 'event');
  // the zone that divides its period into days is that of the list it opens
  const query = { ...filters, timezone: zone };
  const figure = useApi(metrics.summary, { params: { report }, query }, { staleTime: 0, gcTime: 0, enabled: !waits });
  const { error } = figure;
  const failure = useFailure(figure);
  // the specification requires failures in the console
  useEffect(() => {
    if (error) console.error(`The figure ${report} could not be read: ${error.message}`);
  }, [error, report]);
  const data = figure.data?.data;
  if (failure) {
    return (
      <Frame
        title={t(`dashboard.cards.${report}.title`)}
        tone="unknown"
        figure="?"
        subtitle={t('dashboard.failed')}
        foot={errorText(failure)}
      >
        <RetryButton variant="default" read={figure} />
      </Frame>
    );
  }
  if (!data)
    return <Frame title={t(`dashboard.cards.${report}.title`)} tone="quiet" figure={t('dashboard.checking')} />;
  const { count, period, since } = data;
  const foot = t(`dashboard.cards.${report}.period`, { count: period });
  const isGood = count === 0;
  return (
    <Frame
      title={t(`dashboard.cards.${report}.title`)}
      tone={isGood ? 'good' : 'bad'}
      figure={numberWords(count, i18n.language)}
      subtitle={isGood ? t(`dashboard.cards.${report}.good`) : t(`dashboard.cards.${report}.bad`, { count })}
      // the pictures of as many days begin at midnight; the card's view does not
      foot={since === null ? foot : `${foot} · ${t('dashboard.since', { time: dateTime(since, zone) })}`}
      corner={<TellMe report={report} filters={filters} />}
    >
      {!isGood && cardReads(report).holds(authority) ? (
        <Button
          component={Link}
          to={cardPath(report)}
          variant="default"
          aria-label={t(`dashboard.cards.${report}.view`)}
        >
          <span className={styles.sentence}>{t('dashboard.viewAll')}</span>
        </Button>
      ) : null}
    </Frame>
  );
}

type FrameProps = {
  title: string;
  tone: Tone;
  figure: string;
  subtitle?: string;
  foot?: string | undefined;
  /** Shown beside the title. */
  corner?: ReactNode;
  children?: ReactNode;
};

const icons: Partial<Record<Tone, ReactNode>> = {
  good: <IconSuccess size={18} />,
  bad: <IconFailure size={18} />,
  unknown: <IconWarning size={18} />,
};

function Frame({ title, tone, figure, subtitle, foot, corner, children }: FrameProps) {
  return (
    <li className={styles.card} data-tone={tone} tabIndex={-1}>
      <div className={styles.cardHead}>
        <h2>{title}</h2>
        {corner}
      </div>
      <div role="status" className={styles.reading}>
        <p className={styles.figure} data-words={tone === 'quiet' || undefined}>
          {figure}
        </p>
        {subtitle ? (
          <p className={styles.subtitle}>
            {icons[tone]}
            {subtitle}
          </p>
        ) : null}
      </div>
      <div className={styles.foot}>
        <p>{foot}</p>
        {children}
      </div>
    </li>
  );
}
