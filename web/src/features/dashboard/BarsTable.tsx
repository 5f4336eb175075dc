import type { EventType } from '@keyward/contract/activity';
import type { Timeline } from '@keyward/contract/dashboard';
import { paths } from '@keyward/contract/paths';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { currentLocale } from '#lib/i18n.ts';
import { useSeriesName } from './BarWords.tsx';
import { endOf, isPartial, rowsBetween, type Series, totalsOf } from './pictures.ts';
import styles from './pictures.module.css';
import { spanWords } from './timeWords.ts';

type Props = { label: string; timeline: Timeline; series: readonly Series[]; zone: string; mayOpen: boolean };

/** The bars as a table, the newest first, whose figures lead to their rows. */
export function BarsTable({ label, timeline, series, zone, mayOpen }: Props) {
  const { t } = useTranslation();
  const nameOf = useSeriesName();
  const totals = totalsOf(series, timeline.starts.length);
  const bars = timeline.starts.map((start, bar) => ({ start, bar })).toReversed();
  const figure = (n: number, bar: number, events?: readonly EventType[]) => {
    const text = n.toLocaleString(currentLocale());
    if (n === 0 || !mayOpen) return text;
    return (
      <Link
        to={paths.activity()}
        search={rowsBetween(timeline.starts[bar] ?? timeline.from, endOf(timeline, bar), events)}
      >
        {text}
      </Link>
    );
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by keyboard
    <div className={styles.scroll} role="region" aria-label={label} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('dashboard.activity.time')}</th>
            <th scope="col">{t('dashboard.activity.all')}</th>
            {series.map((one) => (
              <th key={one.events.join()} scope="col">
                {nameOf(one)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bars.map(({ start, bar }) => (
            <tr key={start}>
              <th scope="row">
                {spanWords(start, endOf(timeline, bar), { bucket: timeline.bucket, zone })}
                {isPartial(timeline, bar) ? (
                  <span className={styles.cut}>{t('dashboard.activity.partial')}</span>
                ) : null}
              </th>
              <td>{figure(totals[bar] ?? 0, bar)}</td>
              {series.map((one) => (
                <td key={one.events.join()}>{figure(one.counts[bar] ?? 0, bar, one.events)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
