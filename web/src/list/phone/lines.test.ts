import type { ViewColumn } from '@keyward/contract/list';
import { expect, test } from 'vitest';
import { linesOf, type PhoneLines } from './lines.ts';

const columns = (...keys: string[]): ViewColumn[] =>
  keys.map((key) => ({ header: key, accessorKey: key, type: 'text', sortable: true }));
const lines: PhoneLines<never> = { marks: ['status'], second: ['type', 'tags.'], leaves: ['serial'] };
const keysOf = (shown: readonly string[], how = lines, sorted = 'name') => {
  const { name, marks, second, more } = linesOf(columns(...shown), how, sorted);
  const keys = (some: readonly ViewColumn[]) => some.map(({ accessorKey }) => accessorKey);
  return { name: name?.accessorKey, marks: keys(marks), second: keys(second), more: keys(more) };
};

test('the first column names the row, the second line has its own order', () => {
  expect(keysOf(['name', 'serial', 'tags.a', 'status', 'type'])).toEqual({
    name: 'name',
    marks: ['status'],
    second: ['type', 'tags.a'],
    more: [],
  });
});

test('columns that a view adds, and the one that the rows are sorted by, are always shown', () => {
  expect(keysOf(['name', 'serial', 'battery', 'type'], lines, 'serial').more).toEqual(['serial', 'battery']);
});

test('the column that the built-in views are sorted by is not added', () => {
  expect(keysOf(['name', 'serial', 'type'], { ...lines, order: 'serial' }, 'serial').more).toEqual([]);
});

test('a custom first line shows several columns', () => {
  const own = { ...lines, Name: () => null, told: ['time', 'name'] };
  expect(keysOf(['time', 'name', 'type', 'agent'], own)).toEqual({
    name: undefined,
    marks: [],
    second: ['type'],
    more: ['agent'],
  });
});
