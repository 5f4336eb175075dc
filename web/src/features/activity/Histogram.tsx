import { activity } from '@keyward/contract/calls';
import type { Histogram as Figured, HistogramBars } from '@keyward/contract/histogram';
import { Button, UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api.ts';
import { dateTime } from '#lib/dates.ts';
import { currentLocale } from '#lib/i18n.ts';
import { lazily } from '#lib/lazily.ts';
import { numberWords } from '#lib/numbers.ts';
import { phone } from '#lib/phone.ts';
import { useListZone } from '#list/listZone.ts';
import { weekOf } from '#lib/weekdays.ts';
import { useFailure } from '#lib/useFailure.ts';
import { useFilterWords } from '#list/filters/filterWords.ts';
import type { AboveRows } from '#list/listProps.ts';
import { useWithRows } from '#list/useWithRows.ts';
import { endOf, rangeText } from '#parts/pictures/bars.ts';
import { BarsTable } from '#parts/pictures/BarsTable.tsx';
import { TableButton } from '#parts/pictures/TableButton.tsx';
import { IconChevronDown, IconWarning } from '#ui/icons.tsx';
import { RetryButton } from '#ui/RetryButton.tsx';
import { histogramFold } from './histogramFold.ts';
import styles from './histogram.module.css';
import { useTrail } from './useTrail.ts';

// charts need more code than the list
const Bars = lazily(async () => (await import('#parts/pictures/Bars.tsx')).Bars, { texts: ['pictures'] });

const height = 112;
const column = 'event_time';
const meta = {
  id: column,
  displayName: column,
  filterType: 'dateRange' as const,
  nullable: false,
  disabled: false,
};

/**
 * Histogram of the events that the list's query finds. Dragging over bars sets the list's range of dates, as its two fields do;
 * 'Back' returns to the range before. It can be folded; this browser remembers whether it is.
 */
export function Histogram({ query, isShown, readAt, filters, onFilters }: AboveRows) {
  const { t } = useTranslation();
  const { zone } = useListZone();
  const wordsOf = useFilterWords(zone);
  const isNarrow = useMediaQuery(phone, undefined, { getInitialValueInEffect: false }) ?? false;
  const [isOpen, setOpen] = useState(histogramFold.isOpen);
  const [isTable, setTable] = useState(false);
  const { [column]: range, ...others } = filters;
  const trail = useTrail(range);
  const setRange = (next: string | undefined) => onFilters(next ? { ...others, [column]: next } : others);
  const [last] = trail.slice(-1);
  return (
    <section className={styles.histogram} aria-label={t('histogram.title')} tabIndex={-1}>
      <div className={styles.head}>
        <UnstyledButton
          className={styles.fold}
          aria-expanded={isOpen}
          onClick={() => {
            histogramFold.remember(!isOpen);
            setOpen(!isOpen);
          }}
        >
          <IconChevronDown size={16} />
          {t('histogram.title')}
        </UnstyledButton>
        {last ? (
          <Button size="compact-sm" variant="subtle" onClick={() => setRange(last.range)}>
            {t('histogram.back', { range: last.range ? wordsOf(meta, last.range) : t('histogram.always') })}
          </Button>
        ) : null}
        {isOpen ? <TableButton isTable={isTable} onTable={setTable} /> : null}
      </div>
      {isOpen ? (
        <Figures
          query={{ ...query, bars: isNarrow ? '50' : '100', week_start: weekOf(currentLocale())[0] ?? 'mon' }}
          isShown={isShown}
          readAt={readAt}
          isTable={isTable}
          onRange={(from, to) => setRange(rangeText(from, to))}
        />
      ) : null}
    </section>
  );
}

type FiguresProps = Pick<AboveRows, 'query' | 'isShown' | 'readAt'> & {
  isTable: boolean;
  onRange: (from: string, to: string) => void;
};

function Figures({ query, isShown, readAt, isTable, onRange }: FiguresProps) {
  const { t } = useTranslation();
  const { zone } = useListZone();
  const read = useApi(activity.histogram, { query }, { enabled: isShown, keepPrevious: true });
  const key = JSON.stringify(query);
  const [good, setGood] = useState<{ key: string; figures: Figured; at: number }>();
  if (read.data && !read.isPlaceholderData && (good?.figures !== read.data.data || good.key !== key)) {
    setGood({ key, figures: read.data.data, at: read.dataUpdatedAt });
  }
  const { refetch } = read;
  const failure = useFailure(read);
  useWithRows(readAt, Math.max(read.dataUpdatedAt, read.errorUpdatedAt), () => void refetch());
  const retry = <RetryButton size="compact-sm" variant="default" read={read} />;
  if (!good || (failure && good.key !== key)) {
    return failure ? (
      <div role="alert" className={styles.note}>
        <IconWarning size={18} />
        {t('histogram.failed')}
        {retry}
      </div>
    ) : (
      <div className={styles.space} />
    );
  }
  const { figures } = good;
  return (
    <>
      {failure ? (
        <div role="alert" className={styles.stale}>
          {t('histogram.stale', { time: dateTime(new Date(good.at).toISOString(), zone) })}
          {retry}
        </div>
      ) : null}
      <div className={styles.figures} data-old={good.key === key ? undefined : true}>
        {figures.kind === 'tooWide' ? (
          <div role="status" className={styles.note}>
            <IconWarning size={18} />
            {t('histogram.tooWide')}
          </div>
        ) : figures.total === 0 ? (
          <div className={styles.note}>{t('histogram.none')}</div>
        ) : (
          <Shown figures={figures} isTable={isTable} onRange={onRange} />
        )}
      </div>
    </>
  );
}

function Shown({ figures, isTable, onRange }: Pick<FiguresProps, 'isTable' | 'onRange'> & { figures: HistogramBars }) {
  const { t, i18n } = useTranslation();
  const about = t(`histogram.about.${figures.bucket}`);
  const label = `${about}. ${t('pictures.events', { count: figures.total })}`;
  const series = [
    {
      key: 'events',
      name: t('histogram.events'),
      color: 'var(--kw-brand)',
      counts: figures.counts,
      total: figures.total,
    },
  ];
  const { timezone: zone } = figures;
  if (isTable) {
    return (
      <div className={styles.table}>
        <BarsTable
          label={label}
          times={figures}
          series={[]}
          totals={figures.counts}
          zone={zone}
          all={t('histogram.events')}
          figure={(n, bar) => {
            const text = numberWords(n, i18n.language);
            if (n === 0) return text;
            return (
              <UnstyledButton
                className={styles.figure}
                onClick={() => onRange(figures.starts[bar] ?? figures.from, endOf(figures, bar))}
              >
                {text}
              </UnstyledButton>
            );
          }}
        />
      </div>
    );
  }
  return (
    <Suspense fallback={<div className={styles.space} />}>
      <Bars
        label={label}
        times={figures}
        series={series}
        zone={zone}
        keys={t('histogram.keys')}
        height={height}
        onOpen={onRange}
      />
    </Suspense>
  );
}
