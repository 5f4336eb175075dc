import { type RawBuilder, sql } from 'kysely';

/** The time of the transaction. */
export const now = sql<string>`now()`;

export const minutesFromNow = (minutes: number) => sql<string>`now() + make_interval(mins => ${minutes})`;

/** What every change of something with a version sets beside its fields. */
export const nextVersion = { version: sql<number>`version + 1`, updated_at: now };

/** One of these ids: one parameter, however many there are, so that the statement stays the same. */
export const any = (ids: readonly string[]) => sql<string>`any(${ids}::uuid[])`;

/** The same of texts. */
export const anyText = (texts: readonly string[]) => sql<string>`any(${texts}::text[])`;

type Cells<R> = { readonly [K in keyof R]: RawBuilder<R[K]> };
/**
 * Values as a table `v`, which a statement can join: `update … from (values …) as v`. Each cell says its type
 * (sql`${id}::uuid`), since the database has no column to take it from. Not empty.
 */
export function valuesTable<R extends object>(rows: readonly [Cells<R>, ...Cells<R>[]]) {
  const names = Object.keys(rows[0]) as (keyof R & string)[];
  const list = rows.map((row) => sql`(${sql.join(names.map((name) => row[name]))})`);
  return sql<R>`(values ${sql.join(list)})`.as<'v'>(sql`v(${sql.join(names.map((name) => sql.ref(name)))})`);
}
