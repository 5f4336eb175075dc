import { type Expression, type RawBuilder, sql } from 'kysely';

/** The time at which the transaction started. */
export const now = sql<string>`now()`;

/** The present time while the statement runs. */
export const thisMoment = sql<string>`clock_timestamp()`;

export const minutesFromNow = (minutes: number) => sql<string>`now() + make_interval(mins => ${minutes})`;

/** The columns to set on every change of a versioned row, besides its fields. */
export const nextVersion = { version: sql<number>`version + 1`, updated_at: now };

/** One of these ids, as a single parameter, so that the statement text does not depend on their number. */
export const any = (ids: readonly string[]) => sql<string>`any(${ids}::uuid[])`;

/** The same for the ids of a subquery, which is read first: each id is then looked up, whatever number is expected. */
export const anyFound = (ids: Expression<string>) => sql<string>`any(array${ids})`;

/** The same for texts. */
export const anyText = (texts: readonly string[]) => sql<string>`any(${texts}::text[])`;

type Cells<R> = { readonly [K in keyof R]: RawBuilder<R[K]> };
/**
 * Values as a table `v` that a statement can join: `update … from (values …) as v`. Each cell casts its value
 * (sql`${id}::uuid`), since there is no column to infer its type from. Not empty.
 */
export function valuesTable<R extends object>(rows: readonly [Cells<R>, ...Cells<R>[]]) {
  const names = Object.keys(rows[0]) as (keyof R & string)[];
  const list = rows.map((row) => sql`(${sql.join(names.map((name) => row[name]))})`);
  return sql<R>`(values ${sql.join(list)})`.as<'v'>(sql`v(${sql.join(names.map((name) => sql.ref(name)))})`);
}
