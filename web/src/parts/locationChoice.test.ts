import { limits } from '@keyward/contract/limits';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chosenLocations, locationsFilter, unassigned } from './locationChoice.ts';

const optionsOf = (names: string[]) => [
  ...names.map((label, index) => ({ value: `id${index}`, label })),
  { value: unassigned, label: 'Unassigned locations' },
];
const locations = optionsOf(['Leeds', 'York, west', 'NOT_EXISTS']);

test('choosing every location or none is no filter, and no filter is every location', () => {
  expect(locationsFilter(['id0', 'id1', 'id2', unassigned], locations)).toBe('');
  expect(locationsFilter([], locations)).toBe('');
  expect(chosenLocations(undefined, locations)).toEqual(['id0', 'id1', 'id2', unassigned]);
});

test('names are written in the syntax of the list query', () => {
  expect(locationsFilter(['id0'], locations)).toBe('Leeds');
  expect(locationsFilter(['id0', 'id1', unassigned], locations)).toBe('Leeds,York\\, west,NOT_EXISTS');
  expect(locationsFilter(['id2'], locations)).toBe('\\NOT_EXISTS');
  expect(locationsFilter([unassigned], locations)).toBe('NOT_EXISTS');
});

test('names that are no longer locations are left out', () => {
  expect(chosenLocations('Leeds,Gone,NOT_EXISTS', locations)).toEqual(['id0', unassigned]);
  expect(chosenLocations('Gone', locations)).toEqual([]);
  expect(chosenLocations('not:Gone', locations)).toHaveLength(4);
  expect(chosenLocations('like:*x*', locations)).toHaveLength(4);
});

describe('with more locations than one filter takes', () => {
  const many = optionsOf(Array.from({ length: limits.filterValues * 2 + 10 }, (_, i) => `Store ${i}`));
  const values = many.map(({ value }) => value);

  test('a few left out are named instead', () => {
    expect(locationsFilter(values.slice(1), many)).toBe('not:Store 0');
    expect(locationsFilter(values.slice(0, -1), many)).toBe('not:NOT_EXISTS');
    expect(chosenLocations('not:NOT_EXISTS', many)).toEqual(values.slice(0, -1));
  });

  test('half of the locations do not fit', () => {
    expect(locationsFilter(values.slice(0, limits.filterValues + 3), many)).toBeUndefined();
  });
});

test('every choice is read back', () => {
  const names = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 8 }), { selector: (s) => s.toLowerCase() });
  fc.assert(
    fc.property(names, fc.infiniteStream(fc.boolean()), (labels, coins) => {
      const all = optionsOf(labels);
      const chosen = all.filter(() => coins.next().value).map(({ value }) => value);
      const text = locationsFilter(chosen, all);
      expect(chosenLocations(text || undefined, all)).toEqual(chosen.length ? chosen : all.map(({ value }) => value));
    }),
  );
});
