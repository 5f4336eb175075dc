import type { Attempts } from '@keyward/contract/dashboard';
import { printFilter } from '@keyward/contract/filter';
import { rowsBetween } from './pictures.ts';

type Range = Pick<Attempts, 'from' | 'to'>;
const named = (name: string | null) => (name === null ? 'NOT_EXISTS' : printFilter({ op: 'in', values: [name] }));

/** Search of the list of activity for the refused attempts of a range. */
export const attemptsIn = ({ from, to }: Range): Record<string, string> => ({
  ...rowsBetween(from, to),
  'filter.result': 'unauthorized',
});
export const attemptsAt = (range: Range, { tag, name }: Attempts['locations']['rows'][number]) => ({
  ...attemptsIn(range),
  ...(tag ? { [`filter.tags.${tag}`]: named(name) } : {}),
});
/** A person without an id is found by the reported name. */
export const attemptsOf = (range: Range, { id, name }: Attempts['people']['rows'][number]): Record<string, string> => ({
  ...attemptsIn(range),
  ...(id ? { 'filter.agent_id': id } : {}),
  ...(id ? {} : { 'filter.description.agentName': named(name) }),
  ...(id || name === null ? {} : { 'filter.agent_id': 'NOT_EXISTS' }),
});

type Pressed = { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean; shiftKey: boolean };

/**
 * Index of the bar to focus after a key, in two rankings that are one tab stop: up and down move through all bars, left and right
 * to the other ranking. Undefined for other keys, and with Shift, since bars cannot be selected.
 */
export function afterRankKey(
  place: number,
  { key, ctrlKey, metaKey, altKey, shiftKey }: Pressed,
  [left, right]: readonly [number, number],
): number | undefined {
  if (ctrlKey || metaKey || altKey || shiftKey) return undefined;
  const last = left + right - 1;
  const row = place < left ? place : place - left;
  const next = {
    ArrowUp: place - 1,
    ArrowDown: place + 1,
    ArrowLeft: Math.min(row, left - 1),
    ArrowRight: right > 0 ? left + Math.min(row, right - 1) : place,
    Home: 0,
    End: last,
  }[key];
  return next === undefined ? undefined : Math.max(0, Math.min(next, last));
}
