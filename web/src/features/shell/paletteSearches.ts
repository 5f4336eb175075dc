import { printFilter } from '@keyward/contract/filter';
import { limits } from '@keyward/contract/limits';
import type { Filters } from '#lib/storedFilters.ts';
import type { LocationOption } from '#parts/locationChoice.ts';
import { isUnspaced, takeWords } from './paletteIntent.ts';

/** What a location in a text is for: the rows are there, or it is given to them, or it is part of their names alone. */
export type LocationUse = 'narrows' | 'given' | 'ignored';

/** One way to search the rows that a text is about. */
export type Search = {
  text: string;
  filters: Filters;
  /** These filters are those of the header. */
  isOfHeader: boolean;
  /** The names of the locations that were taken out of the text. */
  taken: readonly string[];
};

/** Nearly every name contains any single letter; a single character of Chinese, Japanese or Korean can be all of a name. */
export const isEnough = (text: string): boolean => text.length >= (isUnspaced(text) ? 1 : 2);

type Known = {
  locations: { column: string; options: readonly LocationOption[] } | undefined;
  /** The filters of the header. */
  header: Filters;
  use: LocationUse;
  isFiller: (word: string) => boolean;
};

/**
 * The searches for a text, of which the first that finds something counts: by all of its words, at the locations of the header and
 * then at all; and by what is left without the words that name locations, since a word of a name can be one of them.
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

/** The rows that the first of these searches finds which finds any. */
export async function firstFound<Row>(
  searches: readonly Search[],
  find: (search: Search) => Promise<{ rows: Row[]; total: number }>,
): Promise<Reply<Row>> {
  const [search, ...others] = searches;
  if (!search) return { search, rows: [], total: 0 };
  const found = await find(search);
  return found.rows.length > 0 || others.length === 0 ? { search, ...found } : firstFound(others, find);
}
