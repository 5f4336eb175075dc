import { limits } from '@keyward/contract/limits';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chosenPlaces, placesFilter, unassigned } from './locationChoice.ts';

const placesOf = (names: string[]) => [
  ...names.map((label, index) => ({ value: `id${index}`, label })),
  { value: unassigned, label: 'Unassigned locations' },
];
const places = placesOf(['Leeds', 'York, west', 'NOT_EXISTS']);

test('everything chosen, or nothing, is no filter; no filter is everything', () => {
  expect(placesFilter(['id0', 'id1', 'id2', unassigned], places)).toBe('');
  expect(placesFilter([], places)).toBe('');
  expect(chosenPlaces(undefined, places)).toEqual(['id0', 'id1', 'id2', unassigned]);
});

test('names are written as the list query wants them', () => {
  expect(placesFilter(['id0'], places)).toBe('Leeds');
  expect(placesFilter(['id0', 'id1', unassigned], places)).toBe('Leeds,York\\, west,NOT_EXISTS');
  expect(placesFilter(['id2'], places)).toBe('\\NOT_EXISTS');
  expect(placesFilter([unassigned], places)).toBe('NOT_EXISTS');
});

test('names that are no place any more are left out', () => {
  expect(chosenPlaces('Leeds,Gone,NOT_EXISTS', places)).toEqual(['id0', unassigned]);
  expect(chosenPlaces('Gone', places)).toEqual([]);
  expect(chosenPlaces('not:Gone', places)).toHaveLength(4);
  expect(chosenPlaces('like:*x*', places)).toHaveLength(4);
});

describe('with more places than one filter takes', () => {
  const many = placesOf(Array.from({ length: limits.filterValues * 2 + 10 }, (_, i) => `Store ${i}`));
  const values = many.map(({ value }) => value);

  test('a few left out are named instead', () => {
    expect(placesFilter(values.slice(1), many)).toBe('not:Store 0');
    expect(placesFilter(values.slice(0, -1), many)).toBe('not:NOT_EXISTS');
    expect(chosenPlaces('not:NOT_EXISTS', many)).toEqual(values.slice(0, -1));
  });

  test('half of them do not fit', () => {
    expect(placesFilter(values.slice(0, limits.filterValues + 3), many)).toBeUndefined();
  });
});

test('whatever is chosen is read back', () => {
  const names = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 8 }), { selector: (s) => s.toLowerCase() });
  fc.assert(
    fc.property(names, fc.infiniteStream(fc.boolean()), (labels, coins) => {
      const all = placesOf(labels);
      const chosen = all.filter(() => coins.next().value).map(({ value }) => value);
      const text = placesFilter(chosen, all);
      expect(chosenPlaces(text || undefined, all)).toEqual(chosen.length ? chosen : all.map(({ value }) => value));
    }),
  );
});
