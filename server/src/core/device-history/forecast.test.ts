import { expect, test } from 'vitest';
import { emptyAt } from './forecast.ts';

const start = Date.parse('2026-03-01T00:00:00.000Z');
const day = 86_400_000;
const iso = (days: number) => new Date(start + days * day).toISOString();
const line = (values: readonly number[], everyDays = 1) =>
  values.map((value, i) => ({ at: iso(i * everyDays), value }));
const at = (days: number) => new Date(start + days * day);

test('a battery that falls by four percent a day is empty when the line reaches zero', () => {
  expect(emptyAt(line([60, 56, 52, 48, 44, 40]), at(5))).toBe(iso(15));
});

test('one wrong value bends the line by less than a day', () => {
  const empty = emptyAt(line([60, 56, 52, 49.9, 44, 40, 36, 32, 1]), at(8));
  expect(Math.abs(Date.parse(empty ?? '') - start - 15 * day)).toBeLessThan(day);
});

test('what was before the last charge does not count', () => {
  expect(emptyAt(line([12, 8, 4, 100, 98, 96, 94]), at(6))).toBe(iso(53));
  // charged yesterday: too few points to tell
  expect(emptyAt(line([20, 16, 12, 8, 100, 96]), at(5))).toBeNull();
  // the noise of a gauge is no charge
  expect(emptyAt(line([50, 48, 49, 46, 44, 45, 42, 40]), at(7))).not.toBeNull();
});

test('no forecast for one that does not fall, or of less than three days', () => {
  expect(emptyAt(line([50, 50, 50, 50, 50]), at(4))).toBeNull();
  expect(emptyAt(line([50, 51, 52, 53, 54]), at(4))).toBeNull();
  expect(emptyAt(line([80, 79.99, 79.98, 79.97, 79.96]), at(4))).toBeNull();
  expect(emptyAt(line([60, 50, 40], 1.4), at(3))).toBeNull();
  expect(emptyAt([], at(0))).toBeNull();
});

test('an empty battery is empty now, not in the past', () => {
  expect(emptyAt(line([9, 6, 3, 0, 0]), at(10))).toBe(iso(10));
});
