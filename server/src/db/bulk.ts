import { ask, type Sql, sql, tenant, tuples } from './sql.ts';
import type { Db } from './tenant.ts';

/** Rows of one statement; PostgreSQL takes 65,535 parameters. */
const largest = 1000;
/** Up to so many rows a statement comes again, and is prepared; the others would fill the table of names. */
const prepared = 10;

/**
 * `insert into <into> values …`; `into` names tenant_id as the first column, which the rows do not carry, and `end` is
 * what follows the values (`on conflict …`). For core's hot paths: Kysely costs half a millisecond more for a hundred
 * events. Multi-row VALUES, since Citus refuses `insert … select` from unnest under row-level security. All is sent
 * before the call returns, and in order: the rows' order is also the order of their locks, and what the caller sends
 * next comes after them.
 */
export async function insertRows(
  db: Db,
  into: Sql,
  rows: readonly (readonly unknown[])[],
  end: Sql = sql``,
): Promise<void> {
  const sent: Promise<unknown>[] = [];
  for (let at = 0; at < rows.length; at += largest) {
    const piece = rows.slice(at, at + largest).map((row) => [tenant, ...row]);
    sent.push(ask(db, sql`insert into ${into} values ${tuples(piece)} ${end}`, { once: piece.length > prepared }));
  }
  await Promise.all(sent);
}
