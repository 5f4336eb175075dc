import { parseFilter } from './filter.ts';
import { isRelative } from './relative.ts';

type Filters = Readonly<Record<string, string>>;

/** A filter for a span of time: `range`, `gte`, `gt`, `lte` or `lt`, not negated. */
export function isSpan(text: string): boolean {
  const filter = parseFilter(text);
  return ['range', 'gte', 'gt', 'lte', 'lt'].includes(filter.op) && !('not' in filter && filter.not);
}

/**
 * The window of a view: a span that starts relative to now (`gte:now-7d`). A view of old rows
 * (`lt:now-15m`) has none: its limit defines the view.
 */
export function isWindow(text: string): boolean {
  const filter = parseFilter(text);
  if (filter.op === 'range' && !filter.not) return isRelative(filter.from);
  return (filter.op === 'gte' || filter.op === 'gt') && !filter.not && isRelative(filter.value);
}

/** The view's filters that still apply beside the chosen ones: a chosen span replaces the view's window on the same column. */
export const remainingFilters = (view: Filters, chosen: Filters): Record<string, string> =>
  Object.fromEntries(
    Object.entries(view).filter(([column, text]) => {
      const own = Object.hasOwn(chosen, column) ? chosen[column] : undefined;
      return own === undefined || !isWindow(text) || !isSpan(own);
    }),
  );
