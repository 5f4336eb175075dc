// Pages of rows in the order of their names, without the list engine: watches and reports of everyone.
import { uuid } from '@keyward/contract/characters';
import { limits } from '@keyward/contract/limits';
import { PortalError } from '#core/errors.ts';

/** The row after which a page begins; it may no longer exist. */
export type NamedRow = { id: string; name: string };

/** Reads the cursor of a page. Throws invalidCursor. */
export function readNamedCursor(cursor: string | undefined): NamedRow | undefined {
  if (cursor === undefined) return undefined;
  const [id = ''] = cursor.split(' ', 1);
  if (!uuid.test(id)) throw new PortalError('invalidCursor');
  return { id, name: cursor.slice(id.length + 1) };
}

/** A page of rows, for which one more row was read than fits. */
export function namedPage<T extends NamedRow>(found: readonly T[]): { rows: readonly T[]; next?: string } {
  const rows = found.slice(0, limits.pageSize);
  const last = rows.at(-1);
  return { rows, ...(found.length > rows.length && last ? { next: `${last.id} ${last.name}` } : {}) };
}
