import { paths } from '@keyward/contract/paths';
import { pathOf } from '@keyward/contract/resources';
import { parseSearchWith } from '@tanstack/react-router';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { filtersOf, type ListSearch, listSearch, nextSort, parseSort, printSort, withFilters } from './url.ts';

test('an all-digit search stays text, even if the router parsed a number', () => {
  expect(listSearch({ search: 12, open: true })).toEqual({ search: '12', open: 'true' });
  expect(listSearch({ search: '0012' })).toEqual({ search: '0012' });
});

test('unknown, empty and structured values are dropped', () => {
  expect(listSearch({ x: '1', search: '', sort: { a: 1 }, tab: null, 'filter.': 'a', 'filter.a': ['b'] })).toEqual({});
});

test('filters are read by column, dots included', () => {
  const search = listSearch({ 'filter.device_class': 'OKM', 'filter.tags.7f': 'a,b', search: 'x' });
  expect(filtersOf(search)).toEqual({ device_class: 'OKM', 'tags.7f': 'a,b' });
  expect(withFilters(search, { name: 'like:*x*' })).toEqual({ search: 'x', 'filter.name': 'like:*x*' });
  expect(withFilters(search, {})).toEqual({ search: 'x' });
});

test('sort pairs survive writing and reading', () => {
  const pair = fc.record({ column: fc.stringMatching(/^[a-z_]{1,12}$/), desc: fc.boolean() });
  fc.assert(
    fc.property(fc.array(pair), (pairs) => {
      expect(parseSort(printSort(pairs))).toEqual(pairs);
    }),
  );
  expect(parseSort('name,created_at:up')).toEqual([]);
  expect(parseSort(undefined)).toEqual([]);
});

test('a header sorts ascending on the first click and descending on the second', () => {
  expect(nextSort([], 'name')).toEqual([{ column: 'name', desc: false }]);
  expect(nextSort([{ column: 'name', desc: false }], 'name')).toEqual([{ column: 'name', desc: true }]);
  expect(nextSort([{ column: 'name', desc: true }], 'serial')).toEqual([{ column: 'serial', desc: false }]);
});

test.each(['0012', '12', 'true', 'null', '1e3', 'a b&c=d', '50%', '+49', '#1', '{"a":1}', '店', '`/?'])(
  'the router reads %j unchanged from an address of the contract',
  (text) => {
    const search: ListSearch = { search: text, open: text, 'filter.name': text };
    const { pathname, search: written } = new URL(pathOf('device', search), 'https://portal.example');
    expect(pathname).toBe(paths.devices());
    // as in routes.tsx
    expect(listSearch(parseSearchWith((value) => value)(written))).toEqual(search);
  },
);
