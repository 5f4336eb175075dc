import type { Insertable } from 'kysely';
import type { Db, Tables } from '#db/tenant.ts';

/** Maximum rows per statement; PostgreSQL accepts 65,535 parameters. */
const maxRows = 1000;

/** Inserts any number of rows, including none. */
export async function insertAll<T extends keyof Tables>(
  db: Db,
  table: T,
  rows: readonly Insertable<Tables[T]>[],
): Promise<void> {
  for (let offset = 0; offset < rows.length; offset += maxRows) {
    await db
      .insertInto(table)
      .values(rows.slice(offset, offset + maxRows))
      .execute();
  }
}

export function requireId(map: ReadonlyMap<string, string>, name: string): string {
  const id = map.get(name);
  if (!id) throw new Error(`the seed names ${name}, which it does not define`);
  return id;
}
