import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { endOf, isPartial, type Series, type Times, totalsOf } from './bars.ts';
import styles from './pictures.module.css';
import { spanWords } from './timeWords.ts';

type Props<S extends Series> = {
  label: string;
  times: Times;
  series: readonly S[];
  /** The totals, where they are not those of the shown series. */
  totals?: readonly number[];
  zone: string;
  /** The header of the totals. */
  all: string;
  /** Shows a figure of a bar: of one series or, without it, of all. */
  figure: (n: number, bar: number, series?: S) => ReactNode;
};

/** The bars as a table, the newest first. */
export function BarsTable<S extends Series>({ label, times, series, totals, zone, all, figure }: Props<S>) {
  const { t } = useTranslation();
  const sums = totals ?? totalsOf(series, times.starts.length);
  const bars = times.starts.map((start, bar) => ({ start, bar })).toReversed();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by keyboard
    <div className={styles.scroll} role="region" aria-label={label} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('pictures.time')}</th>
            <th scope="col">{all}</th>
            {series.map((one) => (
              <th key={one.key} scope="col">
                {one.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bars.map(({ start, bar }) => (
            <tr key={start}>
              <th scope="row">
                {spanWords(start, endOf(times, bar), { bucket: times.bucket, zone })}
                {isPartial(times, bar) ? <span className={styles.cut}>{t('pictures.partial')}</span> : null}
              </th>
              <td>{figure(sums[bar] ?? 0, bar)}</td>
              {series.map((one) => (
                <td key={one.key}>{figure(one.counts[bar] ?? 0, bar, one)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
