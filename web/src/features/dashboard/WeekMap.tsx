import type { Week } from '@keyward/contract/dashboard';
import { useElementSize } from '@mantine/hooks';
import { type KeyboardEvent, type MouseEvent, useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLocale } from '#lib/i18n.ts';
import { weekOf } from '#lib/weekdays.ts';
import unseen from '#ui/unseen.module.css';
import styles from '#parts/pictures/pictures.module.css';
import { afterKey, type Block, blockOf, type Chosen, countOf, hours, type Marked, reachOf, shadeOf } from './week.ts';
import { chosenWords, hourName, shortDay } from './weekWords.ts';

/** Below this width, in px, the hours run downwards, so that each can be touched. */
const narrow = 620;
const cellHeight = 28;
const gap = 2;
const margin = { top: 24, left: 56 };

type Props = {
  /** Description of the picture, with its total. */
  label: string;
  week: Week;
  zone: string;
  /** The largest figure. */
  most: number;
  /** Opens the events of some hours; undefined without the permission to read them. */
  onOpen: ((chosen: Chosen) => void) | undefined;
};

/** Cell for each hour of the week, darker with more events. One tab stop: arrows move a mark, Shift selects, Enter opens rows. */
export function WeekMap({ label, week, zone, most, onOpen }: Props) {
  const { t } = useTranslation();
  const { ref, width } = useElementSize();
  const hint = useId();
  const [marked, setMarked] = useState<Marked | null>(null);
  const [hovered, setHovered] = useState<Marked>();
  const reach = useMemo(() => reachOf(week, zone), [week, zone]);
  const days = weekOf(currentLocale());
  const isDown = width < narrow;
  const size = isDown ? { rows: hours.length, columns: days.length } : { rows: days.length, columns: hours.length };
  const step = { x: Math.max(0, width - margin.left) / size.columns, y: cellHeight };
  const height = margin.top + size.rows * step.y;
  const cellAt = (row: number, column: number) => {
    const [day, hour] = isDown ? [days[column], row] : [days[row], column];
    return { day: day ?? 'mon', hour };
  };
  const chosenIn = ({ rows, columns }: Block): Chosen => {
    const [dayEnds, hourEnds] = isDown ? [columns, rows] : [rows, columns];
    return { days: days.slice(dayEnds[0], dayEnds[1] + 1), hours: hourEnds };
  };
  const shown = hovered ?? marked;
  const block = shown && blockOf(shown);
  const keys = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter' && marked) onOpen?.(chosenIn(blockOf(marked)));
    const next = afterKey(marked, event, size);
    if (next === undefined) return;
    event.preventDefault();
    setHovered(undefined);
    setMarked(next);
  };
  const placeAt = ({ clientX, clientY, currentTarget }: MouseEvent): Marked => {
    const { left, top } = currentTarget.getBoundingClientRect();
    const at = {
      row: Math.max(0, Math.min(size.rows - 1, Math.floor((clientY - top) / step.y))),
      column: Math.max(0, Math.min(size.columns - 1, Math.floor((clientX - left) / step.x))),
    };
    return { at, anchor: at };
  };
  const words = (chosen: Chosen) => {
    const isOne = chosen.days.length === 1 && chosen.hours[0] === chosen.hours[1];
    const [day = 'mon'] = chosen.days;
    if (isOne && !reach.has(day, chosen.hours[0])) return t('dashboard.week.outside');
    const count = t('pictures.events', { count: countOf(week, chosen) });
    return isOne && reach.isFilling(day, chosen.hours[0]) ? `${count}, ${t('pictures.partial')}` : count;
  };
  // labels of hours need room if they run across
  const every = isDown ? 1 : step.x < 24 ? 6 : 3;
  return (
    <div ref={ref} className={styles.frame}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- an application takes keys */}
      <div
        role="application"
        aria-label={label}
        aria-describedby={hint}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the cells are one tab stop
        tabIndex={0}
        className={styles.bars}
        onKeyDown={keys}
        onBlur={() => setMarked(null)}
      >
        <svg width={width} height={height} aria-hidden className={styles.week}>
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
          {Array.from({ length: size.columns }, (_, column) => {
            const { day, hour } = cellAt(0, column);
            if (!isDown && hour % every > 0) return null;
            return (
              <text
                key={column}
                x={margin.left + (isDown ? (column + 0.5) * step.x : column * step.x + gap / 2)}
                y={margin.top - 8}
                textAnchor={isDown ? 'middle' : 'start'}
              >
                {isDown ? shortDay(day) : hourName(hour)}
              </text>
            );
          })}
          {Array.from({ length: size.rows }, (_, row) => {
            const { day, hour } = cellAt(row, 0);
            return (
              <g key={row} transform={`translate(${margin.left} ${margin.top + row * step.y})`}>
                <text x={-8} y={step.y / 2 + 4} textAnchor="end">
                  {isDown ? hourName(hour) : shortDay(day)}
                </text>
                {Array.from({ length: size.columns }, (__, column) => {
                  const cell = cellAt(row, column);
                  const box = {
                    x: column * step.x + gap / 2,
                    y: gap / 2,
                    width: Math.max(0, step.x - gap),
                    height: step.y - gap,
                    rx: 3,
                  };
                  if (!reach.has(cell.day, cell.hour)) return <rect key={column} {...box} className={styles.outside} />;
                  const n = countOf(week, { days: [cell.day], hours: [cell.hour, cell.hour] });
                  return (
                    <g key={column}>
                      <rect {...box} className={styles.cell} data-shade={shadeOf(n, most)} />
                      {reach.isFilling(cell.day, cell.hour) ? <rect {...box} fill={`url(#${hint}-cut)`} /> : null}
                    </g>
                  );
                })}
              </g>
            );
          })}
          {block ? (
            <rect
              className={styles.chosen}
              x={margin.left + block.columns[0] * step.x}
              y={margin.top + block.rows[0] * step.y}
              width={(block.columns[1] - block.columns[0] + 1) * step.x}
              height={(block.rows[1] - block.rows[0] + 1) * step.y}
              rx={4}
            />
          ) : null}
          <rect
            x={margin.left}
            y={margin.top}
            width={size.columns * step.x}
            height={size.rows * step.y}
            className={styles.hits}
            data-opens={onOpen ? true : undefined}
            onPointerMove={(event) => setHovered(placeAt(event))}
            onPointerLeave={() => setHovered(undefined)}
            onClick={(event) => onOpen?.(chosenIn(blockOf(placeAt(event))))}
          />
        </svg>
      </div>
      <p id={hint} className={unseen.unseen}>
        {t(onOpen ? 'dashboard.week.keys' : 'dashboard.week.keysOnly')}
      </p>
      {block ? (
        <div className={styles.words} aria-hidden style={besides(block, step, { width, height })}>
          <strong>{chosenWords(chosenIn(block))}</strong>
          <p>{words(chosenIn(block))}</p>
        </div>
      ) : null}
      <p role="status" className={unseen.unseen}>
        {marked && !hovered ? `${chosenWords(chosenIn(blockOf(marked)))}. ${words(chosenIn(blockOf(marked)))}` : null}
      </p>
    </div>
  );
}

/** Position of the text: below the cells or, in the lower half, above them; on the side that has room. */
function besides(
  { rows, columns }: Block,
  step: { x: number; y: number },
  { width, height }: { width: number; height: number },
) {
  const [top, bottom] = [margin.top + rows[0] * step.y, margin.top + (rows[1] + 1) * step.y];
  const middle = margin.left + ((columns[0] + columns[1] + 1) / 2) * step.x;
  return {
    ...(bottom > height * 0.6 ? { top: 'auto', bottom: height - top + 8 } : { top: bottom + 8 }),
    ...(middle > width / 2 ? { right: width - middle } : { left: middle }),
  };
}
