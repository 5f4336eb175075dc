// The response of a list as JSON text, independent of HTTP: a route sends it.
import type { ListQuery } from '@keyward/contract/list';
import type { Actor } from '#core/auth/session.ts';
import { loadDictionary } from '#core/dictionary.ts';
import type { Db } from '#db/tenant.ts';
import { gatherBytes } from './bytes.ts';
import { exportRows } from './export.ts';
import { isExport } from './export-record.ts';
import { readListRequest, type PageOptions, readPage, readPageText, type Row, type TextPage } from './page.ts';
import { type Resolved, resolveNames } from './resolve.ts';
import type { AnyList, List } from './types.ts';

/** The usual size of a row of a download as JSON, in bytes. */
const typicalRowBytes = 1000;

/**
 * Runs a list query: one page within the actor's locations, the exact total, and the cursor of the next page, as the
 * JSON text of `listOf(row)`. Throws PortalError for anything that the list does not have; see readQuery and
 * readCursor.
 */
export async function listJson<R>(db: Db, actor: Actor, list: List<R>, query: ListQuery): Promise<string | Buffer> {
  const request = await readListRequest(db, actor, list, query);
  const resolved = await resolveNames(db, actor, list, request);
  const { page, size } = request;
  const pageInfo = ({ total, next }: Pick<TextPage, 'total' | 'next'>) =>
    `],"page":${page},"results_per_page":${size},"total_results":${total},"total_pages":${Math.ceil(total / size)}${
      next === undefined ? '' : `,"next":"${next}"`
    }}`;
  const read = (asked: Resolved, options: PageOptions) => readPrinted(db, actor, list, asked, options);
  if (!isExport(request)) {
    const result = await read(resolved, { cursor: request.cursor, last: true });
    return `{"data":[${result.text}${pageInfo(result)}`;
  }
  const body = gatherBytes(size * typicalRowBytes);
  let separator = '{"data":[';
  const take = (text: string) => {
    if (!text) return;
    body.add(separator);
    body.add(text);
    separator = ',';
  };
  const ending = await exportRows(db, actor, list, { request, resolved, query }, { read, take });
  body.add(`${separator === ',' ? '' : separator}${pageInfo(ending)}`);
  return body.bytes();
}

async function readPrinted<R>(
  db: Db,
  actor: Actor,
  list: List<R>,
  request: Resolved,
  options: PageOptions,
): Promise<TextPage> {
  const { stored } = list;
  if (stored !== undefined && !request.withTags) return readPageText(db, { ...list, stored }, request, options);
  const { rows, ...page } = await readPage(db, list, request, options);
  const print = await printer(db, actor, list, rows);
  return { ...page, text: rows.map(print).join(','), count: rows.length };
}

/** The same as `listJson`, for a caller that handles any list. */
export const anyListJson = (db: Db, actor: Actor, list: AnyList, query: ListQuery): Promise<string | Buffer> =>
  // every declared list prints its rows
  listJson(db, actor, list as List<unknown>, query);

/** Prints these rows. For names added since the request started, the dictionary is reloaded once for all of them. */
async function printer<R>(db: Db, actor: Actor, { names, print }: List<R>, rows: readonly Row[]) {
  const cached = actor.dictionary;
  // the list selected these rows
  const complete = !names || rows.every((row) => names(row as R).every(cached.knows));
  const dictionary = complete ? cached : await loadDictionary(db);
  return (row: Row): string => {
    const text = print(row as R, dictionary);
    if (row.tags_json === undefined) return text;
    return `${text.slice(0, -1)},"tags":${row.tags_json}${row.elsewhere ? ',"elsewhere":true' : ''}}`;
  };
}
