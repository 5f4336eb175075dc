// Copies of saved views in watches.
import { isDeepStrictEqual } from 'node:util';
import { parseFilter, printFilter } from '@keyward/contract/filter';
import { limits } from '@keyward/contract/limits';
import { existing } from '#core/entity.ts';
import { type SavedContent, savedViews, type StoredView } from '#core/list/views/saved.ts';
import { tagDefinitions } from '#core/tags/queries.ts';
import { any } from '#db/fragments.ts';
import type { Db } from '#db/tenant.ts';

/** The parts of a view that a watch copies. */
export type Copied = { base: string } & Pick<SavedContent, 'filter' | 'search'>;
const copyOf = ({ base, content: { filter, search } }: StoredView): Copied => ({ base, filter, search });

const visible = (db: Db, profileId: string) => savedViews(db, profileId).where('v.deleted_at', 'is', null);

/** Copies the view for one of its viewers. Throws notFound. */
export async function copyView(db: Db, profileId: string, view: { id: string; resource: string }): Promise<Copied> {
  const stored = await visible(db, profileId)
    .where('v.id', '=', view.id)
    .where('v.resource', '=', view.resource)
    .executeTakeFirst();
  return copyOf(existing(stored));
}

type Copy = { view_id: string | null; view_content: Copied | null };

/** The view of each of these watches, if visible to their owner. */
export async function viewsOf(db: Db, profileId: string, copies: readonly Copy[]) {
  const ids = copies.flatMap(({ view_id: id }) => id ?? []);
  const found = ids.length > 0 ? await visible(db, profileId).where('v.id', '=', any(ids)).execute() : [];
  const views = new Map(found.map((view) => [view.id, view]));
  return ({ view_id: id, view_content: content }: Copy) => {
    const view = id === null ? undefined : views.get(id);
    return view ? { id: view.id, name: view.name, changed: !isDeepStrictEqual(copyOf(view), content) } : null;
  };
}

/** The values of a location filter: those that it includes or, with `not`, excludes. */
type LocationValues = { not: boolean; values: readonly string[] };
const unassigned = 'NOT_EXISTS';

/** Undefined for a pattern, whose locations only a query can find. */
function valuesOf(text: string): LocationValues | undefined {
  const filter = parseFilter(text);
  if (filter.op === 'exists') return { not: filter.value, values: [unassigned] };
  if (filter.op !== 'in') return undefined;
  return { not: filter.not === true, values: filter.none ? [...filter.values, unassigned] : filter.values };
}

function print({ not, values }: LocationValues): string {
  const ids = values.filter((value) => value !== unassigned);
  if (ids.length === 0) return printFilter({ op: 'exists', value: not });
  return printFilter({
    op: 'in',
    values: ids,
    ...(ids.length < values.length ? { none: true } : {}),
    ...(not ? { not } : {}),
  });
}

/** The locations of a watch that its view also has; those of the view if there are none or they are unknown. */
function within(own: string, view: string): string {
  const [a, b] = [valuesOf(own), valuesOf(view)];
  if (!a || !b) return view;
  if (a.not && b.not) {
    const values = [...new Set([...a.values, ...b.values])];
    return values.length > limits.filterValues ? view : print({ not: true, values });
  }
  const [kept, other] = a.not ? [b, a] : [a, b];
  const values = kept.values.filter((value) => other.values.includes(value) !== other.not);
  return values.length === 0 ? view : print({ not: false, values });
}

/**
 * The filters of a watch that follows the view: the view's present ones, and its own. Its own are those on columns that the view
 * did not filter, and those on locations by which the header narrowed the view, as far as the view still has them.
 */
export async function followed(db: Db, filter: Copied['filter'], before: Copied, now: Copied): Promise<Copied> {
  const locations = new Set((await tagDefinitions(db, { isLocation: true })).map(({ id }) => `tags.${id}`));
  const own = Object.entries(filter).filter(
    ([column, text]) =>
      !Object.hasOwn(before.filter, column) || (locations.has(column) && before.filter[column] !== text),
  );
  const narrowed = own.flatMap(([column, text]) => {
    const view = now.filter[column];
    return locations.has(column) && view !== undefined ? [[column, within(text, view)] as const] : [];
  });
  return { ...now, filter: { ...Object.fromEntries(own), ...now.filter, ...Object.fromEntries(narrowed) } };
}
