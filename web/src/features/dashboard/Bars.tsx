import type { Timeline } from '@keyward/contract/dashboard';
import { useElementSize } from '@mantine/hooks';
import { AxisBottom, AxisLeft } from '@visx/axis';
import { Group } from '@visx/group';
import { scaleBand, scaleLinear } from '@visx/scale';
import { BarStack } from '@visx/shape';
import { type KeyboardEvent, type MouseEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLocale } from '#lib/i18n.ts';
import unseen from '#ui/unseen.module.css';
import { afterKey, type Marked, selectedBars } from './barKeys.ts';
import { BarWords } from './BarWords.tsx';
import { endOf, isPartial, labelled, type Series, totalsOf } from './pictures.ts';
import styles from './pictures.module.css';
import { tickWords } from './timeWords.ts';

const height = 240;
const margin = { top: 12, right: 4, bottom: 28, left: 48 };
/** The narrowest room for a label below the bars. */
const labelWidth = 76;

type Props = {
  /** Says what the picture shows, with its total. */
  label: string;
  timeline: Timeline;
  series: readonly Series[];
  zone: string;
  /** Opens the events from an instant to before another; absent for those who may not read them. */
  onOpen: ((from: string, to: string) => void) | undefined;
};

/** Stacked bars of events over time. One tab stop: arrows move a mark, Shift selects, Enter opens the rows. */
export function Bars({ label, timeline, series, zone, onOpen }: Props) {
  const { t } = useTranslation();
  const { ref, width } = useElementSize();
  const hint = useId();
  const [marked, setMarked] = useState<Marked | null>(null);
  const [hovered, setHovered] = useState<number>();
  const bars = timeline.starts.length;
  const totals = totalsOf(series, bars);
  const inner = { width: Math.max(0, width - margin.left - margin.right), height: height - margin.top - margin.bottom };
  const x = scaleBand({
    domain: timeline.starts.map((_, i) => i),
    range: [0, inner.width],
    padding: bars > 60 ? 0.1 : 0.2,
  });
  const y = scaleLinear({ domain: [0, Math.max(1, ...totals)], range: [inner.height, 0], nice: 4 });
  const levels = y.ticks(4).filter(Number.isInteger);
  const labels = labelled(timeline, zone, Math.max(2, Math.floor(inner.width / labelWidth)));
  const isMonthly = labels.length > 1 && (labels[1] ?? 0) - (labels[0] ?? 0) > 20 && timeline.bucket === 'day';
  const selection =
    hovered === undefined ? (marked && marked.bar < bars ? selectedBars(marked) : null) : ([hovered, hovered] as const);
  const openBars = ([first, last]: readonly [number, number]) =>
    onOpen?.(timeline.starts[first] ?? timeline.from, endOf(timeline, last));
  const keys = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter' && marked) openBars(selectedBars(marked));
    const next = afterKey(marked, event, bars);
    if (next === undefined) return;
    event.preventDefault();
    setHovered(undefined);
    setMarked(next);
  };
  const barAt = ({ clientX, currentTarget }: MouseEvent) => {
    const { left } = currentTarget.getBoundingClientRect();
    return Math.max(0, Math.min(bars - 1, Math.floor((clientX - left) / (inner.width / bars))));
  };
  const number = (n: number) => n.toLocaleString(currentLocale(), { notation: n < 10_000 ? 'standard' : 'compact' });
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
            <pattern
              id={`${hint}-cut`}
              width={6}
              height={6}
              patternUnits="userSpaceOnUse"
              patternTransform="rotate(45)"
            >
              <line y2={6} className={styles.hatch} />
            </pattern>
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
              data={timeline.starts.map((_, bar) => bar)}
              keys={series.map((_, i) => i)}
              value={(bar, i) => series[i]?.counts[bar] ?? 0}
              x={(bar) => bar}
              xScale={x}
              yScale={y}
              color={(i) => `var(--series-${series[i]?.isRest ? 'rest' : i})`}
            >
              {(stacks) =>
                stacks.flatMap(({ key, bars: parts }) =>
                  parts
                    .filter((part) => part.height > 0)
                    .map((part) => (
                      <rect
                        key={`${key} ${part.index}`}
                        x={part.x}
                        y={part.y}
                        width={part.width}
                        height={part.height}
                        fill={part.color}
                      />
                    )),
                )
              }
            </BarStack>
            {totals.map((total, bar) =>
              isPartial(timeline, bar) && total > 0 ? (
                <rect
                  key={timeline.starts[bar]}
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
                tickWords(timeline.starts[bar] ?? '', {
                  bucket: timeline.bucket,
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
              onPointerMove={(event) => setHovered(barAt(event))}
              onPointerLeave={() => setHovered(undefined)}
              onClick={(event) => openBars([barAt(event), barAt(event)])}
            />
          </Group>
        </svg>
      </div>
      <p id={hint} className={unseen.unseen}>
        {t(onOpen ? 'dashboard.activity.keys' : 'dashboard.activity.keysOnly')}
      </p>
      {selection ? (
        <BarWords
          timeline={timeline}
          series={series}
          zone={zone}
          bars={selection}
          at={margin.left + (x(selection[1]) ?? 0) + x.bandwidth() / 2}
          width={width}
        />
      ) : null}
      <p role="status" className={unseen.unseen}>
        {marked && marked.bar < bars && hovered === undefined ? (
          <BarWords timeline={timeline} series={series} zone={zone} bars={selectedBars(marked)} />
        ) : null}
      </p>
    </div>
  );
}
