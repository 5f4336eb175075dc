import { type Weekday, weekdays } from '@keyward/contract/weekdays';
import type { Week } from '@keyward/contract/dashboard';
import { clockOf } from '#parts/pictures/bars.ts';
import { rowsBetween } from './pictures.ts';

export const hours = Array.from({ length: 24 }, (_, hour) => hour);

const dayMs = 86_400_000;
const quarterMs = 900_000;

/** Cell of the picture, and the one where the selection began; without a selection the two are the same. */
type Place = { row: number; column: number };
export type Marked = { at: Place; anchor: Place };
export type Block = { rows: readonly [number, number]; columns: readonly [number, number] };

/** The mark after a key: arrows, Home and End move it, Shift selects, Escape removes it (null). Undefined for any other key. */
export function afterKey(
  marked: Marked | null,
  { key, shiftKey }: { key: string; shiftKey: boolean },
  size: { rows: number; columns: number },
): Marked | null | undefined {
  if (key === 'Escape') return marked ? null : undefined;
  const { row, column } = marked?.at ?? { row: 0, column: 0 };
  const next = {
    ArrowLeft: { row, column: column - 1 },
    ArrowRight: { row, column: column + 1 },
    ArrowUp: { row: row - 1, column },
    ArrowDown: { row: row + 1, column },
    Home: { row, column: 0 },
    End: { row, column: size.columns - 1 },
  }[key];
  if (!next) return undefined;
  const isMove = marked || key === 'Home' || key === 'End';
  const inside = (n: number, most: number) => Math.max(0, Math.min(n, most - 1));
  const at = isMove ? { row: inside(next.row, size.rows), column: inside(next.column, size.columns) } : { row, column };
  return { at, anchor: shiftKey && marked ? marked.anchor : at };
}

export const blockOf = ({ at, anchor }: Marked): Block => ({
  rows: [Math.min(at.row, anchor.row), Math.max(at.row, anchor.row)],
  columns: [Math.min(at.column, anchor.column), Math.max(at.column, anchor.column)],
});

/** Some hours of some weekdays; the hours are consecutive. */
export type Chosen = { days: readonly Weekday[]; hours: readonly [number, number] };

export const countOf = ({ days }: Pick<Week, 'days'>, { days: chosen, hours: [first, last] }: Chosen): number =>
  days
    .filter(({ weekday }) => chosen.includes(weekday))
    .flatMap(({ counts }) => counts.slice(first, last + 1))
    .reduce((a, b) => a + b, 0);

/** Search of the list of activity for the events in these hours of the week. */
export const rowsOfWeek = (
  { from, to }: Pick<Week, 'from' | 'to'>,
  { days, hours: [first, last] }: Chosen,
): Record<string, string> => ({
  ...rowsBetween(from, to),
  ...(days.length < weekdays.length ? { 'filter.weekday': days.join() } : {}),
  ...(first > 0 || last < 23 ? { 'filter.hour': first === last ? String(first) : `range:${first},${last}` } : {}),
});

/** Number of shades of a picture whose largest figure is `most`. */
export const shadesOf = (most: number): number => Math.min(5, most);
/** Shade of a figure: 0 for none, the last one for the largest. */
export const shadeOf = (n: number, most: number): number => (n === 0 ? 0 : Math.ceil((n / most) * shadesOf(most)));
/** Smallest and largest figure of a shade. */
export function figuresOf(shade: number, most: number): [number, number] {
  const step = most / shadesOf(most);
  return [Math.floor((shade - 1) * step) + 1, Math.floor(shade * step)];
}

/**
 * Whether a range includes any part of an hour of the week (`has`), and whether that hour contains the present moment
 * (`isFilling`). A range of more than eight days includes all hours, and each is a sum over several days.
 */
export function reachOf({ from, to }: Pick<Week, 'from' | 'to'>, zone: string) {
  const [start, end] = [Date.parse(from), Date.parse(to)];
  if (end - start > 8 * dayMs) return { has: () => true, isFilling: () => false };
  const nameOf = (ms: number) => {
    const clock = new Date(clockOf(ms, zone));
    return `${weekdays[(clock.getUTCDay() + 6) % 7]} ${clock.getUTCHours()}`;
  };
  const names = new Set<string>();
  for (let at = start; at < end; at += quarterMs) names.add(nameOf(at));
  const last = nameOf(end - 1);
  names.add(last);
  return {
    has: (day: Weekday, hour: number) => names.has(`${day} ${hour}`),
    isFilling: (day: Weekday, hour: number) => last === `${day} ${hour}`,
  };
}
