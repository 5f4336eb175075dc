import type { Actor } from '#core/auth/session.ts';
import { type Db, rows } from '#db/tenant.ts';
import { newParams, type Params } from './params.ts';
import { oneOf } from './where.ts';
import type { AnyList, Piece } from './types.ts';

/** The locations a list shows rows of; null: everything. Specification, part 1, section 6. */
export async function ownLocations(_db: Db, actor: Pick<Actor, 'allData' | 'locations'>) {
  return actor.allData ? null : actor.locations;
}

/** Locations that stand in the list's own table. */
export const locationsThemselves = async (_db: Db, locations: readonly string[]) => locations;

/** The location sets whose events a person may see: those that have one of their locations; null: all events. */
export async function visibleSets(db: Db, actor: Pick<Actor, 'allData' | 'locations'>): Promise<string[] | null> {
  if (actor.allData) return null;
  return actor.locations.length === 0 ? [] : setsAt(db, actor.locations);
}

/** The location sets that have one of these locations. */
export async function setsAt(db: Db, locations: readonly string[]): Promise<string[]> {
  const params = newParams(db.tenantId);
  const text = `select s.id from location_set s
    where ${params.own('s')} and s.locations && ${params.add(locations, 'uuid[]')}`;
  return (await rows<{ id: string }>(db, text, params.values)).map((set) => set.id);
}

/** The scope in SQL: `column` is one of `values`. */
export function scopePiece(
  scope: Pick<AnyList['scope'], 'column' | 'sorts' | 'among'>,
  values: readonly string[],
  params: Params,
): Piece {
  if (scope.among) return { text: scope.among(params.own, oneOf(scope.column, values, 'uuid[]', params)) };
  if (values.length === 1) return { text: oneOf(scope.column, values, 'uuid[]', params) };
  const array = params.add(values, 'uuid[]');
  return { text: `${scope.column} = any(${array})`, spread: { columns: [scope.column], array, sorts: scope.sorts } };
}
