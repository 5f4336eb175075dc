// Saved views: their stored form, and the parts that are still valid when one is opened.
import type { TagDefinition } from '@keyward/contract/groups';
import { type Filter, parseFilter, printFilter } from '@keyward/contract/filter';
import type { ViewColumn } from '@keyward/contract/list';
import { fold, uuid } from '@keyward/contract/characters';
import type { SavedView } from '@keyward/contract/views';
import { PortalError } from '#core/errors.ts';
import type { Actor } from '#core/auth/session.ts';
import type { Db } from '#db/tenant.ts';
import { plainFilter, readFilter } from '#core/list/grammar/query.ts';
import { invalidFilterValue, unknownColumn } from '#core/list/refusals.ts';
import type { AnyList } from '#core/list/types.ts';
import { tenantView, viewsFor } from './built-in.ts';
import { columnsOf, listTags } from './schema.ts';
import type { ListView, Viewer } from './types.ts';

/** The content of a saved view, stored as one value; group values and roles by id, so that renaming does not affect it. */
export type SavedContent = Pick<SavedView, 'filter' | 'search' | 'sort' | 'columns'>;
export type StoredView = Awaited<ReturnType<ReturnType<typeof savedViews>['execute']>>[number];

/** The views available to a profile: its own, those of its roles, and those for everyone. */
export const savedViews = (db: Db, profileId: string) =>
  db
    .selectFrom('saved_view as v')
    .leftJoin('role as r', 'r.id', 'v.role_id')
    .select(['v.id', 'v.resource', 'v.owner_id', 'v.owner_name', 'v.name', 'v.description', 'v.base', 'v.content'])
    .select(['v.role_id', 'r.name as role_name', 'v.everyone', 'v.version', 'v.updated_by', 'v.updated_at'])
    .where((eb) =>
      eb.or([
        eb('v.owner_id', '=', profileId),
        eb('v.everyone', '=', true),
        eb.exists(
          eb
            .selectFrom('profile_role as h')
            .where('h.profile_id', '=', profileId)
            .whereRef('h.role_id', '=', 'v.role_id'),
        ),
      ]),
    );

/** The saved view that a query names; undefined when there is none or it is not available to the actor. */
export async function findSavedView(
  db: Db,
  actor: Viewer & Pick<Actor, 'id'>,
  list: AnyList,
  name: string | undefined,
): Promise<ListView | undefined> {
  if (name === undefined || !uuid.test(name)) return undefined;
  const stored = await savedViews(db, actor.id)
    .where('v.id', '=', name)
    .where('v.resource', '=', list.resource)
    .where('v.deleted_at', 'is', null)
    .executeTakeFirst();
  if (!stored || !hasBase(actor, list, stored)) return undefined;
  return openView(list, actor, stored, await namedIn(db, list, [stored])).view;
}

/** Whether the viewer has the view that this one narrows, as is required. */
export const hasBase = (actor: Viewer, list: AnyList, { base }: Pick<StoredView, 'base'>): boolean =>
  !list.views.some((view) => view.value === base) || viewsFor(list, actor).some((view) => view.value === base);

type Entry = { id: string; name: string };
/** The tags and roles that filters and columns may refer to by id. */
export type Named = { tags: readonly TagDefinition[]; roles: readonly Entry[] };

const tagPrefix = 'tags.';
const tagOf = (name: string, { tags }: Named) => tags.find((d) => `${tagPrefix}${d.id}` === name);
const namesRoles = (list: AnyList, name: string): boolean =>
  Object.hasOwn(list.columns, name) && list.columns[name]?.named === 'roles';

/** The tags and roles that the views' filters and columns may name; not queried when none is named. */
export async function namedIn(db: Db, list: AnyList, views: readonly { content: SavedContent }[]): Promise<Named> {
  const names = views.flatMap(({ content: { filter, columns } }) => [
    ...Object.keys(filter),
    ...columns.map((c) => c.accessorKey),
  ]);
  return {
    tags: names.some((name) => name.startsWith(tagPrefix)) ? await listTags(db, list) : [],
    roles: names.some((name) => namesRoles(list, name))
      ? await db.selectFrom('role').select(['id', 'name']).execute()
      : [],
  };
}

/** The values that a filter of this column refers to by id; undefined: the filter is stored as given. */
function entriesOf(list: AnyList, name: string, named: Named): readonly Entry[] | undefined {
  if (namesRoles(list, name)) return named.roles;
  const tag = tagOf(name, named);
  return tag?.type === 1 ? tag.values : undefined;
}
const byName = (entries: readonly Entry[], name: string) => entries.find((entry) => fold(entry.name) === fold(name));

type Values = Extract<Filter, { op: 'in' }>;
const isValues = (filter: ReturnType<typeof parseFilter>): filter is Values => filter.op === 'in';

/** The stored form of a filter. Throws PortalError for a column or a value that the list does not have, as a query would. */
export function storeFilter(list: AnyList, name: string, text: string, named: Named): string {
  readFilter(list, name, text);
  if (name.startsWith(tagPrefix) && !tagOf(name, named)) throw unknownColumn(name);
  const entries = entriesOf(list, name, named);
  const plain = plainFilter(name, text);
  const filter = parseFilter(plain);
  if (!entries || !isValues(filter)) return plain;
  const values = filter.values.map((wanted) => {
    const entry = byName(entries, wanted);
    if (entry) return entry.id;
    throw invalidFilterValue(name, wanted);
  });
  return printFilter({ ...filter, values });
}

/** The filter in the form of a query; undefined if no part of it is valid. `whole`: whether every part is valid. */
function restoreFilter(list: AnyList, name: string, text: string, named: Named) {
  if (name.startsWith(tagPrefix) && !tagOf(name, named)) return { text: undefined, whole: false };
  const entries = entriesOf(list, name, named);
  const filter = parseFilter(text);
  if (entries && isValues(filter)) {
    // in data folders of earlier releases, filters have the names of roles
    const values = filter.values.flatMap(
      (stored) => (entries.find(({ id }) => id === stored) ?? byName(entries, stored))?.name ?? [],
    );
    const complete = values.length === filter.values.length;
    const rest: Filter =
      filter.none && !values.length ? { op: 'exists', value: Boolean(filter.not) } : { ...filter, values };
    return { text: values.length || filter.none ? printFilter(rest) : undefined, whole: complete };
  }
  try {
    readFilter(list, name, text);
    return { text, whole: true };
  } catch (error) {
    if (error instanceof PortalError) return { text: undefined, whole: false };
    throw error;
  }
}

/** The view in the form shown now: invalid parts are left out, and `lost` names their columns. */
export function openView(
  list: AnyList,
  { tenant }: Pick<Viewer, 'tenant'>,
  { id, name, description, base: baseName, content, version }: StoredView,
  named: Named,
): { view: ListView & Required<Pick<ListView, 'narrows' | 'version'>>; lost: string[] } {
  const base = list.views.find((view) => view.value === baseName);
  const lost = new Set(base ? [] : [baseName]);
  const narrows = tenantView(base ?? list.views[0], tenant.config);
  const filter = Object.entries(content.filter).flatMap(([column, text]) => {
    const restored = restoreFilter(list, column, text, named);
    if (!restored.whole) lost.add(column);
    return restored.text === undefined ? [] : [[column, restored.text] as const];
  });
  const sort = content.sort.filter(([column]) => {
    const sortable = Object.hasOwn(list.columns, column) && list.columns[column]?.sort !== undefined;
    if (!sortable) lost.add(column);
    return sortable;
  });
  const available = columnsOf(list, named.tags);
  const columns = content.columns.flatMap(({ accessorKey, width }): ViewColumn[] => {
    const column = available.find((c) => c.accessorKey === accessorKey);
    if (!column) lost.add(accessorKey);
    return column ? [{ ...column, ...(width === undefined ? {} : { width }) }] : [];
  });
  const view = {
    ...narrows,
    value: id,
    label: name,
    description,
    query: {
      ...narrows.query,
      filter: Object.fromEntries(filter),
      sort: sort.length ? sort : narrows.query.sort,
      ...(content.search ? { search: content.search } : {}),
    },
    columns: columns.length ? columns : narrows.columns,
    narrows,
    version,
  };
  return { view, lost: [...lost] };
}
