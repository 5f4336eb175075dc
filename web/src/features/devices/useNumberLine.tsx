import type { DeviceHistory, Point } from '@keyward/contract/device-history';
import { useTranslation } from 'react-i18next';
import { dateOf } from '#lib/dates.ts';
import { celsiusWords, wholePercentWords } from '#lib/numbers.ts';
import { zonedDay } from '#lib/zoned.ts';
import { type Line, lineHeight, type LineStop } from '#parts/history/Lines.tsx';
import styles from '#parts/history/lines.module.css';

/** Margin for the stroke of the line, in px. */
const edge = 2;
type Field = 'battery' | 'temperature';
type Of = { forecast: DeviceHistory['forecast']; now: number; zone: string };

/** Line of a number: every point is drawn, and the last one of each day has a text. */
export function useNumberLine(): (field: Field, points: readonly Point[], of: Of) => Line {
  const { t, i18n } = useTranslation();
  const words = (field: Field, value: number) =>
    field === 'battery' ? wholePercentWords(value, i18n.language) : celsiusWords(value, i18n.language);
  return (field, points, { forecast, now, zone }) => {
    const [low, high] = scaleOf(field, points);
    const y = (value: number) => edge + (1 - (value - low) / (high - low)) * (lineHeight - 2 * edge);
    const last = points.at(-1);
    const byDay = Map.groupBy(points, ({ at }) => zonedDay(Date.parse(at), zone));
    const stops = [...byDay.values()].flatMap((ofDay): LineStop[] => {
      const point = ofDay.at(-1);
      const at = Date.parse(point?.at ?? '');
      return point ? [{ from: at, until: at, words: words(field, point.value) }] : [];
    });
    const empty = forecast ? Date.parse(forecast.emptyAt) : undefined;
    return {
      key: field,
      name: t(`history.lines.${field}`),
      figure: last ? words(field, last.value) : null,
      stops:
        empty === undefined
          ? stops
          : [
              ...stops,
              {
                from: now,
                until: now,
                words: t('history.lines.forecast', { day: dateOf(forecast?.emptyAt ?? '', zone) }),
              },
            ],
      draw: (x, width) => (
        <>
          <line x2={width} y1={y(low)} y2={y(low)} className={styles.level} />
          <polyline
            className={styles.line}
            points={points.map(({ at, value }) => `${x(Date.parse(at))},${y(value)}`).join(' ')}
          />
          {last && points.length === 1 ? (
            <circle cx={x(Date.parse(last.at))} cy={y(last.value)} r={2} className={styles.held} />
          ) : null}
          {last && empty !== undefined ? (
            <>
              <line x1={x(now)} x2={x(now)} y2={lineHeight} className={styles.now} />
              <Forecast from={{ ms: Date.parse(last.at), value: last.value }} empty={empty} x={x} y={y} width={width} />
            </>
          ) : null}
        </>
      ),
    };
  };
}

type ForecastProps = {
  from: { ms: number; value: number };
  empty: number;
  x: (ms: number) => number;
  y: (value: number) => number;
  width: number;
};

/** Forecast down to empty, within the picture: `x` stops at the edge, so the slope is taken from points inside. */
function Forecast({ from, empty, x, y, width }: ForecastProps) {
  const valueAt = (ms: number) => from.value * Math.max(0, (empty - ms) / Math.max(1, empty - from.ms));
  const dayMs = 86_400_000;
  const steps = Array.from({ length: 8 }, (_, day) => from.ms + day * dayMs).filter((ms) => x(ms) < width);
  const points = [...steps, ...(x(empty) < width ? [empty] : [])].toSorted((a, b) => a - b);
  return <polyline className={styles.forecast} points={points.map((ms) => `${x(ms)},${y(valueAt(ms))}`).join(' ')} />;
}

function scaleOf(field: Field, points: readonly Point[]): [number, number] {
  if (field === 'battery') return [0, 100];
  const values = points.map(({ value }) => value);
  const [low, high] = [Math.floor(Math.min(...values)), Math.ceil(Math.max(...values))];
  return low === high ? [low - 1, high + 1] : [low, high];
}
