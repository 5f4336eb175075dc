// The response of a list as JSON text, independent of HTTP: a route sends it.
import type { ListQuery } from '@keyward/contract/list';
import type { Actor } from '#core/auth/session.ts';
import { loadDictionary } from '#core/dictionary.ts';
import type { Db } from '#db/tenant.ts';
import { gatherBytes } from './bytes.ts';
import { exportRows } from './export.ts';
import { isExport } from './export-record.ts';
import { askList, type Page, readPage, type Row } from './page.ts';
import { resolveNames } from './resolve.ts';
import type { List } from './types.ts';

/** The usual size of a row of a download as JSON, in bytes. */
const usualRow = 1000;

/**
 * Runs a list query: one page within the actor's locations, the exact total, and the cursor of the next page, as the
 * JSON text of `listOf(row)`. Throws PortalError for anything that the list does not have; see readQuery and
 * readCursor.
 */
export async function listJson<R>(db: Db, actor: Actor, list: List<R>, query: ListQuery): Promise<string | Buffer> {
  const asked = await askList(db, actor, list, query);
  const resolved = await resolveNames(db, actor, list, asked);
  const { page, size } = asked;
  const end = ({ total, next }: Omit<Page, 'rows'>) =>
    `],"page":${page},"results_per_page":${size},"total_results":${total},"total_pages":${Math.ceil(total / size)}${
      next === undefined ? '' : `,"next":"${next}"`
    }}`;
  if (!isExport(asked)) {
    const found = await readPage(db, list, resolved, { cursor: asked.cursor, last: true });
    const print = await printer(db, actor, list, found.rows);
    return `{"data":[${found.rows.map(print).join(',')}${end(found)}`;
  }
  const text = gatherBytes(size * usualRow);
  let between = '{"data":[';
  const ending = await exportRows(db, actor, list, { asked, resolved, query }, async (found) => {
    const print = await printer(db, actor, list, found);
    for (const row of found) {
      text.add(between);
      text.add(print(row));
      between = ',';
    }
  });
  text.add(`${between === ',' ? '' : between}${end(ending)}`);
  return text.bytes();
}

/** Prints these rows. For names added since the request started, the dictionary is reloaded once for all of them. */
async function printer<R>(db: Db, actor: Actor, { names, print }: List<R>, rows: readonly Row[]) {
  const named = actor.dictionary;
  // the list selected these rows
  const complete = !names || rows.every((row) => names(row as R).every(named.knows));
  const dictionary = complete ? named : await loadDictionary(db);
  return (row: Row): string => {
    const text = print(row as R, dictionary);
    return row.carried === undefined ? text : `${text.slice(0, -1)},"tags":${row.carried}}`;
  };
}
