// The part of the order that a page covers: its keys, its start, and its number of rows.
import { type Position, readCursor } from '#core/list/grammar/cursor.ts';
import type { ListRequest, SortBy } from '#core/list/grammar/query.ts';
import type { AnyList, Column } from '#core/list/types.ts';

/** One key of the order. The ties of a column are a key of their own; the id is appended last. */
export type Key = { by: string; type: Column['type']; desc: boolean; joins: readonly string[] };

/** Rows after `position`, or from `offset` on; `sort` is the source of the keys. */
export type Span = {
  keys: readonly Key[];
  sort: readonly SortBy[];
  position: Position | undefined;
  limit: number;
  offset: number;
};

/** The span of a page of `limit` rows plus one, which shows whether there is a next page. Throws invalidCursor. */
export function spanOf(
  list: AnyList,
  { sort, shape, page, size }: Pick<ListRequest, 'sort' | 'shape' | 'page' | 'size'>,
  cursor: string | undefined,
  limit: number,
): Span {
  const keys = keysOf(list, sort);
  const types = keys.map((key) => key.type);
  const position = cursor === undefined ? undefined : readCursor(cursor, shape, types);
  return { keys, sort, position, limit: limit + 1, offset: position ? 0 : (page - 1) * size };
}

function keysOf(list: AnyList, sort: readonly SortBy[]): Key[] {
  return sort.flatMap(({ column: name, desc }) => {
    const column = list.columns[name];
    if (!column?.sort) throw new Error(`${list.resource} cannot be sorted by ${name}`); // readQuery refuses others
    const { by: up, down = up, joins = [], ties } = column.sort;
    return [{ by: desc ? down : up, type: column.type, desc, joins }, ...(ties ? [{ ...ties, desc, joins: [] }] : [])];
  });
}
