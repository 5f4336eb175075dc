import { useElementSize } from '@mantine/hooks';
import { AxisBottom, AxisLeft } from '@visx/axis';
import { Group } from '@visx/group';
import { scaleBand, scaleLinear } from '@visx/scale';
import { BarStack } from '@visx/shape';
import { type KeyboardEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shortNumber } from '#lib/numbers.ts';
import unseen from '#ui/unseen.module.css';
import { afterKey, type Marked, selectedBars } from './barKeys.ts';
import { endOf, isPartial, labelled, type Series, type Times, totalsOf } from './bars.ts';
import { BarWords } from './BarWords.tsx';
import { Pattern } from './Pattern.tsx';
import styles from './pictures.module.css';
import { tickWords } from './timeWords.ts';
import { useBrush } from './useBrush.ts';

const margin = { top: 12, right: 4, bottom: 28, left: 48 };
/** The least width for a label below the bars, in px. */
const labelWidth = 76;

type Props = {
  /** Says what the picture shows, with its total. */
  label: string;
  times: Times;
  series: readonly Series[];
  zone: string;
  /** Says what the keys do. */
  keys: string;
  /** The height of the picture, in px. */
  height?: number;
  /** Opens the events from an instant to before another; absent without the permission to read them. */
  onOpen: ((from: string, to: string) => void) | undefined;
};

/**
 * Stacked bars of events over time, with one tab stop: arrows move a mark, Shift selects, Enter opens the rows. A click on a bar
 * opens them as well, and so does dragging over several.
 */
export function Bars({ label, times, series, zone, keys: keysText, height = 240, onOpen }: Props) {
  const { i18n } = useTranslation();
  const { ref, width } = useElementSize();
  const hint = useId();
  const [marked, setMarked] = useState<Marked | null>(null);
  const [hovered, setHovered] = useState<number>();
  const bars = times.starts.length;
  const totals = totalsOf(series, bars);
  const inner = { width: Math.max(0, width - margin.left - margin.right), height: height - margin.top - margin.bottom };
  const x = scaleBand({
    domain: times.starts.map((_, i) => i),
    range: [0, inner.width],
    padding: bars > 60 ? 0.1 : 0.2,
  });
  const y = scaleLinear({ domain: [0, Math.max(1, ...totals)], range: [inner.height, 0], nice: 4 });
  const levels = y.ticks(4).filter(Number.isInteger);
  const labels = labelled(times, zone, Math.max(2, Math.floor(inner.width / labelWidth)));
  const isMonthly = labels.length > 1 && (labels[1] ?? 0) - (labels[0] ?? 0) > 20 && times.bucket === 'day';
  const openBars = ([first, last]: readonly [number, number]) => {
    setMarked(null);
    onOpen?.(times.starts[first] ?? times.from, endOf(times, last));
  };
  const brush = useBrush({ bars, width: inner.width, onChoose: openBars, onHover: setHovered });
  const selection =
    brush.bars ??
    (hovered === undefined || hovered >= bars
      ? marked && marked.bar < bars
        ? selectedBars(marked)
        : null
      : ([hovered, hovered] as const));
  const keys = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter' && marked) openBars(selectedBars(marked));
    if (event.key === 'Escape') brush.cancel();
    const next = afterKey(marked, event, bars);
    if (next === undefined) return;
    event.preventDefault();
    setHovered(undefined);
    setMarked(next);
  };
  const number = (n: number) => shortNumber(n, i18n.language);
  return (
    <div ref={ref} className={styles.frame}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- an application takes keys */}
      <div
        role="application"
        aria-label={label}
        aria-describedby={hint}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the bars are one tab stop
        tabIndex={0}
        className={styles.bars}
        onKeyDown={keys}
        onBlur={() => setMarked(null)}
      >
        <svg width={width} height={height} aria-hidden>
          <defs>
            <Pattern id={`${hint}-cut`} kind="cut" />
            <Pattern id={`${hint}-dots`} kind="dots" />
            <Pattern id={`${hint}-lines`} kind="lines" />
          </defs>
          <Group left={margin.left} top={margin.top}>
            {levels.map((level) => (
              <line key={level} x2={inner.width} y1={y(level)} y2={y(level)} className={styles.level} />
            ))}
            {selection ? (
              <rect
                className={styles.marked}
                x={x(selection[0]) ?? 0}
                width={(x(selection[1]) ?? 0) + x.bandwidth() - (x(selection[0]) ?? 0)}
                height={inner.height}
              />
            ) : null}
            <BarStack
              data={times.starts.map((_, bar) => bar)}
              keys={series.map((_, i) => i)}
              value={(bar, i) => series[i]?.counts[bar] ?? 0}
              x={(bar) => bar}
              xScale={x}
              yScale={y}
              color={(i) => series[i]?.color ?? ''}
            >
              {(stacks) =>
                stacks.flatMap(({ key, bars: parts }) =>
                  parts
                    .filter((part) => part.height > 0)
                    .flatMap((part) => {
                      const { x: left, y: top, width: wide, height: high } = part;
                      const box = { x: left, y: top, width: wide, height: high };
                      const pattern = series[key]?.pattern;
                      return [
                        <rect key={`${key} ${part.index}`} {...box} fill={part.color} />,
                        ...(pattern
                          ? [<rect key={`${key} ${part.index} p`} {...box} fill={`url(#${hint}-${pattern})`} />]
                          : []),
                      ];
                    }),
                )
              }
            </BarStack>
            {totals.map((total, bar) =>
              isPartial(times, bar) && total > 0 ? (
                <rect
                  key={times.starts[bar]}
                  x={x(bar)}
                  y={y(total)}
                  width={x.bandwidth()}
                  height={inner.height - y(total)}
                  fill={`url(#${hint}-cut)`}
                />
              ) : null,
            )}
            <AxisLeft
              scale={y}
              tickValues={levels}
              tickFormat={(n) => number(Number(n))}
              hideAxisLine
              hideTicks
              tickClassName={styles.tick ?? ''}
              tickLabelProps={{ dx: -4, dy: 4, textAnchor: 'end' }}
            />
            <AxisBottom
              top={inner.height}
              scale={x}
              tickValues={labels.filter((bar) => (x(bar) ?? 0) + x.bandwidth() / 2 < inner.width - 16)}
              tickFormat={(bar) =>
                tickWords(times.starts[bar] ?? '', {
                  bucket: times.bucket,
                  zone,
                  isMonthly,
                  isFirst: bar === labels[0],
                })
              }
              hideTicks
              axisLineClassName={styles.axis ?? ''}
              tickClassName={styles.tick ?? ''}
              tickLabelProps={{ dy: 4, textAnchor: 'middle' }}
            />
            <rect
              width={inner.width}
              height={inner.height}
              className={styles.hits}
              data-opens={onOpen ? true : undefined}
              {...brush.handlers}
            />
          </Group>
        </svg>
      </div>
      <p id={hint} className={unseen.unseen}>
        {keysText}
      </p>
      {selection ? (
        <BarWords
          times={times}
          series={series}
          zone={zone}
          bars={selection}
          at={margin.left + (x(selection[1]) ?? 0) + x.bandwidth() / 2}
          width={width}
        />
      ) : null}
      <p role="status" className={unseen.unseen}>
        {marked && marked.bar < bars && hovered === undefined && !brush.bars ? (
          <BarWords times={times} series={series} zone={zone} bars={selectedBars(marked)} />
        ) : null}
      </p>
    </div>
  );
}
