import { expect, test } from 'vitest';
import { afterKey, type Marked, selectedBars } from './barKeys.ts';

/** The selected bars after these keys; `+` stands for Shift. */
function after(keys: string, bars = 5): [number, number] | null {
  let marked: Marked | null = null;
  for (const text of keys.split(' ')) {
    const next: Marked | null | undefined = afterKey(
      marked,
      { key: text.replace('+', ''), shiftKey: text.startsWith('+') },
      bars,
    );
    if (next !== undefined) marked = next;
  }
  return marked && selectedBars(marked);
}

test('arrows move the mark and stop at the ends', () => {
  expect(after('ArrowRight')).toEqual([0, 0]);
  expect(after('ArrowLeft')).toEqual([4, 4]);
  expect(after('ArrowRight ArrowRight ArrowRight')).toEqual([2, 2]);
  expect(after('ArrowLeft ArrowRight ArrowRight')).toEqual([4, 4]);
  expect(after('Home ArrowLeft')).toEqual([0, 0]);
  expect(after('Home End')).toEqual([4, 4]);
});

test('arrows with Shift select from the previous mark, in both directions', () => {
  expect(after('Home ArrowRight +ArrowRight +ArrowRight')).toEqual([1, 3]);
  expect(after('End +ArrowLeft +ArrowLeft')).toEqual([2, 4]);
  expect(after('Home ArrowRight +ArrowRight +ArrowLeft +ArrowLeft')).toEqual([0, 1]);
  expect(after('Home ArrowRight +End')).toEqual([1, 4]);
  expect(after('Home +End ArrowLeft')).toEqual([3, 3]);
});

test('Escape removes the mark; other keys are left to the page', () => {
  expect(after('Home +End Escape')).toBeNull();
  expect(afterKey(null, { key: 'Escape', shiftKey: false }, 5)).toBeUndefined();
  expect(afterKey({ bar: 1, anchor: 1 }, { key: 'Tab', shiftKey: false }, 5)).toBeUndefined();
  expect(afterKey(null, { key: 'Home', shiftKey: false }, 0)).toBeUndefined();
});

test('a mark beyond the last bar moves to the last one when fewer are left', () => {
  expect(afterKey({ bar: 9, anchor: 9 }, { key: 'ArrowLeft', shiftKey: true }, 5)).toEqual({ bar: 4, anchor: 4 });
});
