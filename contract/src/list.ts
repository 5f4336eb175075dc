import { z } from 'zod';
import { limits } from './limits.ts';
import { cleanText, id, text } from './text.ts';

/**
 * The list query and reply. Specification, part 2, section 7; details in docs/decisions.
 *
 * Filters are further query parameters, one per column: `column=a,b` (is one of) · `like:*x*` `like:x*` `like:*x` ·
 * `gt:5` `lt:5` · `range:from,to` `gte:` `lte:` · `NOT_EXISTS` `EXISTS` · `a,NOT_EXISTS` (is one of, or has none) ·
 * `tags.<tagId>=v1,v2` · `not:` before any of them (exactly the other rows: one without a value is not any value). A
 * literal comma, asterisk or backslash in a value carries a backslash, and so do `\NOT_EXISTS` and values that begin
 * like an operator; any character may be written by its number, `\u0026`. Instants are ISO or relative to now, in the
 * query's `timezone`: see relative.ts.
 */
const wholeNumber = text(9, 'invalidNumber')
  .regex(/^[1-9]\d{0,8}$/, { error: 'invalidNumber' })
  .transform(Number);
export const listQuery = z
  .object({
    page: wholeNumber.optional(),
    results_per_page: wholeNumber.refine((n) => n <= limits.exportPageSize, { error: 'tooLarge' }).optional(),
    sort: cleanText(limits.filterLength).optional(),
    search: cleanText(limits.search).optional(),
    q: cleanText(limits.filterLength).optional(),
    timezone: cleanText(limits.viewName).optional(),
    cursor: cleanText(limits.token).optional(),
    /** The view whose searchable columns, filter and order apply; Overview unless told. */
    custom_view: cleanText(limits.viewName).optional(),
    /** `tags`: rows carry theirs as well, for columns `tags.<id>`. */
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

/** What a row carries of each tag but its location, by the tag's id: a text, or names of values (`*`: all of them). */
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

/** How a cell of this column is shown. `label:x` shows the text `x.<value>` of the language. */
export const columnTypes = [
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
  /** In px, where somebody set it; absent: as wide as it needs. */
  width: z.int().min(limits.columnWidthMin).max(limits.columnWidthMax).optional(),
});
export type ViewColumn = z.infer<typeof viewColumn>;

/** The kinds of filter a person can set. Specification, part 2, section 3 'Filter'. */
export const filterTypes = ['text', 'number', 'select', 'multiSelect', 'multiSelectTag', 'dateRange'] as const;
export type FilterType = (typeof filterTypes)[number];

/** What a person can filter a list by, and how. Specification, part 2, section 3 'Filter metadata'. */
export const filterMeta = z.object({
  /** The column, as in the query: a name or `tags.<id>`. */
  id: z.string(),
  /** The text key of the column's header, under `columns`; a tag's own label. */
  displayName: z.string(),
  filterType: z.enum(filterTypes),
  /** The choices of a select. Absent: they are looked up (`views.filterOptions`). */
  options: z.array(z.object({ value: z.string(), label: z.string() })).optional(),
  /** The group of texts that holds the options' labels, as a column's `format`. */
  format: z.string().optional(),
  /** Some rows have no value here, so 'is empty' can be asked. */
  nullable: z.boolean(),
  disabled: z.boolean(),
});
export type FilterMeta = z.infer<typeof filterMeta>;

/**
 * What can be done with rows. Specification, part 2, section 3 'Custom view action'. `text` and the messages are text
 * keys under `actions`.
 */
export const viewAction = z.object({
  id: z.string(),
  type: z.enum(['send', 'cancel', 'view', 'create', 'activate', 'delete', 'spacer']),
  text: z.string(),
  /** A row is fit for the action if each of its values is the one named; '*': not empty. */
  state: z.record(z.string(), z.string()),
  /** An address under /api/v1/, `{name}` standing for the row's value; for `view` and `create` one of the portal. */
  apiUrl: z.string().optional(),
  apiMethod: z.enum(['POST', 'PATCH', 'PUT', 'DELETE']).optional(),
  /** The body is the ids under this name, where the call asks for one of its own (`invitationIds`). */
  idsName: z.string().optional(),
  /** The rule (a name of `can`) without which the action is disabled with its reason. */
  needs: z.string().optional(),
  /** Asked before: the text that names what will be lost. */
  confirm: z.string().optional(),
  /** A call that takes the chosen rows and answers with `rowLosses`: what is lost with them, for that question. */
  lossesUrl: z.string().optional(),
  inProgressText: z.string().optional(),
  successText: z.string().optional(),
  successTitle: z.string().optional(),
  successMessage: z.string().optional(),
  failureTitle: z.string().optional(),
  failureMessage: z.string().optional(),
});
export type ViewAction = z.infer<typeof viewAction>;

/** How much is lost with rows that are deleted, by the names of texts under the action's `confirm`. */
export const rowLosses = z.object({ data: z.record(z.string(), z.int()) });

/** Who sees a view that a person saved: its owner, the holders of a role, or everyone in the tenant. */
export const viewSharing = z.discriminatedUnion('with', [
  z.object({ with: z.literal('nobody') }),
  z.object({ with: z.literal('role'), roleId: id }),
  z.object({ with: z.literal('everyone') }),
]);
export type ViewSharing = z.infer<typeof viewSharing>;

/** A view. Its own filter is written as in the query string. */
export const customView = z.object({
  /** The view's id and, for built-in ones, the name the specification gives it; texts hold its translation. */
  value: z.string(),
  label: z.string(),
  description: z.string(),
  /** Rows can be chosen, for the actions under `bulk`. */
  isMultiselect: z.boolean(),
  query: z.object({
    resource: z.string(),
    urlBasePath: z.string(),
    filter: z.record(z.string(), z.string()),
    searchableColumns: z.array(z.string()),
    sort: z.array(z.tuple([z.string(), z.enum(['ASC', 'DESC'])])),
    /** What a saved view searches for. */
    search: z.string().optional(),
  }),
  columns: z.array(viewColumn),
  actions: z.object({ bulk: z.array(viewAction), single: z.array(viewAction) }),
  /** How many minutes, hours or days its filter and its description name: a value of the tenant's. */
  period: z.int().optional(),
  filterSchema: z.array(filterMeta),
  /** Of views that people saved. */
  saved: z
    .object({
      /** The built-in view that it narrows: that one's filter applies as well, and its actions. */
      base: z.string(),
      /** Who saved it: the name. */
      owner: z.string(),
      mine: z.boolean(),
      /** The caller may change and delete it. */
      changeable: z.boolean(),
      sharing: viewSharing,
      /** Columns whose filter, order or display was left out because they, or the values asked for, are no more. */
      lost: z.array(z.string()),
      version: z.int(),
    })
    .optional(),
});
export type CustomView = z.infer<typeof customView>;
