import { runSql, type Sql, sql, tenant, tuples } from './sql.ts';
import type { Db } from './tenant.ts';
import type { QueryOptions } from './transaction.ts';

/** Maximum rows per statement; PostgreSQL accepts 65,535 parameters. */
const maxRows = 1000;
/** Maximum rows of a prepared statement, since such statements repeat; larger ones would fill the table of names. */
const prepared = 10;

/**
 * `insert into <into> values …`; `into` names tenant_id as the first column, which the rows do not contain, and `end`
 * is the rest of the statement (`on conflict …`). For core's hot paths: Kysely costs half a millisecond more for a
 * hundred events. Multi-row VALUES, since Citus refuses `insert … select` from unnest under row-level security.
 * Everything is sent in order before the call returns: rows are locked in their order, and the caller's next statement
 * follows them.
 */
export async function insertRows(
  db: Db,
  into: Sql,
  rows: readonly (readonly unknown[])[],
  end: Sql = sql``,
  options: Pick<QueryOptions, 'last'> = {},
): Promise<void> {
  const sent: Promise<unknown>[] = [];
  for (let offset = 0; offset < rows.length; offset += maxRows) {
    const batch = rows.slice(offset, offset + maxRows).map((row) => [tenant, ...row]);
    const once = batch.length > prepared;
    sent.push(runSql(db, sql`insert into ${into} values ${tuples(batch)} ${end}`, { once, ...options }));
  }
  await Promise.all(sent);
}
