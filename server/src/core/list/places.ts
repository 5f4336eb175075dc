import { noLocation } from '#core/events/events.ts';
import type { Actor } from '#core/auth/session.ts';
import type { Db } from '#db/tenant.ts';
import type { Params } from './params.ts';
import type { TagFound } from './tags.ts';
import { oneOf } from './where.ts';
import type { AnyList, Condition, Piece, Place } from './types.ts';

/** A condition on the location. What lies outside the caller's own is no place to ask for. */
export async function findPlace(
  db: Db,
  actor: Pick<Actor, 'allData' | 'locations'>,
  list: AnyList,
  { test, none, not }: Condition,
  { matched }: TagFound,
): Promise<Place> {
  if (test.op === 'exists') return { values: [], nowhere: true, not: test.value };
  const own = actor.allData ? matched : matched.filter((id) => actor.locations.includes(id));
  return { values: own.length > 0 ? await list.scope.at(db, own) : [], nowhere: none, not };
}

/** The place on a counter's column, where nowhere is `noLocation`. */
export function countedAt(column: string, { values, nowhere, not }: Place, params: Params): string {
  const all = nowhere ? [...values, noLocation] : values;
  return not ? `${column} <> all(${params.add(all, 'uuid[]')})` : oneOf(column, all, 'uuid[]', params);
}

/** The place on the list's own column. */
export function placePiece(scope: AnyList['scope'], place: Place, params: Params): Piece {
  const { column, nowhere, sorts, among } = scope;
  if (among) {
    const here = place.values.length > 0 ? [among(params.own, oneOf(column, place.values, 'uuid[]', params))] : [];
    const tests = [...here, ...(place.nowhere ? [`not ${among(params.own, 'true')}`] : [])];
    const text = `(${tests.join(' or ') || 'false'})`;
    return { text: place.not ? `not ${text}` : text };
  }
  if (place.nowhere && nowhere === 'null') {
    const here = place.values.length > 0 ? `${oneOf(column, place.values, 'uuid[]', params)} or ` : '';
    const text = `(${here}${column} is null)`;
    return { text: place.not ? `(${text}) is not true` : text };
  }
  if (place.not) return { text: `(${countedAt(column, { ...place, not: false }, params)}) is not true` };
  const all = place.nowhere ? [...place.values, noLocation] : place.values;
  if (all.length < 2) return { text: oneOf(column, all, 'uuid[]', params) };
  const array = params.add(all, 'uuid[]');
  return { text: `${column} = any(${array})`, spread: { columns: [column], array, sorts } };
}
