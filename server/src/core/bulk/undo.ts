import type { TagDefinition } from '@keyward/contract/groups';
import { PortalError } from '#core/errors.ts';
import type { ResolvedTag } from '#core/tags/tags.ts';
import type { ReplacedState } from '#db/columns.ts';
import type { Db } from '#db/tenant.ts';
import { type Changed, changedRows, claimUndo, undoRows } from './queries.ts';

type Current = { id: string; version: number; updated_by: string | null };

/**
 * Claims a change for undoing: its rows, which the caller locks, and what each of them had. `isVisible`: whether the
 * actor sees one of these rows, since without one the change does not exist for them. Throws notFound and undoEnded;
 * `replacedOf` throws changedSince for a row that has another version by now.
 */
export async function startUndo(
  db: Db,
  { of, id }: { of: Changed; id: string },
  isVisible: (ids: readonly string[]) => Promise<boolean>,
) {
  const stored = new Map((await undoRows(db, of, id)).map((row) => [row.rowId, row]));
  const ids = [...stored.keys()];
  if (!(await isVisible(ids))) throw new PortalError('notFound');
  if (!(await claimUndo(db, id))) throw new PortalError('undoEnded');
  const replacedOf = (row: Current): ReplacedState => {
    const before = stored.get(row.id);
    if (!before) throw new Error('only rows of the change are locked');
    if (row.version !== before.version) throw new PortalError('changedSince', { params: { by: row.updated_by ?? '' } });
    return before.before;
  };
  return { ids, replacedOf, replaced: [...stored.values()].map(({ before }) => before) };
}

/** The tags that a row had. Throws unknownTag and unknownTagValue for what was deleted since. */
export const replacedTags = (
  tags: NonNullable<ReplacedState['tags']>,
  definitions: readonly TagDefinition[],
): ResolvedTag[] =>
  Object.entries(tags).map(([id, content]) => {
    const definition = definitions.find((one) => one.id === id);
    if (!definition) throw new PortalError('unknownTag', { field: 'tags' });
    const missing = content.valueIds.some((value) => !definition.values.some((one) => one.id === value));
    if (missing) throw new PortalError('unknownTagValue', { params: { tag: definition.label, value: '' } });
    return { definition, content };
  });

/** The reply to a repeated call, whose change has this id (empty: it has none). `mailed`: how many were mailed, which leaves no change. */
export const repeatedChange = async (db: Db, of: Changed, id: string, mailed = 0) =>
  id ? { changed: await changedRows(db, of, id), id } : { changed: mailed, id: null };
