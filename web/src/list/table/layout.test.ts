import type { ViewColumn } from '@keyward/contract/list';
import { expect, test } from 'vitest';
import { tagsOf, valueAt } from '#lib/values.ts';
import { columnTracks, headerParts } from './layout.ts';

const column = (accessorKey: string, type: ViewColumn['type']): ViewColumn => ({
  header: accessorKey,
  accessorKey,
  type,
  sortable: true,
});

test('a column of long names gets a larger share than one of short names', () => {
  const rows = Array.from({ length: 20 }, (_, i) => ({ a: 'x'.repeat(30), b: `n${i}` }));
  expect(columnTracks([column('a', 'text'), column('b', 'text'), column('c', 'code')], rows)).toEqual({
    template: 'minmax(200px, 2.4fr) minmax(150px, 1fr) minmax(172px, 1fr)',
    min: 522,
  });
  expect(columnTracks([column('a', 'text')], []).template).toBe('minmax(200px, 2fr)');
});

test('a column of long labels gets a larger share than one of short labels', () => {
  const rows = [{ event: 'KEY_CHECKED_OUT_LONG', result: 'OK' }];
  expect(columnTracks([column('event', 'label'), column('result', 'label')], rows).template).toBe(
    'minmax(130px, 2.22fr) minmax(130px, 1fr)',
  );
});

test('a first column has room for a badge, or for the seconds of a time; a later one has not', () => {
  expect(columnTracks([column('a', 'dateTime'), column('b', 'text')], []).min).toBe(172 + 150);
  expect(columnTracks([column('a', 'text'), column('b', 'dateTime')], []).min).toBe(200 + 148);
});

test('a width that was set by hand is kept', () => {
  const columns = [{ ...column('a', 'text'), width: 90 }, column('b', 'code')];
  expect(columnTracks(columns, [])).toEqual({ template: '90px minmax(172px, 1fr)', min: 262 });
});

test('header words longer than 15 characters may break, the short ones beside them may not', () => {
  expect(headerParts('Zugriffsgruppen A')).toEqual([
    { text: 'Zugriffsgruppen ', breaks: false },
    { text: 'A', breaks: false },
  ]);
  expect(headerParts('Name der Zugriffsgruppenx')).toEqual([
    { text: 'Name ', breaks: false },
    { text: 'der ', breaks: false },
    { text: 'Zugriffsgruppenx', breaks: true },
  ]);
  expect(headerParts('')).toEqual([]);
});

test('values are found by path, and a literal name with dots wins', () => {
  expect(valueAt({ description: { agentName: 'Ann' } }, 'description.agentName')).toBe('Ann');
  expect(valueAt({ 'a.b': 1, a: { b: 2 } }, 'a.b')).toBe(1);
  expect(valueAt({ a: null }, 'a.b')).toBeUndefined();
});

test('the wildcard of one group does not hide the values of another', () => {
  expect(tagsOf(['*', 'A', '*'])).toEqual(['*', 'A']);
  expect(tagsOf(['A', 'B', 'A'])).toEqual(['A', 'B']);
  expect(tagsOf(null)).toEqual([]);
});
