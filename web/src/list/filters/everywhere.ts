import { fold } from '@keyward/contract/characters';
import { parseFilter, printFilter, readUnassigned } from '@keyward/contract/filter';
import type { Filters } from '#lib/storedFilters.ts';

/**
 * A list's own filters combined with those that hold on every list. Where both name a column, one of them goes into
 * `q`, so that both hold; two that both exclude values are merged into one.
 */
export function withEverywhere(own: Filters, global: Filters): Record<string, string> {
  const query: Record<string, string> = { ...own };
  for (const [column, text] of Object.entries(global)) {
    const mine = own[column];
    if (mine === undefined) query[column] = text;
    else if (!text.startsWith('not:')) query['q'] = `${column}:${text}`;
    else if (mine.startsWith('not:')) query[column] = `${mine},${text.slice('not:'.length)}`;
    // `q` cannot express 'any value'
    else if (mine === 'EXISTS') query[column] = `${text},NOT_EXISTS`;
    else {
      query[column] = text;
      query['q'] = `${column}:${mine}`;
    }
  }
  return query;
}

/**
 * The same with one filter per column, for callers that store a list without `q`. Null where that is impossible: no row has a
 * value that both allow, or one of them is no choice of values. A row with several values is judged by each of them alone.
 */
export function inOneFilter(own: Filters, global: Filters): Filters | null {
  const filters: Record<string, string> = { ...global, ...own };
  for (const [column, text] of Object.entries(global)) {
    const mine = own[column];
    if (mine === undefined) continue;
    const merged = valuesOfBoth(mine, text);
    if (merged === null) return null;
    filters[column] = merged;
  }
  return filters;
}

/** The values that a filter names, by their folded names; '' stands for 'no value'. `not`: all values but these. */
type Choice = { names: Map<string, string>; not: boolean };

function choiceOf(text: string): Choice | null {
  const filter = parseFilter(readUnassigned(text));
  if (filter.op === 'exists') return { names: new Map([['', '']]), not: filter.value };
  if (filter.op !== 'in') return null;
  const names = new Map(filter.values.map((name) => [fold(name), name]));
  if (filter.none) names.set('', '');
  return { names, not: filter.not === true };
}

function valuesOfBoth(a: string, b: string): string | null {
  const [first, second] = [choiceOf(a), choiceOf(b)];
  if (!first || !second) return null;
  if (first.not && second.not) return printChoice({ names: new Map([...second.names, ...first.names]), not: true });
  const [named, other] = first.not ? [second, first] : [first, second];
  const names = new Map([...named.names].filter(([name]) => other.names.has(name) !== other.not));
  return names.size > 0 ? printChoice({ names, not: false }) : null;
}

function printChoice({ names, not }: Choice): string {
  const values = [...names].flatMap(([key, name]) => (key === '' ? [] : [name]));
  const none = values.length < names.size;
  if (values.length === 0) return printFilter({ op: 'exists', value: not });
  return printFilter({ op: 'in', values, ...(none ? { none } : {}), ...(not ? { not } : {}) });
}
