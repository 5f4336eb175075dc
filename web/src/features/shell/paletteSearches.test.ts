import { expect, test } from 'vitest';
import { palette as english } from '#texts/en/palette.ts';
import { fillersOf } from './paletteIntent.ts';
import { firstFound, isEnough, type LocationUse, searchesFor } from './paletteSearches.ts';

const column = 'tags.7f';
const isFiller = fillersOf(english.patterns.fillers);
const locations = {
  column,
  options: ['Northgate – Leeds', 'Northgate – York', 'Depot, A'].map((label) => ({ value: label.slice(-1), label })),
};
const york = { [column]: 'Northgate – York' };

/** Each search as a tuple: the text, the place, and the locations taken out of the text. */
const searched = (text: string, use: LocationUse, header = {}, known: typeof locations | undefined = locations) =>
  searchesFor(text, { locations: known, header, use, isFiller }).map((search) => [
    search.text,
    search.isOfHeader ? 'header' : (search.filters[column] ?? 'all'),
    search.taken.join(),
  ]);

test.each(['x', 'é', '1', '', ' '])('"%s" is too short for a name', (text) => expect(isEnough(text)).toBe(false));
test.each(['葵', '蓮', '이', '김', '오', 'う', 'ｱ', 'xy'])('%s can be a name', (text) =>
  expect(isEnough(text)).toBe(true),
);

test('a text is searched in the locations of the header, then in all locations', () => {
  expect(searched('pod 12', 'narrows')).toEqual([['pod 12', 'all', '']]);
  expect(searched('pod 12', 'narrows', york)).toEqual([
    ['pod 12', 'header', ''],
    ['pod 12', 'all', ''],
  ]);
  expect(searchesFor('pod 12', { locations, header: york, use: 'narrows', isFiller })[0]?.filters).toEqual(york);
});

test('a location in a text narrows the search after a search for all words', () => {
  const leeds = ['pod 12', 'Northgate – Leeds', 'Northgate – Leeds'];
  expect(searched('pod 12 leeds', 'narrows')).toEqual([['pod 12 leeds', 'all', ''], leeds]);
  // a location in the text takes precedence over that of the header
  expect(searched('pod 12 at leeds', 'narrows', york)).toEqual([
    ['pod 12 at leeds', 'header', ''],
    ['pod 12 at leeds', 'all', ''],
    leeds,
  ]);
  expect(searched('pod northgate', 'narrows')[1]).toEqual([
    'pod',
    'Northgate – Leeds,Northgate – York',
    'Northgate – Leeds,Northgate – York',
  ]);
  expect(searched('pod depot', 'narrows')[1]).toEqual(['pod', 'Depot\\, A', 'Depot, A']);
});

test('a location in a text is assigned to rows found by the other words, at any location', () => {
  expect(searched('mona leeds', 'given', york)).toEqual([
    ['mona leeds', 'header', ''],
    ['mona leeds', 'all', ''],
    ['mona', 'header', 'Northgate – Leeds'],
    ['mona', 'all', 'Northgate – Leeds'],
  ]);
  // ambiguous: two locations have this name
  expect(searched('mona northgate', 'given')).toEqual([['mona northgate', 'all', '']]);
});

test('all words count as a name if they name no location, leave too little, or no location can be assigned', () => {
  for (const text of ['lee chen', 'leeds', 'x leeds']) expect(searched(text, 'narrows')).toEqual([[text, 'all', '']]);
  expect(searched('mona leeds', 'ignored')).toEqual([['mona leeds', 'all', '']]);
  expect(searchesFor('mona leeds', { locations: undefined, header: {}, use: 'narrows', isFiller })).toHaveLength(1);
});

test('the first search that finds rows counts, and no later one is made', async () => {
  const asked: string[] = [];
  const find = (found: string) => async (search: { text: string; isOfHeader: boolean }) => {
    const place = `${search.text} ${search.isOfHeader ? 'there' : 'anywhere'}`;
    asked.push(place);
    return place === found ? { rows: ['row'], total: 7 } : { rows: [], total: 0 };
  };
  const searches = searchesFor('mona leeds', { locations, header: york, use: 'given', isFiller });
  expect(await firstFound(searches, find('mona leeds anywhere'))).toEqual({
    search: searches[1],
    rows: ['row'],
    total: 7,
  });
  expect(asked).toEqual(['mona leeds there', 'mona leeds anywhere']);
  expect(await firstFound(searches, find('mona there'))).toMatchObject({ search: { taken: ['Northgate – Leeds'] } });
  // no search finds any
  expect(await firstFound(searches, find(''))).toEqual({ search: searches[3], rows: [], total: 0 });
  expect(asked).toHaveLength(2 + 3 + 4);
});
