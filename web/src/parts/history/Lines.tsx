import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { dateTime } from '#lib/dates.ts';
import { useSession } from '#lib/session.ts';
import { Strips } from '#parts/pictures/Strips.tsx';
import pictures from '#parts/pictures/pictures.module.css';
import { TableButton } from '#parts/pictures/TableButton.tsx';
import { spanWords } from '#parts/pictures/timeWords.ts';
import styles from './lines.module.css';

/** Text for a period of a line, from `from` to `until` (epoch ms). For an instant the two are equal. */
export type LineStop = {
  from: number;
  until: number;
  words: string;
  /** The period is a calendar day. */
  isDay?: boolean;
  /** The same text with a link, for the table. */
  link?: ReactNode;
};

/** A state over time. */
export type Line = {
  key: string;
  name: string;
  /** The present state. */
  figure: ReactNode;
  stops: readonly LineStop[];
  /** Draws the line; `x` returns the position of an instant. */
  draw: (x: (ms: number) => number, width: number) => ReactNode;
  /** Opens the object of the line. */
  onOpen?: () => void;
};

type Props = {
  title: string;
  /** The shown period, in milliseconds; it may end in the future. */
  from: number;
  to: number;
  /** The starts of the calendar days in it, in the zone. */
  starts: readonly string[];
  lines: readonly Line[];
  /** Says what the keys do. */
  keys: string;
  /** Shown below the lines, or in their place. */
  children?: ReactNode;
};

export const lineHeight = 28;

/** The states of one object over time, with a line for each and a table as an alternative. */
export function Lines({ title, from, to, starts, lines, keys, children }: Props) {
  const { t } = useTranslation();
  const { zone } = useSession();
  const [isTable, setTable] = useState(false);
  const timeOf = (stop: LineStop) =>
    stop.from === stop.until
      ? dateTime(new Date(stop.from).toISOString(), zone)
      : spanWords(new Date(stop.from).toISOString(), new Date(stop.until).toISOString(), {
          bucket: stop.isDay ? 'day' : 'hour',
          zone,
        });
  const rows = lines.map((line) => ({
    ...line,
    beside: null,
    stops: line.stops.map((stop) => ({
      ...stop,
      words: () => (
        <>
          <p>{timeOf(stop)}</p>
          <p>{stop.words}</p>
        </>
      ),
    })),
  }));
  const open = lines.some(({ onOpen }) => onOpen)
    ? ([first]: readonly Pick<Line, 'onOpen'>[]) => first?.onOpen?.()
    : undefined;
  return (
    <section className={`${pictures.picture} ${styles.lines}`} aria-label={title}>
      <div className={styles.head}>
        <h3>{title}</h3>
        {lines.length > 0 ? <TableButton isTable={isTable} onTable={setTable} /> : null}
      </div>
      {lines.length === 0 ? null : isTable ? (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by keyboard
        <div className={pictures.scroll} role="region" aria-label={title} tabIndex={0}>
          <table className={`${pictures.table} ${styles.table}`}>
            <thead>
              <tr>
                <th scope="col">{t('pictures.time')}</th>
                <th scope="col">{t('history.lines.state')}</th>
              </tr>
            </thead>
            {lines.map((line) => (
              <tbody key={line.key}>
                <tr>
                  <th scope="rowgroup" colSpan={2}>
                    {line.name}
                  </th>
                </tr>
                {line.stops.toReversed().map((stop) => (
                  <tr key={stop.from}>
                    <th scope="row">{timeOf(stop)}</th>
                    <td>{stop.link ?? stop.words}</td>
                  </tr>
                ))}
              </tbody>
            ))}
          </table>
        </div>
      ) : (
        <Strips
          label={title}
          from={from}
          to={to}
          starts={starts}
          bucket="day"
          zone={zone}
          rows={rows}
          height={lineHeight}
          draw={(line, x, width) => line.draw(x, width)}
          chosen={([first, ...others]) => [first, ...others].map((line) => line?.name).join(', ')}
          keys={keys}
          onOpen={open}
        />
      )}
      {children}
    </section>
  );
}
