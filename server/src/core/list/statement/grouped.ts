// Rows ordered by a value that many share: group after group, each in the order of an index.
import type { Position } from '#core/list/grammar/cursor.ts';
import type { Params } from '#core/list/params.ts';
import type { Span } from '#core/list/plan/span.ts';
import type { AnyList, Grouped } from '#core/list/types.ts';
import { after, orderBy } from './order.ts';

/** The key of rows without a value, which sorts before all others. */
const noValue = `''`;

/** The first rows of the whole order: in `columns`, s0 is the key of the group, s1 that of the ties. */
export function groupedRows(list: AnyList, groups: Grouped, span: Span, columns: string, params: Params): string {
  const { keys, position, limit, offset } = span;
  const [first, ...ties] = keys;
  const id = `${list.as}.id`;
  const within = position && { keys: position.keys.slice(1), id: position.id };
  const rowsOf: RowsOfGroup = (key, test, follows) => {
    const tests = [params.own(list.as), test, ...(follows && within ? [after(ties, id, within, params)] : [])];
    return `select ${columns.replace(`${first?.by} as s0`, `${key}::text as s0`)} from ${list.table} ${list.as}
      where ${tests.join(' and ')} order by ${orderBy(ties, (k) => k.by, id)} limit ${limit + offset}`;
  };
  const branches = branchesOf(groups, first?.desc ?? false, position, rowsOf, limit + offset, params);
  return `select x.* from (${branches.map((branch) => `(${branch})`).join(' union all ')}) x
    order by ${orderBy(keys, (_, i) => `x.s${i}`, 'x.id')} limit ${limit}${offset ? ` offset ${offset}` : ''}`;
}

/** At most a page of rows of one group, with `key` as s0; `follows`: only those after the position. */
type RowsOfGroup = (key: string, test: string, follows: boolean) => string;

/** The groups that can have rows of a page: rows without a value, and the values from the position on. */
function branchesOf(
  { column, key, of, values }: Grouped,
  desc: boolean,
  position: Position | undefined,
  rowsOf: RowsOfGroup,
  limit: number,
  params: Params,
): string[] {
  const lastGroup = position?.keys[0];
  const beyond = desc ? '<' : '>';
  const none = (follows: boolean) => rowsOf(noValue, `${column} is null`, follows);
  const direction = desc ? 'desc' : 'asc';
  // in the groups' order, so that reading stops at the group that fills the page
  const fromTable = (test: string, follows: boolean) => `select x.*
      from (select o.id, ${key} as k from ${of?.(params.own)} ${test} order by k ${direction}) v
      cross join lateral (${rowsOf('v.k', `${column} = v.id`, follows)}) x
      order by v.k ${direction}, x.s1 ${direction}, x.id ${direction} limit ${limit}`;
  const fromValues = (which: (value: string) => boolean, follows: boolean) =>
    (values ?? []).filter(which).map((value) => rowsOf(`'${value}'`, `${column} = '${value}'`, follows));
  const all = () => (of ? [fromTable('', false)] : fromValues(() => true, false));
  const lastGroupParam = () => params.add(lastGroup, 'text');
  if (lastGroup === undefined) return [none(false), ...all()];
  if (lastGroup === '') return [none(true), ...(desc ? [] : all())];
  const rest = of
    ? [
        fromTable(`and ${key} = ${lastGroupParam()}`, true),
        fromTable(`and ${key} ${beyond} ${lastGroupParam()}`, false),
      ]
    : [
        ...fromValues((value) => value === lastGroup, true),
        ...fromValues((value) => (desc ? value < lastGroup : value > lastGroup), false),
      ];
  return desc ? [none(false), ...rest] : rest;
}
