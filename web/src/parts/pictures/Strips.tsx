import { useElementSize } from '@mantine/hooks';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useState } from 'react';
import unseen from '#ui/unseen.module.css';
import { labelled } from './bars.ts';
import styles from './strips.module.css';
import { afterKey, type MarkedRow, selectedRows, type Stop, stopAt } from './stripKeys.ts';
import { tickWords } from './timeWords.ts';

/** The least width for a label below the strips, in px. */
const labelWidth = 84;

export type Strip = {
  key: string;
  name: string;
  /** Its location, beside the name. */
  beside: string | null;
  /** Shown on the right. */
  figure: ReactNode;
  /** The periods that the words describe one by one, in their order. */
  stops: readonly (Stop & { words: () => ReactNode })[];
};

type Props<S extends Strip> = {
  /** Says what the picture shows. */
  label: string;
  /** The shown period, in milliseconds. */
  from: number;
  to: number;
  /** The instants that can have a label below them. */
  starts: readonly string[];
  bucket: 'hour' | 'day';
  zone: string;
  rows: readonly S[];
  /** The height of a strip, in px. */
  height: number;
  /** Draws a row in its strip; `x` returns the position of an instant. */
  draw: (row: S, x: (ms: number) => number, width: number) => ReactNode;
  /** The words for several selected rows. */
  chosen: (rows: readonly S[]) => string;
  /** Says what the keys do. */
  keys: string;
  /** Opens the rows in their list; absent without the permission to read it. */
  onOpen: ((rows: readonly S[]) => void) | undefined;
};

/**
 * A strip of time for each of several rows, with one tab stop: arrows move a mark, Shift selects rows, Enter opens them. A click
 * on a row opens it as well.
 */
export function Strips<S extends Strip>(props: Props<S>) {
  const { label, from, to, starts, bucket, zone, rows, height, draw, onOpen } = props;
  const { ref, width } = useElementSize();
  const hint = useId();
  const [marked, setMarked] = useState<MarkedRow | null>(null);
  const [hovered, setHovered] = useState<MarkedRow | null>(null);
  const x = (ms: number) => Math.max(0, Math.min(1, (ms - from) / (to - from))) * width;
  const within = (mark: MarkedRow | null) => (mark && Math.max(mark.row, mark.anchor) < rows.length ? mark : null);
  const shown = within(hovered) ?? within(marked);
  const [first, last] = shown ? selectedRows(shown) : [-1, -1];
  const row = shown ? rows[shown.row] : undefined;
  const stop = shown && row ? row.stops[stopAt(row.stops, shown.at)] : undefined;
  const open = (mark: MarkedRow) => {
    const [start, end] = selectedRows(mark);
    onOpen?.(rows.slice(start, end + 1));
  };
  const keys = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter' && within(marked) && marked) open(marked);
    const next = afterKey(marked, event, rows);
    if (next === undefined) return;
    event.preventDefault();
    setHovered(null);
    setMarked(next);
  };
  const markAt = ({ target, clientX }: Pick<PointerEvent, 'target' | 'clientX'>): MarkedRow | null => {
    const line = target instanceof Element ? target.closest('[data-row]') : null;
    const box = line?.querySelector('svg')?.getBoundingClientRect();
    if (!line || !box) return null;
    const place = Number(line.getAttribute('data-row'));
    const share = Math.max(0, Math.min(1, (clientX - box.left) / Math.max(1, box.width)));
    return { row: place, anchor: place, at: from + share * (to - from) };
  };
  const several = first < last ? props.chosen(rows.slice(first, last + 1)) : undefined;
  const labels = labelled({ starts, bucket }, zone, Math.max(2, Math.floor(width / labelWidth)));
  const isMonthly = labels.length > 1 && (labels[1] ?? 0) - (labels[0] ?? 0) > 20 && bucket === 'day';
  const place = stop && x((Math.max(from, stop.from) + Math.min(to, stop.until)) / 2);
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- an application takes keys */}
      <div
        role="application"
        aria-label={label}
        aria-describedby={hint}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the strips are one tab stop
        tabIndex={0}
        className={styles.strips}
        data-opens={onOpen ? true : undefined}
        onKeyDown={keys}
        onBlur={() => setMarked(null)}
        onPointerMove={(event) => setHovered(markAt(event))}
        onPointerLeave={() => setHovered(null)}
        onClick={(event) => {
          const mark = markAt(event);
          if (mark) open(mark);
        }}
      >
        {rows.map((one, i) => (
          <div key={one.key} data-row={i} aria-hidden className={styles.row} data-marked={i >= first && i <= last}>
            <span className={styles.name} title={one.beside ? `${one.name}, ${one.beside}` : one.name}>
              {one.name}
              {one.beside ? <small>{one.beside}</small> : null}
            </span>
            <div ref={i === 0 ? ref : undefined} className={styles.cell}>
              <svg height={height} className={styles.strip}>
                {draw(one, x, width)}
                {i === shown?.row && place !== undefined && !several ? (
                  <line x1={place} x2={place} y2={height} className={styles.mark} />
                ) : null}
              </svg>
              {i === shown?.row ? (
                <div className={styles.words} style={besides(i, rows.length, place ?? width, width)}>
                  <strong>{several ?? one.name}</strong>
                  {several ? null : stop?.words()}
                </div>
              ) : null}
            </div>
            <b>{one.figure}</b>
          </div>
        ))}
        <div className={styles.axis} aria-hidden>
          <svg height={20}>
            {labels.map((bar) => {
              const at = x(Date.parse(starts[bar] ?? ''));
              // keeps labels from being cut at an edge
              const anchor = at < 24 ? 'start' : at > width - 24 ? 'end' : 'middle';
              return (
                <text key={bar} x={at} y={14} textAnchor={anchor}>
                  {tickWords(starts[bar] ?? '', { bucket, zone, isMonthly, isFirst: bar === labels[0] })}
                </text>
              );
            })}
          </svg>
        </div>
      </div>
      <p id={hint} className={unseen.unseen}>
        {props.keys}
      </p>
      <p role="status" className={unseen.unseen}>
        {marked && row && !hovered
          ? (several ?? (
              <>
                {[row.name, row.beside].filter(Boolean).join(', ')}. {stop?.words()}
              </>
            ))
          : null}
      </p>
    </>
  );
}

/** The position of the words: below the strip or, in the lower half, above it; on the side that has room. */
const besides = (row: number, rows: number, at: number, width: number) => ({
  ...(row >= rows / 2 ? { bottom: 'calc(100% + 4px)' } : { top: 'calc(100% + 4px)' }),
  ...(at > width / 2 ? { right: width - at } : { left: at }),
});
