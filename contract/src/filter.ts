/**
 * The grammar of one filter of a list query; see list.ts. Separate from the schemas, so that a list
 * loads without them.
 */

/** Operators. `exists`: has a value at all. `none` beside values: one of them, or no value. */
type Plain =
  | { op: 'in'; values: string[]; none?: true }
  | { op: 'like'; pattern: ('*' | { text: string })[] }
  | { op: 'gt' | 'lt' | 'gte' | 'lte'; value: string }
  | { op: 'range'; from: string; to: string };

/** `not`: exactly the other rows, including those without a value. */
export type Filter = (Plain & { not?: true }) | { op: 'exists'; value: boolean };
type Invalid = { op: 'invalid'; operator: string };

const specials = /[,*\\]/g;
/** Characters that the portal strips from everything it sends (specification, part 1, section 5), also within a name. */
const removed = /[&|;$<>`]|^\s|\s$/g;
const byNumber = (c: string) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`;
const escape = (text: string) => text.replace(specials, '\\$&').replace(removed, byNumber);

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
/** NUL and lone surrogates, which no text may contain, cannot be escaped either. */
const unescape = (text: string) =>
  text.replace(/\\(?:u((?!0000|d[89a-f])[0-9a-f]{4})|([\s\S]))/g, (_, code: string | undefined, plain: string) =>
    code === undefined ? plain : String.fromCharCode(Number.parseInt(code, 16)),
  );
const prefixes = ['like', 'gt', 'lt', 'gte', 'lte', 'range'] as const;

/** The words for 'no value': the second one in the filter of a tag (specification, part 2, section 7). */
const meansNone = ['NOT_EXISTS', 'unassigned'];

/** Rewrites 'unassigned' in a tag's filter to NOT_EXISTS; a value of that name is escaped with a backslash. */
export const readUnassigned = (text: string): string =>
  text.replace(/(^(?:not:)?|(?<!\\)(?:\\\\)*,)unassigned(?=,|$)/g, '$1NOT_EXISTS');

/** Parses one filter. Never throws: text without an operator is a value ('is one of'). `range` needs two ends. */
export function parseFilter(text: string): Filter | Invalid {
  if (!text.startsWith('not:')) return parsePlain(text);
  const rest = text.slice('not:'.length);
  const filter: Filter | Invalid = rest.startsWith('not:') ? { op: 'invalid', operator: 'not' } : parsePlain(rest);
  if (filter.op === 'invalid') return filter;
  return filter.op === 'exists' ? { op: 'exists', value: !filter.value } : { ...filter, not: true };
}

function parsePlain(text: string): Plain | Extract<Filter, { op: 'exists' }> | Invalid {
  if (text === 'EXISTS') return { op: 'exists', value: true };
  const prefix = prefixes.find((p) => text.startsWith(`${p}:`));
  if (!prefix) return parseValues(text);
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

/** `a,b`, `a,NOT_EXISTS` or `NOT_EXISTS`. */
function parseValues(text: string): Extract<Filter, { op: 'in' | 'exists' }> {
  const parts = split(text, ',');
  const values = parts.filter((part) => part !== 'NOT_EXISTS').map(unescape);
  if (values.length === 0) return { op: 'exists', value: false };
  return values.length < parts.length ? { op: 'in', values, none: true } : { op: 'in', values };
}

/** Parses `q=field:a,b`: the field is one of the values, or has none. Undefined without a field. */
export function parseOneOf(text: string): { field: string; filter: Filter } | undefined {
  const end = text.indexOf(':');
  return end > 0 ? { field: text.slice(0, end), filter: parseValues(text.slice(end + 1)) } : undefined;
}

const looksLikeOperator = (text: string) =>
  text === 'EXISTS' || ['not', ...prefixes].some((p) => text.startsWith(`${p}:`));
const looksLikeFormula = (text: string) => /^[=+\-@]/.test(text);

/** Writes one filter, so that `parseFilter(printFilter(f))` is `f`, also after the portal's sanitiser. */
export function printFilter(filter: Filter): string {
  return 'not' in filter && filter.not ? `not:${printPlain(filter)}` : printPlain(filter);
}

function printPlain(filter: Filter): string {
  switch (filter.op) {
    case 'exists':
      return filter.value ? 'EXISTS' : 'NOT_EXISTS';
    case 'in': {
      const values = filter.values.map((value) => (meansNone.includes(value) ? `\\${value}` : escape(value)));
      const text = [...values, ...(filter.none ? ['NOT_EXISTS'] : [])].join(',');
      // a value that looks like an operator or a formula has its first character escaped
      return looksLikeOperator(text) || looksLikeFormula(text) ? `\\${text}` : text;
    }
    case 'like':
      return `like:${filter.pattern.map((p) => (p === '*' ? '*' : escape(p.text))).join('')}`;
    case 'range':
      return `range:${escape(filter.from)},${escape(filter.to)}`;
    default:
      return `${filter.op}:${escape(filter.value)}`;
  }
}
