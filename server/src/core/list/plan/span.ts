// Which rows of the order a page is: its keys, where it begins, and how many rows it has.
import { type Position, readCursor } from '#core/list/grammar/cursor.ts';
import type { Asked, SortBy } from '#core/list/grammar/query.ts';
import type { AnyList, Column } from '#core/list/types.ts';

/** One key of the order: what equal values are told apart by is a key of its own, the id comes last by itself. */
export type Key = { by: string; type: Column['type']; desc: boolean; joins: readonly string[] };

/** Rows after `position`, or from `offset` on; `sort` is what the keys were made of. */
export type Span = {
  keys: readonly Key[];
  sort: readonly SortBy[];
  position: Position | undefined;
  limit: number;
  offset: number;
};

/** The span of a page of `limit` rows, and of one more that tells whether there is a next page. Throws invalidCursor. */
export function spanOf(
  list: AnyList,
  { sort, shape, page, size }: Pick<Asked, 'sort' | 'shape' | 'page' | 'size'>,
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
    const { by, joins = [], ties } = column.sort;
    return [{ by, type: column.type, desc, joins }, ...(ties ? [{ ...ties, desc, joins: [] }] : [])];
  });
}
