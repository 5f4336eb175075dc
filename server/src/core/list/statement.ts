import type { SortBy } from './check.ts';
import type { Position } from './cursor.ts';
import { groupedRows } from './grouped.ts';
import type { Params, SqlType } from './params.ts';
import { carriedTags } from './tags.ts';
import type { AnyList, Column, Grouped, Piece } from './types.ts';

/** One key of the order: what equal values are told apart by is a key of its own, the id comes last by itself. */
export type Key = { by: string; type: Column['type']; desc: boolean; joins: readonly string[] };

export function keysOf(list: AnyList, sorts: readonly SortBy[]): Key[] {
  return sorts.flatMap(({ column: name, desc }) => {
    const column = list.columns[name];
    if (!column?.sort) throw new Error(`${list.resource} cannot be sorted by ${name}`); // checkQuery refuses others
    const { by, joins = [], ties } = column.sort;
    return [{ by, type: column.type, desc, joins }, ...(ties ? [{ ...ties, desc, joins: [] }] : [])];
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
function after(keys: readonly Key[], idColumn: string, position: Position, params: Params): string {
  const all = keys.map(({ by, type, desc }, i) => ({ by, value: params.add(position.keys[i], casts[type]), desc }));
  all.push({ by: idColumn, value: params.add(position.id, 'uuid'), desc: keys.at(-1)?.desc ?? false });
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

export type Page = {
  keys: readonly Key[];
  /** The columns that were asked for, to know which index serves them. */
  sorts: readonly SortBy[];
  pieces: readonly Piece[];
  position: Position | undefined;
  limit: number;
  offset: number;
  /** With a column `carried`, the rows' tags, as seen by a caller with these locations; null: all. */
  tagsSeenAt?: { places: readonly string[] | null } | undefined;
  /** Many rows are passed by that do not fit: only what an index holds of them is read. */
  scanned?: boolean;
};

/** Value-by-value reading stays within this many rows of each value. */
const spreadRows = 500;
/** Beyond this many rows to skip, only the keys are read on the way. */
const farRows = 200;

/** The page's rows: columns k0, k1 … and id for the cursor, `total` (a scalar expression), and what the list selects. */
export function pageStatement(list: AnyList, page: Page, total: string, params: Params): string {
  return `${prepared(page.pieces)}${selectPage(list, page, total, params)}`;
}

/** What the conditions have found beforehand: the page and its total both go by it. */
export function prepared(pieces: readonly Piece[]): string {
  const found = pieces.flatMap((piece) => piece.with ?? []);
  return found.length === 0 ? '' : `with ${found.join(', ')} `;
}

function selectPage(list: AnyList, page: Page, total: string, params: Params): string {
  const { keys, offset } = page;
  const id = `${list.as}.id`;
  const carrying = page.tagsSeenAt && list.tags ? { tags: list.tags, ...page.tagsSeenAt } : undefined;
  const later = list.detail ?? carrying ?? (offset > farRows || (page.scanned && list.rowKey !== undefined));
  const rowKey = (list.rowKey ?? []).map((column, i) => ({ column: `${list.as}.${column}`, name: `r${i}` }));
  const columns = [
    ...keys.map(({ by }, i) => `${by} as s${i}`),
    `${id} as id`,
    ...(later
      ? rowKey.map(({ column, name }) => `${column} as ${name}`)
      : (list.select ?? []).map((name) => `${list.as}.${name}`)),
  ].join(', ');
  const found = rowsOfPage(list, page, columns, params);
  const cursor = [...keys.map((_, i) => `p.s${i}::text as k${i}`), 'p.id', `${total} as total`].join(', ');
  const order = orderBy(keys, (_, i) => `p.s${i}`, 'p.id');
  const own = list.select ?? [];
  if (!later)
    return `select ${[cursor, ...own.map((name) => `p.${name}`)].join(', ')} from (${found}) p order by ${order}`;
  const same = [params.own(list.as), `${id} = p.id`, ...rowKey.map(({ column, name }) => `${column} = p.${name}`)];
  // by its key, row by row: of a table that nothing is known of yet, the page would be looked for anew for each row
  const theRow = `select ${list.as}.* from ${list.table} ${list.as} where ${same.join(' and ')} offset 0`;
  const tags = carrying ? `, ${carriedTags(carrying.tags, carrying.places, params)} as carried` : '';
  return `select ${cursor}${tags}, ${list.detail?.select(params.own) ?? own.map((name) => `${list.as}.${name}`).join(', ')}
    from (${found}) p cross join lateral (${theRow}) ${list.as}
    ${list.detail?.joins(params.own) ?? ''} order by ${order}`;
}

/** The rows of the page, with the columns that are asked for. */
function rowsOfPage(list: AnyList, page: Page, columns: string, params: Params): string {
  const { keys, position, limit, offset } = page;
  const id = `${list.as}.id`;
  const grouped =
    page.pieces.length === 0 && page.sorts.length === 1 && limit + offset <= spreadRows
      ? list.columns[page.sorts[0]?.column ?? '']?.sort?.grouped
      : undefined;
  if (grouped) return inGroups(list, page, grouped, columns, params);
  const names = new Set(keys.flatMap((key) => key.joins));
  const from = [`${list.table} ${list.as}`, ...[...names].map((name) => list.joins?.[name]?.(params.own) ?? '')].join(
    ' ',
  );
  const late = names.size === 0 ? page.pieces.filter((p) => p.late) : [];
  const gathered = names.size === 0 && page.pieces.some((p) => p.gathered);
  const spread =
    page.sorts.length === 1 &&
    limit + offset <= spreadRows &&
    late.length === 0 &&
    !gathered &&
    !page.pieces.some((p) => p.walked)
      ? page.pieces.find((p) => p.spread?.sorts.includes(page.sorts[0]?.column ?? ''))
      : undefined;
  const tests = [
    params.own(list.as),
    ...page.pieces.filter((p) => p !== spread && !late.includes(p)).map((p) => p.text),
    ...(position ? [after(keys, id, position, params)] : []),
  ];
  const byKeys = `order by ${orderBy(keys, (key) => key.by, id)}`;
  const plain = (more: readonly string[], rows: string) => `select ${columns}
    from ${together([...tests, ...more], { late, gathered }, list, from, byKeys)} ${byKeys} ${rows}`;
  const range = `limit ${limit}${offset ? ` offset ${offset}` : ''}`;
  return spread?.spread
    ? valueByValue(
        spread.spread,
        (test) => plain([test], `limit ${limit + offset}`),
        (each) => `select x.* from ${each}
        order by ${orderBy(keys, (_, i) => `x.s${i}`, 'x.id')} ${range}`,
      )
    : plain([], range);
}

function inGroups(list: AnyList, page: Page, grouped: Grouped, columns: string, params: Params): string {
  const { keys, position, limit, offset } = page;
  const [first, ...rest] = keys;
  const id = `${list.as}.id`;
  const behind = position && { keys: position.keys.slice(1), id: position.id };
  const range = `limit ${limit}${offset ? ` offset ${offset}` : ''}`;
  const rowsOf = (key: string, tests: readonly string[], follows: boolean) => {
    const all = [params.own(list.as), ...tests, ...(follows && behind ? [after(rest, id, behind, params)] : [])];
    return `select ${columns.replace(`${first?.by} as s0`, `${key}::text as s0`)} from ${list.table} ${list.as}
      where ${all.join(' and ')} order by ${orderBy(rest, (k) => k.by, id)} limit ${limit + offset}`;
  };
  const rows = groupedRows(grouped, first?.desc ?? false, position, rowsOf, limit + offset, params);
  return `select x.* from (${rows}) x order by ${orderBy(keys, (_, i) => `x.s${i}`, 'x.id')} ${range}`;
}

/** `from … where …`; late conditions, or the order of gathered rows, above a subquery that is not taken apart. */
function together(
  tests: readonly string[],
  { late, gathered }: { late: readonly Piece[]; gathered?: boolean },
  list: AnyList,
  from: string,
  order: string,
): string {
  const where = tests.join(' and ');
  if (gathered) return `(select ${list.as}.* from ${from} where ${where} offset 0) ${list.as}`;
  if (late.length === 0) return `${from} where ${where}`;
  const inner = `select ${list.as}.* from ${from} where ${where} ${order} offset 0`;
  return `(${inner}) ${list.as} where ${late.map((p) => p.text).join(' and ')}`;
}

/**
 * The first rows of each value, then the first of those: what a scan in the list's order would search long for when
 * the values are rare.
 */
function valueByValue(
  { columns, array }: NonNullable<Piece['spread']>,
  rowsOf: (test: string) => string,
  first: (each: string) => string,
): string {
  const branches = columns.map((column, i) => {
    const earlier = columns.slice(0, i).map((c) => `not coalesce(${c} = any(${array}), false)`);
    return `(${rowsOf([`${column} = v.value`, ...earlier].join(' and '))})`;
  });
  return first(`unnest(${array}) as v(value) cross join lateral (${branches.join(' union all ')}) x`);
}

function orderBy(keys: readonly Key[], column: (key: Key, i: number) => string, id: string): string {
  const direction = (desc: boolean | undefined) => (desc ? ' desc' : '');
  return [...keys.map((key, i) => column(key, i) + direction(key.desc)), id + direction(keys.at(-1)?.desc)].join(', ');
}

/** How many rows there are in all. */
export function countStatement(list: AnyList, pieces: readonly Piece[], params: Params): string {
  const late = pieces.filter((p) => p.late);
  const tests = [params.own(list.as), ...pieces.filter((p) => !p.late).map((p) => p.text)];
  return `select count(*) as n from ${together(tests, { late }, list, `${list.table} ${list.as}`, '')}`;
}
