// The saved view that a watch is a copy of.
import { isDeepStrictEqual } from 'node:util';
import { existing } from '#core/entity.ts';
import { type SavedContent, savedViews, type StoredView } from '#core/list/views/saved.ts';
import { tagDefinitions } from '#core/tags/queries.ts';
import type { Db } from '#db/tenant.ts';

/** What a watch takes of a view. */
export type Copied = { base: string } & Pick<SavedContent, 'filter' | 'search'>;
const copyOf = ({ base, content: { filter, search } }: StoredView): Copied => ({ base, filter, search });

const visible = (db: Db, profileId: string) => savedViews(db, profileId).where('v.deleted_at', 'is', null);

/** What the view finds, for one of its viewers. Throws notFound. */
export async function copyView(db: Db, profileId: string, view: { id: string; resource: string }): Promise<Copied> {
  const stored = await visible(db, profileId)
    .where('v.id', '=', view.id)
    .where('v.resource', '=', view.resource)
    .executeTakeFirst();
  return copyOf(existing(stored));
}

type Copy = { view_id: string | null; view_content: Copied | null };

/** The view of a watch, as its owner sees it. */
export async function viewOf(db: Db, profileId: string, { view_id: id, view_content: content }: Copy) {
  if (id === null) return null;
  const view = await visible(db, profileId).where('v.id', '=', id).executeTakeFirst();
  return view ? { id, name: view.name, changed: !isDeepStrictEqual(copyOf(view), content) } : null;
}

/**
 * What a watch finds once it follows the view: the filters of the view as it is now, and its own. These are on columns that the view did
 * not filter by, and on the locations if those of the header narrowed what the view had.
 */
export async function followed(db: Db, filter: Copied['filter'], before: Copied, now: Copied): Promise<Copied> {
  const locations = new Set((await tagDefinitions(db, { isLocation: true })).map(({ id }) => `tags.${id}`));
  const own = Object.entries(filter).filter(([column]) => !Object.hasOwn(before.filter, column));
  const narrowed = Object.entries(filter).filter(
    ([column, text]) => locations.has(column) && before.filter[column] !== text,
  );
  return { ...now, filter: { ...Object.fromEntries(own), ...now.filter, ...Object.fromEntries(narrowed) } };
}
