import type { Custody } from '@keyward/contract/device-history';
import { expect, test } from 'vitest';
import { heldSpans } from './heldSpans.ts';

const ms = (minutes: number) => Date.parse('2026-11-20T08:00:00.000Z') + minutes * 60_000;
const out = (from: number, until: number | null): Custody => ({
  from: new Date(ms(from)).toISOString(),
  until: until === null ? null : new Date(ms(until)).toISOString(),
  holder: null,
});
const spans = (custody: Custody[], range = { from: ms(0), now: ms(100) }) => {
  const { held, gaps, isOut } = heldSpans(custody, range);
  const minutes = (list: readonly { from: number; until: number }[]) =>
    list.map(({ from, until }) => [(from - ms(0)) / 60_000, (until - ms(0)) / 60_000]);
  return { held: minutes(held), gaps: minutes(gaps), isOut };
};

test('a key was in before, between and after its check-outs', () => {
  expect(spans([out(10, 20), out(30, 40)])).toEqual({
    held: [
      [10, 20],
      [30, 40],
    ],
    gaps: [
      [0, 10],
      [20, 30],
      [40, 100],
    ],
    isOut: false,
  });
  expect(spans([])).toEqual({ held: [], gaps: [[0, 100]], isOut: false });
});

test('a key that was out when the range began is not shown as in before', () => {
  expect(spans([out(-50, 20), out(90, null)])).toEqual({
    held: [
      [0, 20],
      [90, 100],
    ],
    gaps: [[20, 90]],
    isOut: true,
  });
});

test('a check-out with a hidden end is shown, and the key is not shown as in after it', () => {
  expect(spans([out(10, 10), out(50, 60)])).toEqual({
    held: [
      [10, 10],
      [50, 60],
    ],
    gaps: [
      [0, 10],
      [60, 100],
    ],
    isOut: false,
  });
  expect(spans([out(10, 10)]).gaps).toEqual([[0, 10]]);
});

test('a key that was just taken is out even if the clock of the browser is behind', () => {
  expect(spans([out(101, null)])).toEqual({ held: [[101, 101]], gaps: [[0, 101]], isOut: true });
});
