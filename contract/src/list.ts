import { z } from 'zod';
import { limits } from './limits.ts';
import { cleanText } from './text.ts';

/**
 * The list query and reply. Specification, part 2, section 7; details in docs/decisions.
 *
 * Filters are further query parameters, one per column: `column=a,b` (is one of) · `like:*x*` `like:x*` `like:*x` ·
 * `gt:5` `lt:5` · `range:from,to` `gte:` `lte:` (ISO instants) · `NOT_EXISTS` · `tags.<tagId>=v1,v2`. A literal comma,
 * asterisk or backslash in a value carries a backslash.
 */
const wholeNumber = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, { error: 'invalidNumber' })
  .transform(Number);
export const listQuery = z
  .object({
    page: wholeNumber.optional(),
    results_per_page: wholeNumber.refine((n) => n <= limits.exportPageSize, { error: 'tooLarge' }).optional(),
    sort: cleanText.optional(),
    search: cleanText.refine((s) => [...s].length <= limits.search, { error: 'tooLong' }).optional(),
    q: cleanText.optional(),
    timezone: cleanText.optional(),
    cursor: cleanText.optional(),
    /** The view whose searchable columns, filter and order apply; Overview unless told. */
    custom_view: cleanText.optional(),
  })
  .catchall(cleanText);
export type ListQuery = z.output<typeof listQuery>;
export const listQueryNames = ['page', 'results_per_page', 'sort', 'search', 'q', 'timezone', 'cursor', 'custom_view'];

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
] as const;
export type ColumnType = (typeof columnTypes)[number];

export const viewColumn = z.object({
  /** The text key of the header, under `columns`. */
  header: z.string(),
  accessorKey: z.string(),
  type: z.enum(columnTypes),
  /** For `label`: the group of texts that holds the values. */
  format: z.string().optional(),
  sortable: z.boolean(),
});
export type ViewColumn = z.infer<typeof viewColumn>;

/** A view's own filter, as in the query string; instants may be relative ('now-8h'). */
export const customView = z.object({
  /** The view's id and, for built-in ones, the name the specification gives it; texts hold its translation. */
  value: z.string(),
  label: z.string(),
  description: z.string(),
  query: z.object({
    resource: z.string(),
    urlBasePath: z.string(),
    filter: z.record(z.string(), z.string()),
    searchableColumns: z.array(z.string()),
    sort: z.array(z.tuple([z.string(), z.enum(['ASC', 'DESC'])])),
  }),
  columns: z.array(viewColumn),
});
export type CustomView = z.infer<typeof customView>;

export const listResources = ['device', 'event'] as const;
export type ListResource = (typeof listResources)[number];

// --- the grammar of one filter -------------------------------------------------------------------------------------

export type Filter =
  | { op: 'in'; values: string[] }
  | { op: 'like'; pattern: ('*' | { text: string })[] }
  | { op: 'gt' | 'lt' | 'gte' | 'lte'; value: string }
  | { op: 'range'; from: string; to: string }
  | { op: 'exists'; value: boolean };

const specials = /[,*\\]/g;
const escape = (text: string) => text.replace(specials, '\\$&');

/** Splits at unescaped `separator`, keeping escapes. */
function split(text: string, separator: ',' | '*'): string[] {
  const parts: string[] = [''];
  for (let i = 0; i < text.length; i++) {
    const c = text.charAt(i);
    if (c === '\\' && i + 1 < text.length) parts[parts.length - 1] += c + text.charAt(++i);
    else if (c === separator) parts.push('');
    else parts[parts.length - 1] += c;
  }
  return parts;
}
const unescape = (text: string) => text.replace(/\\([\s\S])/g, '$1');
const prefixes = ['like', 'gt', 'lt', 'gte', 'lte', 'range'] as const;

/** Reads one filter. Never throws: text that is no operator is a value ('is one of'). `range` needs two ends. */
export function parseFilter(text: string): Filter | { op: 'invalid'; operator: string } {
  if (text === 'NOT_EXISTS') return { op: 'exists', value: false };
  if (text === 'EXISTS') return { op: 'exists', value: true };
  const prefix = prefixes.find((p) => text.startsWith(`${p}:`));
  if (!prefix) return { op: 'in', values: split(text, ',').map(unescape) };
  const rest = text.slice(prefix.length + 1);
  if (prefix === 'like') {
    const pattern: ('*' | { text: string })[] = [];
    split(rest, '*').forEach((part, i) => {
      if (i > 0) pattern.push('*');
      if (part) pattern.push({ text: unescape(part) });
    });
    return pattern.length ? { op: 'like', pattern } : { op: 'invalid', operator: prefix };
  }
  if (prefix === 'range') {
    const [from, to, ...more] = split(rest, ',');
    return from && to && !more.length
      ? { op: 'range', from: unescape(from), to: unescape(to) }
      : { op: 'invalid', operator: prefix };
  }
  return rest ? { op: prefix, value: unescape(rest) } : { op: 'invalid', operator: prefix };
}

/** Reads `q=field:a,b`: the field is one of the values. Undefined without a field. */
export function parseOneOf(text: string): { field: string; values: string[] } | undefined {
  const end = text.indexOf(':');
  return end > 0 ? { field: text.slice(0, end), values: split(text.slice(end + 1), ',').map(unescape) } : undefined;
}

const looksLikeOperator = (text: string) =>
  text === 'NOT_EXISTS' || text === 'EXISTS' || prefixes.some((p) => text.startsWith(`${p}:`));

/** Writes one filter, so that `parseFilter(printFilter(f))` is `f`. */
export function printFilter(filter: Filter): string {
  switch (filter.op) {
    case 'exists':
      return filter.value ? 'EXISTS' : 'NOT_EXISTS';
    case 'in': {
      const text = filter.values.map(escape).join(',');
      // a value that reads like an operator is told apart by an escaped first character
      return looksLikeOperator(text) ? `\\${text}` : text;
    }
    case 'like':
      return `like:${filter.pattern.map((p) => (p === '*' ? '*' : escape(p.text))).join('')}`;
    case 'range':
      return `range:${escape(filter.from)},${escape(filter.to)}`;
    default:
      return `${filter.op}:${escape(filter.value)}`;
  }
}
