import type { Timeline } from '@keyward/contract/dashboard';
import { useTranslation } from 'react-i18next';
import { currentLocale } from '#lib/i18n.ts';
import { endOf, isPartial, type Series, totalsOf } from './pictures.ts';
import styles from './pictures.module.css';
import { spanWords } from './timeWords.ts';

type Props = {
  timeline: Timeline;
  series: readonly Series[];
  zone: string;
  /** The first and the last of the bars. */
  bars: readonly [number, number];
  /** Where a label stands in a picture of this width; absent: plain words. */
  at?: number;
  width?: number;
};

/** What bars show: their time, their total, and the types. */
export function BarWords({ timeline, series, zone, bars: [first, last], at, width = 0 }: Props) {
  const { t } = useTranslation();
  const nameOf = useSeriesName();
  const inBars = (counts: readonly number[]) => counts.slice(first, last + 1).reduce((a, b) => a + b, 0);
  const total = inBars(totalsOf(series, timeline.starts.length));
  const isCut = isPartial(timeline, first) || isPartial(timeline, last);
  const words = spanWords(timeline.starts[first] ?? timeline.from, endOf(timeline, last), {
    bucket: timeline.bucket,
    zone,
  });
  const shown = series.map((one, i) => ({ one, i, n: inBars(one.counts) })).filter(({ n }) => n > 0);
  const count = t('dashboard.activity.events', { count: total });
  if (at === undefined) {
    const parts = shown.map(({ one, n }) => `${nameOf(one)}: ${n.toLocaleString(currentLocale())}`);
    return [words, ...(isCut ? [t('dashboard.activity.partial')] : []), count, ...parts].join('. ');
  }
  return (
    <div className={styles.words} aria-hidden style={at > width / 2 ? { right: width - at + 12 } : { left: at + 12 }}>
      <strong>{words}</strong>
      <p>
        {count}
        {isCut ? <span className={styles.cut}>{t('dashboard.activity.partial')}</span> : null}
      </p>
      {shown.map(({ one, i, n }) => (
        <p key={one.events.join()} className={styles.line}>
          <Swatch series={one} index={i} />
          <span>{nameOf(one)}</span>
          <b>{n.toLocaleString(currentLocale())}</b>
        </p>
      ))}
    </div>
  );
}

/** The name of a colour. */
export function useSeriesName(): (series: Series) => string {
  const { t } = useTranslation();
  return ({ events: [event], isRest }) =>
    isRest || !event ? t('dashboard.activity.others') : t(`activity.event.${event}`);
}

/** The colour of a series. */
export function Swatch({ series, index }: { series: Series; index: number }) {
  return <i className={styles.swatch} style={{ background: `var(--series-${series.isRest ? 'rest' : index})` }} />;
}
