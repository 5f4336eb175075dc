import type { Position } from './cursor.ts';
import type { Params } from './params.ts';
import type { Grouped } from './types.ts';

/** At most `limit` rows of one group: those that pass `tests`, `key` as s0, ties as s1; with `after`: past the position. */
type RowsOf = (key: string, tests: readonly string[], after: boolean) => string;

/** Keys of rows that have no value come before all others. */
const noValue = `''`;

/**
 * The first rows in the order of a value that many rows share, group after group, each in the order that an index has:
 * the rows of the whole list are never sorted.
 */
export function groupedRows(
  { column, key, of, values }: Grouped,
  desc: boolean,
  position: Position | undefined,
  rowsOf: RowsOf,
  limit: number,
  params: Params,
): string {
  const at = position?.keys[0];
  const beyond = desc ? '<' : '>';
  const none = (after: boolean) => rowsOf(noValue, [`${column} is null`], after);
  const direction = desc ? 'desc' : 'asc';
  // in the groups' order, so that reading ends with the group that fills the page
  const looked = (test: string, after: boolean) => `select x.*
      from (select o.id, ${key} as k from ${of?.(params.own)} ${test} order by k ${direction}) v
      cross join lateral (${rowsOf('v.k', [`${column} = v.id`], after)}) x
      order by v.k ${direction}, x.s1 ${direction}, x.id ${direction} limit ${limit}`;
  const named = (which: (value: string) => boolean, after: boolean) =>
    (values ?? []).filter(which).map((value) => rowsOf(`'${value}'`, [`${column} = '${value}'`], after));
  const place = () => params.add(at, 'text');
  if (at === undefined) return union([none(false), ...(of ? [looked('', false)] : named(() => true, false))]);
  if (at === '') return union([none(true), ...(desc ? [] : of ? [looked('', false)] : named(() => true, false))]);
  const rest = of
    ? [looked(`and ${key} = ${place()}`, true), looked(`and ${key} ${beyond} ${place()}`, false)]
    : [...named((value) => value === at, true), ...named((value) => (desc ? value < at : value > at), false)];
  return union(desc ? [none(false), ...rest] : rest);
}

const union = (branches: readonly string[]) => branches.map((branch) => `(${branch})`).join(' union all ');
