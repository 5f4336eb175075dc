import type { TagDefinition } from '@keyward/contract/groups';
import { PortalError } from '#core/errors.ts';
import type { ResolvedTag } from '#core/tags/tags.ts';
import type { ReplacedState } from '#db/columns.ts';
import type { Db } from '#db/tenant.ts';
import { type Changed, changedRows, claimUndo, undoRows } from './queries.ts';

type Current = { id: string; version: number; updated_by: string | null };

/**
 * Claims a change for undoing and returns its rows, for the caller to lock, with the state that it replaced in each. `isVisible`:
 * whether one of these rows is visible to the actor; otherwise the change does not exist for them. Throws notFound and undoEnded;
 * `replacedOf` throws changedSince for a row whose version has changed since.
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

/** The tags that a row had. Throws unknownTag and unknownTagValue for a tag or value that was deleted since. */
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

/** The reply to a repeated call, whose change has this id (empty: none). `mailed`: number of mails, which leave no change. */
export const repeatedChange = async (db: Db, of: Changed, id: string, mailed = 0) =>
  id ? { changed: await changedRows(db, of, id), id } : { changed: mailed, id: null };
