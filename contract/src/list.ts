import { z } from 'zod';
import { limits } from './limits.ts';
import { cleanText, id, text } from './text.ts';

/**
 * The list query and reply. Specification, part 2, section 7; details in docs/decisions.
 *
 * Filters are further query parameters, one per column: `column=a,b` (is one of) · `like:*x*` `like:x*` `like:*x` ·
 * `gt:5` `lt:5` · `range:from,to` `gte:` `lte:` · `NOT_EXISTS` `EXISTS` · `a,NOT_EXISTS` (is one of, or has none) ·
 * `tags.<tagId>=v1,v2` · `not:` before any of them (exactly the other rows, including those without a value). Literal
 * commas, asterisks and backslashes in a value are escaped with a backslash, and so are `\NOT_EXISTS` and values that start
 * like an operator; any character may be written by its number, `\u0026`. Instants are ISO or relative to now, in the
 * query's `timezone`: see relative.ts.
 */
export const wholeNumber = text(9, 'invalidNumber')
  .regex(/^[1-9]\d{0,8}$/, { error: 'invalidNumber' })
  .transform(Number);
/** The header's filter of locations, for calls beside the lists: `tags.<id>=…`; `timezone` names the zone of days. */
export const locationFilter = cleanText(limits.filterLength);

export const listQuery = z
  .object({
    page: wholeNumber.optional(),
    results_per_page: wholeNumber.refine((n) => n <= limits.exportPageSize, { error: 'tooLarge' }).optional(),
    sort: cleanText(limits.filterLength).optional(),
    search: cleanText(limits.search).optional(),
    q: cleanText(limits.filterLength).optional(),
    timezone: cleanText(limits.viewName).optional(),
    cursor: cleanText(limits.token).optional(),
    /** The view that provides searchable columns, filter and order; default: Overview. */
    custom_view: cleanText(limits.viewName).optional(),
    /** `tags`: include tag columns `tags.<id>` in the rows. */
    with: cleanText(limits.viewName).optional(),
  })
  .catchall(cleanText(limits.filterLength));
export type ListQuery = z.output<typeof listQuery>;
export const listQueryNames = [
  'page',
  'results_per_page',
  'sort',
  'search',
  'q',
  'timezone',
  'cursor',
  'custom_view',
  'with',
];

/** Tag content of a row by tag id, without the location: a text, or names of values (`*`: all of them). */
export const rowTags = z.record(id, z.union([z.string(), z.array(z.string())]));

export function listOf<T extends z.ZodType>(item: T) {
  return z.object({
    data: z.array(item),
    page: z.int(),
    results_per_page: z.int(),
    total_results: z.int(),
    total_pages: z.int(),
    /** Opaque; send it back as `cursor` with the next page. Absent on the last page. */
    next: z.string().optional(),
  });
}
export type ListReply<T> = {
  data: T[];
  page: number;
  results_per_page: number;
  total_results: number;
  total_pages: number;
  next?: string;
};

/** The format of a column's cells. `label:x` shows the text `x.<value>`. */
const columnTypes = [
  'text',
  'code',
  'dateTime',
  'tags',
  'label',
  'boolean',
  'number',
  'security',
  'reported',
  'role',
  'holder',
] as const;
export type ColumnType = (typeof columnTypes)[number];

export const viewColumn = z.object({
  /** The text key of the header, under `columns`; a tag's own label. */
  header: z.string(),
  accessorKey: z.string(),
  type: z.enum(columnTypes),
  /** For `label`: the group of texts that holds the values. */
  format: z.string().optional(),
  sortable: z.boolean(),
  /** In px, if set by a user; absent: by content. */
  width: z.int().min(limits.columnWidthMin).max(limits.columnWidthMax).optional(),
});
export type ViewColumn = z.infer<typeof viewColumn>;

/** The kinds of filter in the portal. Specification, part 2, section 3 'Filter'. */
export const filterTypes = ['text', 'number', 'select', 'multiSelect', 'multiSelectTag', 'dateRange'] as const;

/** The available filters of a list. Specification, part 2, section 3 'Filter metadata'. */
const filterMeta = z.object({
  /** The column as in the query: a name or `tags.<id>`. */
  id: z.string(),
  /** The text key of the column's header, under `columns`; a tag's own label. */
  displayName: z.string(),
  filterType: z.enum(filterTypes),
  /** The options of a select. Absent: they are looked up (`views.filterOptions`). */
  options: z.array(z.object({ value: z.string(), label: z.string() })).optional(),
  /** The group of texts that holds the options' labels, as a column's `format`. */
  format: z.string().optional(),
  /** Some rows have no value, so the filter offers 'is empty'. */
  nullable: z.boolean(),
  disabled: z.boolean(),
});
export type FilterMeta = z.infer<typeof filterMeta>;

/**
 * An action on rows. Specification, part 2, section 3 'Custom view action'. `text` and the messages are text
 * keys under `actions`.
 */
const viewAction = z.object({
  id: z.string(),
  type: z.enum(['send', 'cancel', 'view', 'create', 'activate', 'delete', 'spacer']),
  text: z.string(),
  /** A row qualifies for the action if each of its values is the given one; '*': not empty. */
  state: z.record(z.string(), z.string()),
  /** A path under /api/v1/, with `{name}` replaced by the row's value; for `view` and `create` a path of the portal. */
  apiUrl: z.string().optional(),
  apiMethod: z.enum(['POST', 'PATCH', 'PUT', 'DELETE']).optional(),
  /** The body holds the ids under this name, where the call needs its own (`invitationIds`). */
  idsName: z.string().optional(),
  /** The most rows that one call takes, where that is fewer than `limits.bulkRows`. */
  atMost: z.int().optional(),
  /** The rule (a name of `can`) that enables the action; without it the action is disabled with its reason. */
  needs: z.string().optional(),
  /** The dialog of the list’s page that performs the action on the chosen rows, instead of a call. */
  opens: z.string().optional(),
  /** Confirmation: the text that names the losses. */
  confirm: z.string().optional(),
  /** A call that takes the chosen rows and returns `rowLosses` for that confirmation. */
  lossesUrl: z.string().optional(),
  inProgressText: z.string().optional(),
  successText: z.string().optional(),
  successTitle: z.string().optional(),
  successMessage: z.string().optional(),
  failureTitle: z.string().optional(),
  failureMessage: z.string().optional(),
});
export type ViewAction = z.infer<typeof viewAction>;

/** Number of records deleted along with the rows, by names of texts under the action's `confirm`. */
export const rowLosses = z.object({ data: z.record(z.string(), z.int()) });

/** Audience of a saved view: its owner, the holders of a role, or everyone in the tenant. */
export const viewSharing = z.discriminatedUnion('with', [
  z.object({ with: z.literal('nobody') }),
  z.object({ with: z.literal('role'), roleId: id }),
  z.object({ with: z.literal('everyone') }),
]);
export type ViewSharing = z.infer<typeof viewSharing>;

/** A view. Its filter is written as in the query string. */
export const customView = z.object({
  /** The view's id or, for built-in views, the name in the specification; texts hold its translation. */
  value: z.string(),
  label: z.string(),
  description: z.string(),
  /** Rows can be selected for the actions under `bulk`. */
  isMultiselect: z.boolean(),
  query: z.object({
    resource: z.string(),
    urlBasePath: z.string(),
    filter: z.record(z.string(), z.string()),
    searchableColumns: z.array(z.string()),
    sort: z.array(z.tuple([z.string(), z.enum(['ASC', 'DESC'])])),
    /** The search text of a saved view. */
    search: z.string().optional(),
  }),
  columns: z.array(viewColumn),
  actions: z.object({ bulk: z.array(viewAction), single: z.array(viewAction) }),
  /** The number of minutes, hours or days in its filter and description: a tenant value. */
  period: z.int().optional(),
  filterSchema: z.array(filterMeta),
  /** Saved views only. */
  saved: z
    .object({
      /** The built-in view that it narrows: inherits that view's filter and actions. */
      base: z.string(),
      /** The owner's name. */
      owner: z.string(),
      mine: z.boolean(),
      /** The caller may change and delete it. */
      changeable: z.boolean(),
      sharing: viewSharing,
      /** Columns whose filter, order or display was dropped because they, or the filtered values, no longer exist. */
      lost: z.array(z.string()),
      version: z.int(),
    })
    .optional(),
});
export type CustomView = z.infer<typeof customView>;
