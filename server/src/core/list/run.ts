import type { ListQuery } from '@keyward/contract/list';
import { json } from '#core/route.ts';
import type { Actor } from '#core/session.ts';
import { type Db, rows } from '#db/tenant.ts';
import { type Checked, checkQuery } from './check.ts';
import { printCursor, readCursor } from './cursor.ts';
import type { AnyList, List } from './define.ts';
import { type Lookup, lookupPiece } from './lookup.ts';
import { newParams, type Params } from './params.ts';
import { scopePiece } from './scope.ts';
import { countStatement, keysOf, pageStatement } from './statement.ts';
import { tagPiece } from './tags.ts';
import { columnPiece, comparison, type Piece } from './where.ts';

type Scope = readonly string[] | null;
type Row = Record<string, unknown> & { id: string };

/**
 * Answers a list query: one page within the caller's locations, the exact total, and the cursor to the next page, as
 * the JSON text of `listOf(row)`. Throws PortalError for what the list does not have; see checkQuery and readCursor.
 */
export async function listText<R>(db: Db, actor: Actor, list: List<R>, query: ListQuery): Promise<string> {
  const checked = checkQuery(list, actor, query);
  const scope = await list.scope.values(db, actor);
  const found = await findPage(db, list, checked, scope);
  const total = await countAll(db, list, checked, scope);
  const { page, size } = checked;
  const head = `"page":${page},"results_per_page":${size},"total_results":${total},"total_pages":${Math.ceil(total / size)}`;
  const next = found.next === undefined ? '' : `,"next":"${found.next}"`;
  const data = found.rows.map((row) => list.print(row as R)).join(','); // the row is what the list selects
  return `{"data":[${data}],${head}${next}}`;
}

/** The same as the reply of a route. */
export const runList = async <R>(db: Db, actor: Actor, list: List<R>, query: ListQuery) =>
  json(await listText(db, actor, list, query));

async function findPage(db: Db, list: AnyList, checked: Checked, scope: Scope) {
  const keys = keysOf(list, checked.sort);
  const position =
    checked.cursor === undefined
      ? undefined
      : readCursor(
          checked.cursor,
          checked.shape,
          keys.map((key) => key.type),
        );
  if (scope?.length === 0) return { rows: [], next: undefined };
  const params = newParams(db.tenantId);
  const text = pageStatement(
    list,
    {
      keys,
      sorts: checked.sort,
      pieces: await piecesOf(db, list, checked, scope, params),
      position,
      // one more than the page tells whether there is a next one
      limit: checked.size + 1,
      offset: position ? 0 : (checked.page - 1) * checked.size,
    },
    params,
  );
  const found = await rows<Row>(db, text, params.values, { once: isRare(checked) });
  const page = found.slice(0, checked.size);
  const last = page.at(-1);
  if (found.length <= checked.size || !last) return { rows: page, next: undefined };
  const values = keys.map((_, i) => String(last[`k${i}`]));
  return { rows: page, next: printCursor(checked.shape, { keys: values, id: last.id }) };
}

async function countAll(db: Db, list: AnyList, checked: Checked, scope: Scope): Promise<number> {
  if (scope?.length === 0) return 0;
  const params = newParams(db.tenantId);
  const { conditions } = checked;
  const exact = list.total?.({ conditions, searched: checked.search !== '', scope, params });
  const text =
    exact === undefined
      ? countStatement(list, await piecesOf(db, list, checked, scope, params), params)
      : `select ${exact} as n`;
  const [row] = await rows<{ n: number | string }>(db, text, params.values, { once: isRare(checked) });
  return Number(row?.n ?? 0);
}

/**
 * Statements without conditions are prepared; the plan of the others depends on their values, and their texts are
 * too many to keep.
 */
const isRare = (checked: Checked) => checked.conditions.length > 0 || checked.search !== '';

async function piecesOf(db: Db, list: AnyList, checked: Checked, scope: Scope, params: Params): Promise<Piece[]> {
  const pieces: Piece[] = [];
  /** Conditions on one other table are asked of it together. */
  const lookups = new Map<string, { lookup: Lookup; tests: ((of: Params) => string)[] }>();
  for (const condition of checked.conditions) {
    const { column: name, test } = condition;
    const column = list.columns[name];
    if (column?.lookup && test.op !== 'exists') {
      const key = column.lookup.columns.join();
      const known = lookups.get(key) ?? { lookup: column.lookup, tests: [] };
      known.tests.push((of) => comparison(column, test, of));
      lookups.set(key, known);
    } else if (list.tags && name.startsWith('tags.')) pieces.push(await tagPiece(db, list.tags, condition, params));
    else pieces.push(columnPiece(list, condition, params));
  }
  for (const { lookup, tests } of lookups.values()) pieces.push(await lookupPiece(db, lookup, tests, params));
  if (scope) pieces.push(scopePiece(list.scope, scope, params));
  if (checked.search) pieces.push(await list.search(db, checked.search, params));
  return pieces;
}
