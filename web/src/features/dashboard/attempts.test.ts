import { expect, test } from 'vitest';
import { afterRankKey } from './attempts.ts';

const after = (place: number, key: string, sizes: readonly [number, number] = [3, 2], more: object = {}) =>
  afterRankKey(place, { key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...more }, sizes);

test('arrows move within both rankings and stop at their ends', () => {
  expect([after(0, 'ArrowUp'), after(0, 'ArrowDown'), after(2, 'ArrowDown'), after(4, 'ArrowDown')]).toEqual([
    0, 1, 3, 4,
  ]);
  expect([after(3, 'Home'), after(0, 'End')]).toEqual([0, 4]);
});

test('left and right lead to the other ranking, at the same rank or its last', () => {
  expect([after(1, 'ArrowRight'), after(2, 'ArrowRight'), after(4, 'ArrowLeft'), after(1, 'ArrowLeft')]).toEqual([
    4, 4, 1, 1,
  ]);
  expect(after(1, 'ArrowRight', [3, 0])).toBe(1);
});

test('other keys are left to the page', () => {
  expect(after(0, 'Enter')).toBeUndefined();
  for (const held of ['ctrlKey', 'metaKey', 'altKey', 'shiftKey'])
    expect(after(0, 'ArrowDown', [3, 2], { [held]: true }), held).toBeUndefined();
});
