import { expect, test } from 'vitest';
import { indexOfPlace, rowAfter } from './rowKeys.ts';

test.each([
  ['ArrowDown', 3, 4],
  ['ArrowDown', 9, 9],
  ['ArrowUp', 3, 2],
  ['ArrowUp', 0, 0],
  ['PageDown', 3, 8],
  ['PageDown', 7, 9],
  ['PageUp', 3, 0],
  ['Home', 3, 0],
  ['End', 3, 9],
  ['a', 3, undefined],
])('%s from row %i of ten, five in sight, leads to %s', (key, row, expected) => {
  expect(rowAfter(key, row, 10, 5)).toBe(expected);
});

const rows = (...ids: string[]) => ids.map((id) => ({ id }));

test('the row that had the focus is found at its new position', () => {
  const place = { id: 'b', index: 1 };
  expect(indexOfPlace(rows('a', 'b', 'c'), place)).toBe(1);
  // new rows came above it
  expect(indexOfPlace(rows('x', 'y', 'a', 'b', 'c'), place)).toBe(3);
  // rows above it are gone
  expect(indexOfPlace(rows('b', 'c'), place)).toBe(0);
});

test('a deleted row is replaced by the row now at its position, else by the last one', () => {
  expect(indexOfPlace(rows('a', 'c', 'd'), { id: 'b', index: 1 })).toBe(1);
  expect(indexOfPlace(rows('a', 'b'), { id: 'c', index: 2 })).toBe(1);
  expect(indexOfPlace([], { id: 'a', index: 4 })).toBe(0);
});

test('a list in which no row had the focus begins at its top', () => {
  expect(indexOfPlace(rows('x', 'a', 'b'), { index: 0 })).toBe(0);
});
