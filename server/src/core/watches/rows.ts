// The rows of a watch: the list engine's own query, with the view stored in the watch, limited to what its owner may see now.
import { pathOf, type ListResource } from '@keyward/contract/resources';
import type { Actor } from '#core/auth/session.ts';
import { findList } from '#core/list/define.ts';
import { readQuery } from '#core/list/grammar/query.ts';
import { countRows, findIds } from '#core/list/page.ts';
import type { AnyList } from '#core/list/types.ts';
import { hasBase, type Named, namedIn, openView, type SavedContent } from '#core/list/views/saved.ts';
import type { ListView } from '#core/list/views/types.ts';
import type { Db } from '#db/tenant.ts';

/** The part of a view that a watch stores: values of groups and roles by their ids. */
export type Watched = {
  resource: string;
  base: string;
  content: Pick<SavedContent, 'filter' | 'search'> & Partial<SavedContent>;
};
/** The view in the form of the list engine; `path`: the page that shows the same rows. */
export type OpenWatch = { list: AnyList; view: ListView; zone: string; path: string };

/** Maximum rows of a list without history that a watch for new rows remembers. */
export const maxKnown = 2_000;
/** Maximum ids in one query of the list engine. */
const idsAtOnce = 100;

/** Names of the rows that the filters of views refer to by id, by list. */
export type Names = ReadonlyMap<string, Named>;
const contentOf = ({ content }: Pick<Watched, 'content'>): SavedContent => ({ sort: [], columns: [], ...content });

/** Reads the names that these filters refer to, once for all. */
export async function readNames(db: Db, watched: readonly Watched[]): Promise<Names> {
  const names = new Map<string, Named>();
  for (const [resource, some] of Map.groupBy(watched, (one) => one.resource)) {
    const list = findList(resource);
    if (list)
      names.set(
        resource,
        await namedIn(
          db,
          list,
          some.map((one) => ({ content: contentOf(one) })),
        ),
      );
  }
  return names;
}

/**
 * The view of a watch, for an actor. `'right'`: they may not read the list or the view that it narrows; `'lost'`: something that
 * it filters by no longer exists, so that it would find more rows than intended. `names`: those of several watches, read for all.
 */
export async function openWatch(
  db: Db,
  actor: Actor | undefined,
  watched: Watched,
  zone: string,
  names?: Names,
): Promise<OpenWatch | 'right' | 'lost'> {
  const { resource, base } = watched;
  const list = findList(resource);
  if (!actor || !list?.needs.holds(actor.authority) || !hasBase(actor, list, { base })) return 'right';
  const view = await openRows(db, actor, list, watched, names);
  if (view === 'lost') return view;
  const { search, sort = [] } = watched.content;
  const filters = Object.entries(view.query.filter).map(([column, text]) => [`filter.${column}`, text]);
  const order = sort.map(([column, direction]) => `${column}:${direction === 'DESC' ? 'desc' : 'asc'}`).join(',');
  const shown = {
    custom_view: base,
    ...Object.fromEntries(filters),
    ...(search ? { search } : {}),
    ...(order ? { sort: order } : {}),
  };
  return { list, view, zone, path: pathOf(list.resource as ListResource, shown) };
}

/** The view, for an actor who has its base, with the current names in its filters. */
export async function openRows(
  db: Db,
  actor: Actor,
  list: AnyList,
  watched: Watched,
  names?: Names,
): Promise<ListView | 'lost'> {
  const { resource, base } = watched;
  const content = contentOf(watched);
  const stored = { ...unsaved, resource, base, content };
  const { view, lost } = openView(list, actor, stored, names?.get(resource) ?? (await namedIn(db, list, [stored])));
  // a lost column or order does not change the rows
  return lost.some((name) => name === base || Object.hasOwn(content.filter, name)) ? 'lost' : view;
}

/** A saved view's other properties, which the rows do not depend on. */
const unsaved = {
  id: '',
  name: '',
  description: '',
  owner_id: null,
  owner_name: '',
  role_id: null,
  role_name: null,
  everyone: false,
  version: 0,
  updated_by: '',
  updated_at: '',
};

const queryOf = ({ zone }: OpenWatch) => ({ timezone: zone });

export const countWatched = (db: Db, actor: Actor, watch: OpenWatch): Promise<number> =>
  countRows(db, actor, watch.list, queryOf(watch), watch.view);

/** The ids of all rows; null if there are more than `most`. */
export async function idsOf(db: Db, actor: Actor, watch: OpenWatch, most: number): Promise<string[] | null> {
  const { ids, total } = await findIds(db, actor, watch.list, queryOf(watch), most, watch.view);
  return total > most ? null : ids;
}

/** Number of these rows that are in the view. */
export async function countAmong(db: Db, actor: Actor, watch: OpenWatch, ids: readonly string[]): Promise<number> {
  let count = 0;
  for (let i = 0; i < ids.length; i += idsAtOnce) {
    const id = ids.slice(i, i + idsAtOnce).join(',');
    count += await countRows(db, actor, watch.list, { ...queryOf(watch), id }, watch.view);
  }
  return count;
}

/** The types of events that it can find; null: any, or its rows are not events. */
export function eventsOf(actor: Actor, { list, view, zone }: OpenWatch): string[] | null {
  if (list.resource !== 'event') return null;
  let types: string[] | null = null;
  for (const { column, test, not, none } of readQuery(list, actor, { timezone: zone }, view).conditions) {
    if (column !== 'event' || test.op !== 'in' || not || none) continue;
    const { values } = test;
    types = types ? types.filter((type) => values.includes(type)) : [...values];
  }
  return types;
}

/** Whether a filter names a time relative to now. */
export const namesNow = (text: string): boolean => /(^|[:,])(now|tonight|lastNight)/.test(text);
/** Whether its rows change with time alone: a filter names a time, or a column is compared with the current time. */
export const isTimed = ({ list, view }: OpenWatch): boolean =>
  [view.query.filter, view.narrows?.query.filter ?? {}].some((filter) =>
    Object.entries(filter).some(([column, text]) => list.columns[column]?.timed === true || namesNow(text)),
  );
