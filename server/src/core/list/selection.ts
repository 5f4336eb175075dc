// The rows of a bulk action: by their ids, or all rows that a query finds.
import { limits } from '@keyward/contract/limits';
import type { ChosenRows } from '@keyward/contract/selection';
import { PortalError } from '#core/errors.ts';
import type { Actor } from '#core/auth/session.ts';
import type { Db } from '#db/tenant.ts';
import { findIds } from './page.ts';
import type { AnyList } from './types.ts';

/**
 * Deletes the selected rows and returns their number. A selection by query is accepted only if it still finds as many rows as the
 * user saw, including every deselected one. `remove` must refuse ids that may not be deleted: they are not checked here. Throws
 * PortalError selectionChanged and tooManyChosen, and as readQuery and `remove` do.
 */
export async function deleteSelected(
  db: Db,
  actor: Actor,
  list: AnyList,
  chosen: ChosenRows,
  remove: (db: Db, actor: Actor, ids: readonly string[]) => Promise<void>,
): Promise<{ deleted: number }> {
  const ids = await selectedIds(db, actor, list, chosen);
  await remove(db, actor, ids);
  return { deleted: ids.length };
}

/**
 * The refusal of a bulk action because of one row: `field` is its id, so that the list can mark it, and `params.row` is its
 * display name, for a row that is not loaded. A row that is not visible gets no name.
 */
export function withRow(error: PortalError, id: string, ...words: string[]): PortalError {
  const params = { ...error.params, ...(words.length ? { row: words.join(' · ') } : {}) };
  return new PortalError(error.code, { field: id, params });
}

/** The ids of the selected rows, without duplicates. Throws as deleteSelected does. */
export async function selectedIds(db: Db, actor: Actor, list: AnyList, chosen: ChosenRows): Promise<string[]> {
  const { ids, filterData = {}, count } = chosen;
  if (ids) return [...new Set(ids)];
  const without = new Set(chosen.without);
  const matches = await findIds(db, actor, list, filterData, limits.bulkRows + without.size);
  const changed = () => new PortalError('selectionChanged', { params: { now: matches.total, seen: count ?? 0 } });
  if (matches.total !== count) throw changed();
  if (matches.total - without.size > limits.bulkRows) {
    throw new PortalError('tooManyChosen', { params: { limit: limits.bulkRows } });
  }
  const selected = matches.ids.filter((id) => !without.has(id));
  // a deselected row is no longer found although the count is the same, so the list has changed
  if (selected.length + without.size !== matches.ids.length) throw changed();
  return selected;
}

/** Number of selected rows: the action applies to all of them or is refused. */
export const selectionSize = ({ ids, count = 0, without = [] }: ChosenRows): number =>
  ids ? new Set(ids).size : count - new Set(without).size;
