import { expect, test } from 'vitest';
import { afterKey, type MarkedRow, selectedRows, stopAt } from './stripKeys.ts';

const stops = (...times: number[]) => ({ stops: times.map((from, i) => ({ from, until: times[i + 1] ?? 100 })) });
const rows = [stops(0, 40, 60), stops(20), stops(), stops(0, 50)];

/** The mark after these keys; `+` stands for Shift. */
function after(keys: string): MarkedRow | null {
  let marked: MarkedRow | null = null;
  for (const text of keys.split(' ')) {
    const next = afterKey(marked, { key: text.replace('+', ''), shiftKey: text.startsWith('+') }, rows);
    if (next !== undefined) marked = next;
  }
  return marked;
}

test('a moment belongs to the last stop that began before it', () => {
  expect([-1, 0, 39, 40, 99].map((at) => stopAt(rows[0]?.stops ?? [], at))).toEqual([0, 0, 0, 1, 2]);
  expect(stopAt([], 5)).toBe(-1);
});

test('the first key leads to the present state of the first row', () => {
  for (const key of ['ArrowDown', 'ArrowUp', 'ArrowLeft', 'End']) {
    expect(after(key), key).toEqual({ row: 0, anchor: 0, at: 60 });
  }
  expect(after('Enter')).toBeNull();
});

test('left and right move between the changes of a row and stop at its ends', () => {
  expect(after('End ArrowLeft')).toMatchObject({ at: 40 });
  expect(after('End ArrowLeft ArrowLeft ArrowLeft')).toMatchObject({ at: 0 });
  expect(after('End Home ArrowRight')).toMatchObject({ at: 40 });
  expect(after('End ArrowRight')).toMatchObject({ at: 60 });
});

test('up and down keep the moment, also over a row without any stop', () => {
  expect(after('End ArrowLeft ArrowDown ArrowLeft')).toEqual({ row: 1, anchor: 1, at: 20 });
  expect(after('End ArrowDown ArrowDown ArrowLeft')).toEqual({ row: 2, anchor: 2, at: 60 });
  expect(after('End ArrowDown ArrowDown ArrowDown ArrowDown ArrowLeft')).toEqual({ row: 3, anchor: 3, at: 0 });
});

test('up and down with Shift select rows in both directions; Escape removes the mark', () => {
  const selected = (keys: string) => {
    const marked = after(keys);
    return marked && selectedRows(marked);
  };
  expect(selected('End ArrowDown +ArrowDown +ArrowDown')).toEqual([1, 3]);
  expect(selected('End ArrowDown ArrowDown +ArrowUp +ArrowUp')).toEqual([0, 2]);
  expect(selected('End +ArrowDown ArrowDown')).toEqual([2, 2]);
  expect(selected('End +ArrowDown +ArrowLeft')).toEqual([0, 1]);
  expect(selected('End +ArrowDown ArrowLeft')).toEqual([1, 1]);
  expect(selected('End +ArrowDown Escape')).toBeNull();
});
