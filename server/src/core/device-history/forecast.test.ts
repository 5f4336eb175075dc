import fc from 'fast-check';
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

test('for any battery the forecast is not in the past, and near the end of its line despite the noise of the gauge', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 40, max: 100 }),
      fc.double({ min: 0.2, max: 2, noNaN: true }),
      fc.integer({ min: 4, max: 14 }),
      fc.integer({ min: 1, max: 24 }),
      fc.array(fc.double({ min: -0.2, max: 0.2, noNaN: true }), { minLength: 340, maxLength: 340 }),
      (level, perDay, days, everyHours, noise) => {
        const count = Math.floor((days * 24) / everyHours) + 1;
        const points = Array.from({ length: count }, (_, i) => ({
          at: iso((i * everyHours) / 24),
          value: level - (perDay * i * everyHours) / 24 + (noise[i] ?? 0),
        }));
        const now = at(days + 1);
        const empty = emptyAt(points, now);
        const exact = level / perDay;
        // the gauge may round a slow fall away
        if (empty === null) return expect(perDay).toBeLessThan(0.5);
        const shown = (Date.parse(empty) - start) / day;
        expect(shown).toBeGreaterThanOrEqual(days + 1);
        expect(Math.abs(shown - Math.max(exact, days + 1))).toBeLessThan(exact * 0.5 + 1);
      },
    ),
  );
});
