import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { customView, listQuery, viewColumn, viewSharing } from './list.ts';
import { can } from './permissions.ts';
import { listResources } from './resources.ts';
import { roleLabel } from './roles.ts';
import { cleanText, idParams, line, text, trimmed } from './text.ts';

const columnName = text(limits.columnName).regex(/^[\w.-]+$/, { error: 'invalidCharacters' });
const bounded = cleanText(limits.viewFilterLength);

/** The saved part of a view. Paths and actions are not saved: they come from the built-in view. */
export const savedView = z.object({
  name: line(limits.viewName, { required: 'required', tooLong: 'tooLong' }),
  description: trimmed(limits.viewDescription),
  /** The built-in view that it narrows. */
  base: bounded,
  /** As in a list query. Relative instants stay relative. */
  filter: z
    .record(columnName, bounded)
    .refine((f) => Object.keys(f).length <= limits.viewFilters, { error: 'tooLarge' }),
  search: cleanText(limits.search),
  /** Empty: the built-in view's order. */
  sort: z.array(z.tuple([columnName, z.enum(['ASC', 'DESC'])])).max(limits.viewColumns),
  /** The shown columns, in order. */
  columns: z
    .array(viewColumn.pick({ width: true }).extend({ accessorKey: text(limits.columnName) }))
    .min(1, { error: 'required' })
    .max(limits.viewColumns),
  sharing: viewSharing,
});
export type SavedView = z.output<typeof savedView>;

export const views = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/custom-views',
    summary: 'The views of a list: columns, filter, order. Overview comes first, then built-in ones, then saved ones.',
    needs: 'session',
    query: z.object({ resource: z.enum(listResources) }),
    reply: z.object({
      data: z.array(customView),
      /** Every column available to a view of this list. */
      columns: z.array(viewColumn),
    }),
  }),
  counts: endpoint({
    method: 'GET',
    path: '/api/v1/custom-views/counts',
    summary: 'How many rows each view of a list has within the caller’s locations. Filters and search as in its query.',
    needs: 'session',
    query: listQuery.extend({ resource: z.enum(listResources) }),
    reply: z.object({
      /** In the order of the views. `count` is the total of the list with that view; null: counting takes too long. */
      data: z.array(z.object({ value: z.string(), count: z.int().nullable() })),
    }),
  }),
  filterOptions: endpoint({
    method: 'GET',
    path: '/api/v1/filter-options/:resource/:column',
    summary:
      'Values of a column to filter by, within the caller’s locations: at most 200, those that contain `search`.',
    needs: 'session',
    params: z.object({ resource: z.enum(listResources), column: cleanText(limits.columnName) }),
    query: z.object({ search: cleanText(limits.search).optional() }),
    reply: z.object({ data: z.array(z.string()) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/custom-views',
    summary: 'Save a view of a list, for oneself or, with SHARE-VIEWS, for others.',
    needs: 'session',
    body: savedView.extend({ resource: z.enum(listResources) }),
    reply: z.object({ data: customView }),
    status: 201,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/v1/custom-views/:id',
    summary: 'Change a saved view: one’s own, or a shared one with SHARE-VIEWS.',
    needs: 'session',
    params: idParams,
    body: savedView,
    reply: z.object({ data: customView }),
    etag: true,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/custom-views/:id',
    summary: 'Delete a saved view; for an hour it can be restored.',
    needs: 'session',
    params: idParams,
  }),
  restore: endpoint({
    method: 'POST',
    path: '/api/v1/custom-views/:id/restore',
    summary: 'Take back the deletion of a saved view.',
    needs: 'session',
    params: idParams,
    reply: z.object({ data: customView }),
  }),
  audience: endpoint({
    method: 'GET',
    path: '/api/v1/custom-views/audience',
    summary: 'The roles that the caller can share a view with.',
    needs: can.shareViews,
    reply: z.object({ data: z.array(roleLabel) }),
  }),
};
