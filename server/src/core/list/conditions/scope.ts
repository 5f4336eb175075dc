// The rows that are visible to the actor, as a predicate. Specification, part 1, section 6.
import type { Actor } from '#core/auth/session.ts';
import type { AnyList, Scope } from '#core/list/types.ts';
import { runSql, own, sql } from '#db/sql.ts';
import type { Db } from '#db/tenant.ts';
import type { Predicate } from './condition.ts';
import { equalsOneOf } from './predicate.ts';

/** The locations whose rows are visible to the actor; null: every row. */
export async function ownLocations(_db: Db, actor: Pick<Actor, 'allData' | 'locations'>): Promise<Scope> {
  return actor.allData ? null : actor.locations;
}

/** For lists whose scope column holds the location itself. */
export const sameLocations = async (_db: Db, locations: readonly string[]) => locations;

/** The location sets whose events are visible to the actor: those with one of the actor's locations; null: all events. */
export async function visibleSets(db: Db, actor: Pick<Actor, 'allData' | 'locations'>): Promise<string[] | null> {
  if (actor.allData) return null;
  return actor.locations.length === 0 ? [] : setsWithLocations(db, actor.locations);
}

/** The location sets with one of these locations. */
export async function setsWithLocations(db: Db, locations: readonly string[]): Promise<string[]> {
  const containing = sql`select s.id from location_set s where ${own('s')} and s.locations && ${locations}::uuid[]`;
  return (await runSql<{ id: string }>(db, containing)).map((set) => set.id);
}

/** Rows whose scope column has one of `values`. */
export function scopePredicate(scope: AnyList['scope'], values: readonly string[]): Predicate {
  const { column, sorts, viaJunction } = scope;
  if (!viaJunction) return { kind: 'oneOf', columns: [column], values, type: 'uuid', sorts };
  return { kind: 'test', sql: (params) => viaJunction(params.own, equalsOneOf(column, values, 'uuid[]', params)) };
}
