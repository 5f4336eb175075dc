import type { ListQuery } from '@keyward/contract/list';
import { clock } from '#core/clock.ts';
import { json } from '#core/http/reply.ts';
import type { Actor } from '#core/auth/session.ts';
import { type Db, rows } from '#db/tenant.ts';
import { type Checked, checkQuery } from './check.ts';
import { gatherBytes } from './bytes.ts';
import { printCursor, readCursor } from './cursor.ts';
import { isAssigned } from './define.ts';
import { beginExport, checkLimit, type Export, exportCursor, isExport, runningExport, settledSort } from './export.ts';
import { lookupPiece } from './lookup.ts';
import { newParams, type Params } from './params.ts';
import { findSavedView } from './saved.ts';
import { ownLocations, scopePiece } from './scope.ts';
import { countStatement, keysOf, type Page, pageStatement, prepared } from './statement.ts';
import { findPlace, placePiece } from './places.ts';
import { findTag, onTag, type TagFound, tagPiece } from './tags.ts';
import { absent, columnPiece, comparison, complete } from './where.ts';
import type { AnyList, Column, Condition, List, Lookup, Piece, Place, SearchContext } from './types.ts';

type Scope = readonly string[] | null;
type Row = Record<string, unknown> & { id: string; total: number | string; carried?: string };

/** The query, judged, with the saved view that it may name. */
const judged = async (db: Db, actor: Actor, list: AnyList, query: ListQuery): Promise<Checked> =>
  checkQuery(list, actor, query, await findSavedView(db, actor, list, query.custom_view));

/** What stands behind the rows of a page. */
type Ending = { total: number; next: string | undefined };

/**
 * Answers a list query: one page within the caller's locations, the exact total, and the cursor to the next page, as
 * the JSON text of `listOf(row)`. Throws PortalError for what the list does not have; see checkQuery and readCursor.
 */
export const listText = async <R>(db: Db, actor: Actor, list: List<R>, query: ListQuery): Promise<string> =>
  String(await listJson(db, actor, list, query));

/** The same as the reply of a route. */
export const runList = async <R>(db: Db, actor: Actor, list: List<R>, query: ListQuery) =>
  json(await listJson(db, actor, list, query));

async function listJson<R>(db: Db, actor: Actor, list: List<R>, query: ListQuery): Promise<string | Buffer> {
  const checked = await judged(db, actor, list, query);
  const { page, size } = checked;
  const end = ({ total, next }: Ending) =>
    `],"page":${page},"results_per_page":${size},"total_results":${total},"total_pages":${Math.ceil(total / size)}${
      next === undefined ? '' : `,"next":"${next}"`
    }}`;
  if (!isExport(checked)) {
    const found = await findPage(db, actor, list, checked, { last: true });
    return `{"data":[${found.rows.map((row) => printRow(list, row)).join(',')}${end(found)}`;
  }
  const text = gatherBytes(size * usualRow);
  let between = '{"data":[';
  const ending = await readExport(db, actor, list, checked, query, (found) => {
    for (const row of found) {
      text.add(between);
      text.add(printRow(list, row));
      between = ',';
    }
  });
  text.add(`${between === ',' ? '' : between}${end(ending)}`);
  return text.bytes();
}

function printRow<R>(list: List<R>, row: Row): string {
  const text = list.print(row as R); // the row is what the list selects
  return row.carried === undefined ? text : `${text.slice(0, -1)},"tags":${row.carried}}`;
}

/** How many rows the caller would see in all. */
export async function countRows(db: Db, actor: Actor, list: AnyList, query: ListQuery): Promise<number> {
  const asked = await resolve(db, actor, list, await judged(db, actor, list, query));
  return asked.scope?.length === 0 ? 0 : countAll(db, list, asked);
}

/** The ids of the rows that a query finds, whatever page it names: at most `most`, and how many there are in all. */
export async function findIds(db: Db, actor: Actor, list: AnyList, query: ListQuery, most: number) {
  const { page: _page, results_per_page: _size, cursor: _cursor, ...rest } = query;
  const { rows: found, total } = await findPage(db, actor, list, {
    ...(await judged(db, actor, list, rest)),
    size: most,
  });
  return { ids: found.map((row) => row.id), total };
}

/** A checked query with what it says about tags and places looked up. */
type Asked = Checked & {
  scope: Scope;
  places: readonly Place[];
  tags: ReadonlyMap<Condition, TagFound>;
  /** It has conditions or a search: the plan depends on its values, and texts like it are too many to keep. */
  rare: boolean;
  /** It has a condition that no index leads to, so that rows are read until enough of them fit. */
  scanned: boolean;
};

async function resolve(db: Db, actor: Actor, list: AnyList, checked: Checked): Promise<Asked> {
  const scope = await list.scope.values(db, actor);
  const places: Place[] = [];
  const tags = new Map<Condition, TagFound>();
  for (const condition of checked.conditions.filter((c) => onTag(list, c))) {
    const tag = await findTag(db, list, condition);
    if (tag.is_location) places.push(await findPlace(db, actor, list, condition, tag));
    else tags.set(condition, tag);
  }
  const rare = checked.conditions.length > 0 || checked.search !== '';
  const conditions = checked.conditions.filter((c) => !onTag(list, c) || tags.has(c));
  const scanned = conditions.some(({ column: name }) => {
    const column = list.columns[name];
    return column && !column.indexed && !column.lookup && !column.sort;
  });
  return { ...checked, conditions, scope, places, tags, rare, scanned };
}

type Found = { rows: Row[]; total: number; next: string | undefined };

/** Rows of a download are read, printed and let go in parts, so that a page of thousands is not there several times. */
const partRows = 500;
/** In bytes, as JSON. */
const usualRow = 1000;

type Take = (rows: readonly Row[]) => void;

/** A page of a CSV download. The first one is judged by the tenant's limit and recorded; the others belong to it. */
async function readExport(
  db: Db,
  actor: Actor,
  list: AnyList,
  checked: Checked,
  query: ListQuery,
  take: Take,
): Promise<Ending> {
  const settled = { ...checked, sort: settledSort(list, checked.sort) };
  const ending = (of: Omit<Export, 'after'>, after: string | undefined): Ending => ({
    total: of.total,
    next: after === undefined ? undefined : exportCursor({ ...of, after }),
  });
  const running = await runningExport(db, actor, checked);
  if (running) {
    const after = await readParts(db, actor, list, { ...settled, cursor: running.after }, running.total, take);
    return ending(running, after);
  }
  const { total } = await findPage(db, actor, list, checked, { limit: 1 });
  checkLimit(actor, total);
  // what fits on one page is read at one moment, so that any order will do
  const whole = checked.page === 1 && total <= checked.size ? await findPage(db, actor, list, checked) : undefined;
  if (whole && whole.next === undefined) {
    take(whole.rows);
    const nonce = await beginExport(db, actor, { list, checked, query, total: whole.total });
    return ending({ nonce, total: whole.total }, undefined);
  }
  const after = await readParts(db, actor, list, settled, total, take);
  return ending({ nonce: await beginExport(db, actor, { list, checked, query, total }), total }, after);
}

/** Reads the page part by part; the cursor that leads on from it. */
async function readParts(
  db: Db,
  actor: Actor,
  list: AnyList,
  checked: Checked,
  counted: number,
  take: Take,
): Promise<string | undefined> {
  // what a search finds is looked up anew by each statement
  const most = checked.search ? checked.size : partRows;
  let { cursor } = checked;
  for (let left = checked.size; ;) {
    const from = cursor === undefined ? checked : { ...checked, cursor };
    const found = await findPage(db, actor, list, from, { counted, limit: Math.min(left, most) });
    take(found.rows);
    left -= found.rows.length;
    if (found.next === undefined || left === 0) return found.next;
    cursor = found.next;
  }
}

/**
 * `counted`: the total, where it is known already; `limit`: so many rows, where it is not the page's size; `last`:
 * nothing is written after it.
 */
async function findPage(
  db: Db,
  actor: Actor,
  list: AnyList,
  checked: Checked,
  { counted, limit = checked.size, last = false }: { counted?: number; limit?: number; last?: boolean } = {},
): Promise<Found> {
  const keys = keysOf(list, checked.sort);
  const types = keys.map((key) => key.type);
  const position = checked.cursor === undefined ? undefined : readCursor(checked.cursor, checked.shape, types);
  const asked = await resolve(db, actor, list, checked);
  if (asked.scope?.length === 0) return { rows: [], total: 0, next: undefined };
  const offset = position ? 0 : (checked.page - 1) * checked.size;
  // one row more than the page tells whether there is a next one
  const { withTags, scanned } = asked;
  const tagsSeenAt = withTags ? { places: await ownLocations(db, actor) } : undefined;
  const page = { keys, sorts: checked.sort, position, limit: limit + 1, offset, tagsSeenAt, scanned };
  const read = async (since: string | undefined, known: number | undefined) => {
    const params = newParams(db.tenantId);
    const pieces = await piecesOf(db, list, asked, params);
    const recent = since && list.window ? [{ text: `${list.window.by} >= ${params.add(since, 'timestamptz')}` }] : [];
    const total = known === undefined ? totalOf(list, asked, pieces, params) : params.add(known, 'bigint');
    const text = pageStatement(list, { ...page, pieces: [...pieces, ...recent] }, total, params);
    return rows<Row>(db, text, params.values, { once: asked.rare, last });
  };
  const since = windowStart(list, asked, page);
  let known = counted;
  let found = await read(since, known);
  if (since && found.length <= limit) {
    // counting may have read every row: it is done once, and where there is none nothing is looked for
    known ??= found[0] ? Number(found[0].total) : await countAll(db, list, asked);
    found = known === 0 ? [] : await read(undefined, known);
  }
  const [first] = found;
  // no row carries the total beyond the last page
  const total = known ?? (first ? Number(first.total) : position || offset ? await countAll(db, list, asked) : 0);
  const end = found.length > limit ? found[limit - 1] : undefined;
  if (!end) return { rows: found, total, next: undefined };
  const next = printCursor(checked.shape, { keys: keys.map((_, i) => String(end[`k${i}`])), id: end.id });
  return { rows: found.slice(0, limit), total, next };
}

/** From when on a page of newest rows is looked for first; a full page from there is the page. */
function windowStart(list: AnyList, { rare, scanned }: Asked, page: Omit<Page, 'pieces'>): string | undefined {
  const [key] = page.keys;
  if (!list.window || !key?.desc || key.by !== list.window.by || page.offset > 0) return undefined;
  if (rare && !scanned) return undefined;
  const from = page.position ? Date.parse(page.position.keys[0] ?? '') : clock.now().getTime();
  const start = new Date(from - list.window.days * 86_400_000);
  return start.getUTCFullYear() > 1 ? start.toISOString() : undefined;
}

/** The total as a scalar expression: by counters where the list has them, else by counting. */
const totalOf = (list: AnyList, asked: Asked, pieces: readonly Piece[], params: Params): string =>
  list.total?.({ ...asked, searched: asked.search !== '', params }) ?? countOf(list, pieces, params);

function countOf(list: AnyList, pieces: readonly Piece[], params: Params): string {
  const known = knownTotal(pieces);
  return known === undefined ? `(${countStatement(list, pieces, params)})` : params.add(known, 'bigint');
}
const knownTotal = (pieces: readonly Piece[]) => pieces.find(({ total }) => total !== undefined)?.total;

function searchContext(list: AnyList, { conditions, scope, places, sort, page, size, cursor }: Asked): SearchContext {
  const [first] = list.views[0].query.sort;
  const inOrder = sort.length === 1 && sort[0]?.column === first?.[0];
  const skipped = cursor === undefined ? (page - 1) * size : 0;
  return { scope, places, alone: conditions.length === 0, rows: skipped + size + 1, inOrder };
}

async function countAll(db: Db, list: AnyList, asked: Asked): Promise<number> {
  const counted = newParams(db.tenantId);
  const exact = list.total?.({ ...asked, searched: asked.search !== '', params: counted });
  const params = exact === undefined ? newParams(db.tenantId) : counted;
  const pieces = exact === undefined ? await piecesOf(db, list, asked, params) : [];
  const known = knownTotal(pieces);
  if (known !== undefined) return known;
  const text = `${prepared(pieces)}select ${exact ?? `(${countStatement(list, pieces, params)})`} as n`;
  const [row] = await rows<{ n: number | string }>(db, text, params.values, { once: asked.rare });
  return Number(row?.n ?? 0);
}

/** What the caller's places do not show need not be looked for. */
function seenBy({ offers }: Column, scope: Scope): ((of: Params) => string)[] {
  const visible = scope && offers?.visible;
  return visible ? [(of) => visible(scope, of) ?? 'true'] : [];
}

async function piecesOf(db: Db, list: AnyList, asked: Asked, params: Params): Promise<Piece[]> {
  const pieces: Piece[] = [];
  /** Conditions on one other table are asked of it together. */
  const lookups = new Map<string, { lookup: Lookup; tests: ((of: Params) => string)[] }>();
  for (const condition of asked.conditions) {
    const { column: name, test, none, not } = condition;
    const column = list.columns[name];
    if (column?.lookup && test.op !== 'exists') {
      const { lookup } = column;
      const seen = seenBy(column, asked.scope);
      if (!column.required && (none || not)) {
        const piece = await lookupPiece(db, lookup, [(of) => comparison(column, test, of), ...seen], params);
        pieces.push(complete(piece, condition, absent(column)));
        continue;
      }
      const key = lookup.columns.join();
      const known = lookups.get(key) ?? { lookup, tests: [...seen] };
      known.tests.push((of) => complete({ text: comparison(column, test, of) }, { none: false, not }, 'false').text);
      lookups.set(key, known);
      continue;
    }
    const tag = asked.tags.get(condition);
    if (tag && isAssigned(list.tags)) pieces.push(tagPiece(list.tags, condition, tag, params));
    else pieces.push(columnPiece(list, condition, params));
  }
  for (const { lookup, tests } of lookups.values()) pieces.push(await lookupPiece(db, lookup, tests, params));
  for (const place of asked.places) pieces.push(placePiece(list.scope, place, params));
  if (asked.scope) pieces.push(scopePiece(list.scope, asked.scope, params));
  if (asked.search) pieces.push(await list.search(db, asked.search, params, searchContext(list, asked)));
  return pieces;
}
