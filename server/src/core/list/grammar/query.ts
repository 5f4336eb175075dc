// Checks a list query: view, filters, search, order and page, each name and value against the list.
import { uuid } from '@keyward/contract/characters';
import { limits } from '@keyward/contract/limits';
import { parseFilter, parseOneOf, readUnassigned } from '@keyward/contract/filter';
import { type ListQuery, listQueryNames } from '@keyward/contract/list';
import { remainingFilters } from '@keyward/contract/window';
import { clock } from '#core/clock.ts';
import { PortalError } from '#core/errors.ts';
import type { Condition } from '#core/list/conditions/condition.ts';
import { invalidFilterValue, unknownColumn } from '#core/list/refusals.ts';
import type { AnyList } from '#core/list/types.ts';
import type { LocationDay } from '#core/locations/day.ts';
import { tenantView, viewsFor } from '#core/list/views/built-in.ts';
import type { ListView, Viewer } from '#core/list/views/types.ts';
import { checkFilter } from './filter.ts';
import { isTimeZone, type Now } from './time.ts';

export type SortBy = { column: string; desc: boolean };

/** A checked list query: the list has every column, operator and value. */
export type ListRequest = {
  view: ListView;
  page: number;
  size: number;
  sort: readonly SortBy[];
  conditions: readonly Condition[];
  /** Empty when there is no search. */
  search: string;
  cursor: string | undefined;
  /** Whether the rows' tags are requested. */
  withTags: boolean;
  /** Everything that determines the rows and their order: a cursor is valid for one shape. */
  shape: string;
};

/**
 * Checks a list query against its list. Throws PortalError unknownColumn, unknownOperator, invalidFilterValue, pageTooFar or
 * exportNotAllowed, naming the invalid part. `saved`: the view that custom_view names, if it is not built-in; `day`: the hours of
 * its nights, if it names one.
 */
export function readQuery(
  list: AnyList,
  actor: Viewer,
  query: ListQuery,
  saved?: ListView,
  day?: LocationDay,
): ListRequest {
  const view = saved ?? viewOf(list, actor, query.custom_view);
  if (query.timezone !== undefined && !isTimeZone(query.timezone)) throw invalidFilterValue('timezone', query.timezone);
  if (query.with !== undefined && query.with !== 'tags') throw invalidFilterValue('with', query.with);
  const page = query.page ?? 1;
  const size = query.results_per_page ?? limits.pageSize;
  if (size > limits.pageSizeMax && !list.export.holds(actor.authority)) throw new PortalError('exportNotAllowed');
  if (query.cursor === undefined && page * size > limits.offsetMax) {
    throw new PortalError('pageTooFar', { params: { limit: limits.offsetMax } });
  }
  const filters = Object.entries(query)
    .filter((entry): entry is [string, string] => !listQueryNames.includes(entry[0]) && typeof entry[1] === 'string')
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  const search = (query.search ?? view.query.search)?.trim() ?? '';
  const queryFilter = Object.fromEntries(filters);
  const baseFilter = remainingFilters(view.narrows?.query.filter ?? {}, view.query.filter);
  const viewFilters = [baseFilter, view.query.filter].flatMap((own) =>
    Object.entries(remainingFilters(own, queryFilter)),
  );
  const now = { at: clock.now(), zone: query.timezone ?? 'UTC', day };
  return {
    view,
    page,
    size,
    sort: query.sort === undefined ? viewSort(view) : checkSort(list, query.sort),
    conditions: [
      ...viewFilters.map(([name, text]) => condition(list, name, text, now)),
      ...filters.map(([name, text]) => condition(list, name, text, now)),
      ...(query.q === undefined ? [] : [oneOf(list, query.q, now)]),
    ],
    search,
    cursor: query.cursor,
    withTags: query.with === 'tags',
    shape: JSON.stringify([list.resource, view.value, view.version, query.sort ?? '', filters, query.q ?? '', search]),
  };
}

function viewOf(list: AnyList, actor: Viewer, name: string | undefined): ListView {
  if (name === undefined) return tenantView(list.views[0], actor.tenant.config);
  const view = viewsFor(list, actor).find((v) => v.value === name);
  if (!view) throw invalidFilterValue('custom_view', name);
  return view;
}

/** Throws as a query with this filter would; the values of tags are checked in conditions/tag.ts. */
export const readFilter = (list: AnyList, name: string, text: string): Condition =>
  condition(list, name, text, { at: clock.now(), zone: 'UTC' });

const condition = (list: AnyList, name: string, text: string, now: Now): Condition =>
  checkCondition(list, name, parseFilter(plainFilter(name, text)), now);

/** A filter of this column as parseFilter reads it: the word `unassigned` is for tags alone. */
export const plainFilter = (name: string, text: string): string => (isTagColumn(name) ? readUnassigned(text) : text);

function checkCondition(list: AnyList, name: string, filter: ReturnType<typeof parseFilter>, now: Now): Condition {
  if (list.tags && isTagColumn(name)) {
    return { column: name, ...checkFilter(name, { type: 'text' }, filter, now) };
  }
  const column = Object.hasOwn(list.columns, name) ? list.columns[name] : undefined;
  if (!column?.filter) throw unknownColumn(name);
  return { column: name, ...checkFilter(name, column, filter, now), ...(column.clock ? { zone: now.zone } : {}) };
}
export const isTagColumn = (name: string) => name.startsWith('tags.') && uuid.test(name.slice('tags.'.length));

/** `q=field:a,b`: the field has one of the values. */
function oneOf(list: AnyList, q: string, now: Now): Condition {
  const clause = parseOneOf(q.startsWith('tags.') ? readUnassigned(q.replace(':', ':,')).replace(':,', ':') : q);
  if (!clause) throw invalidFilterValue('q', q);
  return checkCondition(list, clause.field, clause.filter, now);
}

const viewSort = (view: ListView): SortBy[] =>
  view.query.sort.map(([column, direction]) => ({ column, desc: direction === 'DESC' }));

function checkSort(list: AnyList, text: string): SortBy[] {
  const sort = text.split(',').map((pair): SortBy => {
    const [name = '', direction = ''] = pair.split(/:(?=[^:]*$)/);
    if (!Object.hasOwn(list.columns, name) || !list.columns[name]?.sort) throw unknownColumn(name);
    if (!/^(asc|desc)$/i.test(direction)) {
      throw new PortalError('unknownOperator', {
        params: { column: name, operator: direction.slice(0, 100) },
        field: name,
      });
    }
    return { column: name, desc: /^desc$/i.test(direction) };
  });
  if (new Set(sort.map((s) => s.column)).size < sort.length) throw invalidFilterValue('sort', text);
  return sort;
}
