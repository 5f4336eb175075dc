import type { SortBy } from './check.ts';
import type { Position } from './cursor.ts';
import type { AnyList, Column, Sort } from './define.ts';
import type { Params, SqlType } from './params.ts';
import type { Piece } from './where.ts';

export type Ordered = { sort: Sort; type: Column['type']; desc: boolean };

/** The columns of the order with what the list says of them. */
export function orderOf(list: AnyList, sorts: readonly SortBy[]): Ordered[] {
  return sorts.map(({ column: name, desc }) => {
    const column = list.columns[name];
    if (!column?.sort) throw new Error(`${list.resource} cannot be sorted by ${name}`); // checkQuery refuses others
    return { sort: column.sort, type: column.type, desc };
  });
}

const casts: Record<Column['type'], SqlType> = {
  text: 'text',
  enum: 'text',
  id: 'uuid',
  boolean: 'boolean',
  number: 'bigint',
  instant: 'timestamptz',
};

/**
 * The rows after `position`. Ties go by id, in the direction of the last column, so that one direction is one row
 * comparison, which an index on these columns answers; the first column's bound is said apart as well, since
 * partitions are chosen by it.
 */
function after(order: readonly Ordered[], idColumn: string, position: Position, params: Params): string {
  const keys = order.map(({ sort, type, desc }, i) => ({
    by: sort.by,
    value: params.add(position.keys[i], casts[type]),
    desc,
  }));
  const last = { by: idColumn, value: params.add(position.id, 'uuid'), desc: order.at(-1)?.desc ?? false };
  const all = [...keys, last];
  const [first] = all;
  if (!first) return 'true';
  const bound = `${first.by} ${first.desc ? '<=' : '>='} ${first.value}`;
  if (all.every((key) => key.desc === first.desc)) {
    const row = `(${all.map((k) => k.by).join(', ')}) ${first.desc ? '<' : '>'} (${all.map((k) => k.value).join(', ')})`;
    return `${bound} and ${row}`;
  }
  const steps = all.map((key, i) =>
    [...all.slice(0, i).map((k) => `${k.by} = ${k.value}`), `${key.by} ${key.desc ? '<' : '>'} ${key.value}`].join(
      ' and ',
    ),
  );
  return `${bound} and (${steps.map((step) => `(${step})`).join(' or ')})`;
}

export type PageOptions = {
  order: readonly Ordered[];
  /** Names of the order's columns, to know which index serves it. */
  sorts: readonly SortBy[];
  pieces: readonly Piece[];
  position: Position | undefined;
  limit: number;
  offset: number;
};

/** Value-by-value reading stays within this many rows. */
const spreadRows = 500;

/** The page's rows: columns s0, s1 … and id for the cursor, and what the list selects. */
export function pageStatement(list: AnyList, options: PageOptions, params: Params): string {
  const { order, sorts, pieces, position, limit, offset } = options;
  const id = `${list.as}.id`;
  const direction = (desc: boolean) => (desc ? ' desc' : '');
  const idDirection = direction(order.at(-1)?.desc ?? false);
  const by = (column: (o: Ordered, i: number) => string, idColumn: string) =>
    [...order.map((o, i) => `${column(o, i)}${direction(o.desc)}`), `${idColumn}${idDirection}`].join(', ');
  const joins = joinsOf(list, order, params);
  const columns = [...order.map(({ sort }, i) => `${sort.by} as s${i}`), `${id} as id`, ...(list.select ?? [])].join(
    ', ',
  );
  const spread =
    sorts.length === 1 && limit + offset <= spreadRows
      ? pieces.find((p) => p.spread?.sorts.includes(sorts[0]?.column ?? ''))
      : undefined;
  const tests = [
    params.own(list.as),
    ...pieces.filter((p) => p !== spread).map((p) => p.text),
    ...(position ? [after(order, id, position, params)] : []),
  ];
  const take = (n: number) => `limit ${n}`;
  const page = spread?.spread
    ? // the newest of each value, then the newest of those: what a scan for rare values would search long for
      `select x.* from unnest(${spread.spread.array}) as v(value) cross join lateral (
        select ${columns} from ${list.table} ${list.as}${joins}
        where ${[...tests, `${spread.spread.column} = v.value`].join(' and ')}
        order by ${by((o) => o.sort.by, id)} ${take(limit + offset)}) x
      order by ${by((_, i) => `x.s${i}`, 'x.id')} ${take(limit)}${offset ? ` offset ${offset}` : ''}`
    : `select ${columns} from ${list.table} ${list.as}${joins}
      where ${tests.join(' and ')}
      order by ${by((o) => o.sort.by, id)} ${take(limit)}${offset ? ` offset ${offset}` : ''}`;
  const keys = order.map((_, i) => `p.s${i}::text as s${i}`).join(', ');
  const outer = by((_, i) => `p.s${i}`, 'p.id');
  if (!list.detail)
    return `select p.*${keys && `, ${keys.replaceAll(' as s', ' as k')}`} from (${page}) p order by ${outer}`;
  return `select ${keys.replaceAll(' as s', ' as k')}${keys && ', '}p.id, ${list.detail.select(params.own)}
    from (${page}) p join ${list.table} ${list.as} on ${params.own(list.as)} and ${id} = p.id
    ${list.detail.joins(params.own)} order by ${outer}`;
}

function joinsOf(list: AnyList, order: readonly Ordered[], params: Params): string {
  const names = new Set(order.flatMap(({ sort }) => sort.joins ?? []));
  return [...names].map((name) => ` ${list.joins?.[name]?.(params.own) ?? ''}`).join('');
}

/** How many rows there are in all. */
export function countStatement(list: AnyList, pieces: readonly Piece[], params: Params): string {
  const tests = [params.own(list.as), ...pieces.map((p) => p.text)];
  return `select count(*) as n from ${list.table} ${list.as} where ${tests.join(' and ')}`;
}
