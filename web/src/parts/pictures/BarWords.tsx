import { useTranslation } from 'react-i18next';
import { numberWords } from '#lib/numbers.ts';
import { endOf, isPartial, type Series, type Times, totalsOf } from './bars.ts';
import styles from './pictures.module.css';
import { spanWords } from './timeWords.ts';

type Props = {
  times: Times;
  series: readonly Series[];
  zone: string;
  /** The places of the first and the last of the bars. */
  bars: readonly [number, number];
  /** The position of a label in a picture of this width; absent: plain words. */
  at?: number;
  width?: number;
};

/** The words for one or more bars: their time, their total, and their parts. */
export function BarWords({ times, series, zone, bars: [first, last], at, width = 0 }: Props) {
  const { t, i18n } = useTranslation();
  const inBars = (counts: readonly number[]) => counts.slice(first, last + 1).reduce((a, b) => a + b, 0);
  const total = inBars(totalsOf(series, times.starts.length));
  const isCut = isPartial(times, first) || isPartial(times, last);
  const words = spanWords(times.starts[first] ?? times.from, endOf(times, last), { bucket: times.bucket, zone });
  // a single series equals the total
  const shown = (series.length > 1 ? series : [])
    .map((one) => ({ one, n: inBars(one.counts) }))
    .filter(({ n }) => n > 0);
  const count = t('pictures.events', { count: total });
  if (at === undefined) {
    const parts = shown.map(({ one, n }) => `${one.name}: ${numberWords(n, i18n.language)}`);
    return [words, ...(isCut ? [t('pictures.partial')] : []), count, ...parts].join('. ');
  }
  return (
    <div className={styles.words} aria-hidden style={at > width / 2 ? { right: width - at + 12 } : { left: at + 12 }}>
      <strong>{words}</strong>
      <p>
        {count}
        {isCut ? <span className={styles.cut}>{t('pictures.partial')}</span> : null}
      </p>
      {shown.map(({ one, n }) => (
        <p key={one.key} className={styles.line}>
          <Swatch series={one} />
          <span>{one.name}</span>
          <b>{numberWords(n, i18n.language)}</b>
        </p>
      ))}
    </div>
  );
}

/** The colour of a series, with its pattern. */
export function Swatch({ series: { color, pattern } }: { series: Pick<Series, 'color' | 'pattern'> }) {
  return <i className={styles.swatch} data-pattern={pattern} style={{ backgroundColor: color }} />;
}
