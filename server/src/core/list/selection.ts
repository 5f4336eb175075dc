// The rows that a bulk action was asked for: by their ids, or all that a query finds.
import { limits } from '@keyward/contract/limits';
import type { ChosenRows } from '@keyward/contract/selection';
import { PortalError } from '#core/errors.ts';
import type { Actor } from '#core/auth/session.ts';
import type { Db } from '#db/tenant.ts';
import { findIds } from './page.ts';
import type { AnyList } from './types.ts';

/**
 * Deletes the rows that were chosen in a list, each once; answers how many. All that a query finds are taken only when they
 * are as many as the person saw and include all that were taken out again. Ids are not judged here: `remove` refuses
 * those that may not be deleted. Throws PortalError selectionChanged, tooManyChosen and what readQuery and `remove` throw.
 */
export async function removeChosen(
  db: Db,
  actor: Actor,
  list: AnyList,
  chosen: ChosenRows,
  remove: (db: Db, actor: Actor, ids: readonly string[]) => Promise<void>,
): Promise<{ deleted: number }> {
  const ids = await chosenIds(db, actor, list, chosen);
  await remove(db, actor, ids);
  return { deleted: ids.length };
}

/**
 * A refusal of several rows that one of them is the reason for: `constraint` is its id, so that a list can flag it, and
 * `params.row` is what people call it, for a row that they have not loaded. A row out of sight has no name.
 */
export function ofRow(error: PortalError, id: string, ...words: string[]): PortalError {
  const params = { ...error.params, ...(words.length ? { row: words.join(' · ') } : {}) };
  return new PortalError(error.code, { field: id, params });
}

/** The ids of the rows that were chosen, each once. Throws as removeChosen does. */
export async function chosenIds(db: Db, actor: Actor, list: AnyList, chosen: ChosenRows): Promise<string[]> {
  const { ids, filterData = {}, count } = chosen;
  if (ids) return [...new Set(ids)];
  const without = new Set(chosen.without);
  const found = await findIds(db, actor, list, filterData, limits.bulkRows + without.size);
  const changed = () => new PortalError('selectionChanged', { params: { now: found.total, seen: count ?? 0 } });
  if (found.total !== count) throw changed();
  if (found.total - without.size > limits.bulkRows) {
    throw new PortalError('tooManyChosen', { params: { limit: limits.bulkRows } });
  }
  const left = found.ids.filter((id) => !without.has(id));
  // a row that was taken out is no longer found, so another one was added since the person saw the list
  if (left.length + without.size !== found.ids.length) throw changed();
  return left;
}

/** How many rows a bulk action chose: it is carried out for all of them or refused. */
export const countOf = ({ ids, count = 0, without = [] }: ChosenRows): number =>
  ids ? new Set(ids).size : count - new Set(without).size;
