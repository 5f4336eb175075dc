import { printFilter } from '@keyward/contract/filter';
import { limits } from '@keyward/contract/limits';
import type { Filters } from '#lib/storedFilters.ts';
import type { LocationOption } from '#parts/locationChoice.ts';
import { isUnspaced, takeWords } from './paletteIntent.ts';

/** Role of a location in a text: the rows are there, it is given to them, or it is only part of their names. */
export type LocationUse = 'narrows' | 'given' | 'ignored';

/** One search for the rows that a text names. */
export type Search = {
  text: string;
  filters: Filters;
  /** Whether the filters are those of the header. */
  isOfHeader: boolean;
  /** Names of the locations that were taken out of the text. */
  taken: readonly string[];
};

/** Whether a text is long enough: nearly every name contains a given letter, but one CJK character can be a whole name. */
export const isEnough = (text: string): boolean => text.length >= (isUnspaced(text) ? 1 : 2);

type Known = {
  locations: { column: string; options: readonly LocationOption[] } | undefined;
  /** Filters of the header. */
  header: Filters;
  use: LocationUse;
  isFiller: (word: string) => boolean;
};

/**
 * The searches for a text, in order; the first that finds something counts. They search for all of its words, at the header's
 * locations and then anywhere; then without the words that name locations, since such a word can be part of a name.
 */
export function searchesFor(text: string, { locations, header, use, isFiller }: Known): Search[] {
  const hasHeader = Object.keys(header).length > 0;
  const anywhere = (words: string, taken: readonly string[]): Search[] => [
    ...(hasHeader ? [{ text: words, filters: header, isOfHeader: true, taken }] : []),
    { text: words, filters: {}, isOfHeader: false, taken },
  ];
  const whole = anywhere(text, []);
  if (!locations || use === 'ignored') return whole;
  const named = takeWords(
    text.split(/\s+/),
    locations.options.map(({ value, label }) => ({ id: value, name: label })),
    { whole: true, isFiller },
  );
  const [first, ...others] = named.taken.map(({ name }) => name);
  const rest = named.left.join(' ');
  if (first === undefined || !isEnough(rest)) return whole;
  if (use === 'given') return others.length > 0 ? whole : [...whole, ...anywhere(rest, [first])];
  const values = [first, ...others];
  if (values.length > limits.filterValues) return whole;
  const filters = { [locations.column]: printFilter({ op: 'in', values }) };
  return [...whole, { text: rest, filters, isOfHeader: false, taken: values }];
}

export type Reply<Row> = { search: Search | undefined; rows: Row[]; total: number };

/** Rows of the first search that finds any. */
export async function firstFound<Row>(
  searches: readonly Search[],
  find: (search: Search) => Promise<{ rows: Row[]; total: number }>,
): Promise<Reply<Row>> {
  const [search, ...others] = searches;
  if (!search) return { search, rows: [], total: 0 };
  const found = await find(search);
  return found.rows.length > 0 || others.length === 0 ? { search, ...found } : firstFound(others, find);
}
