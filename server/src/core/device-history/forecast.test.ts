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

test('readings before the last charge do not count', () => {
  expect(emptyAt(line([12, 8, 4, 100, 98, 96, 94]), at(6))).toBe(iso(53));
  // charged yesterday: too few points for a forecast
  expect(emptyAt(line([20, 16, 12, 8, 100, 96]), at(5))).toBeNull();
  // the noise of a gauge does not count as a charge
  expect(emptyAt(line([50, 48, 49, 46, 44, 45, 42, 40]), at(7))).not.toBeNull();
});

test('a battery that does not fall, or has readings of less than three days, has no forecast', () => {
  expect(emptyAt(line([50, 50, 50, 50, 50]), at(4))).toBeNull();
  expect(emptyAt(line([50, 51, 52, 53, 54]), at(4))).toBeNull();
  expect(emptyAt(line([80, 79.99, 79.98, 79.97, 79.96]), at(4))).toBeNull();
  expect(emptyAt(line([60, 50, 40], 1.4), at(3))).toBeNull();
  expect(emptyAt([], at(0))).toBeNull();
});

test('an empty battery is empty now, not in the past', () => {
  expect(emptyAt(line([9, 6, 3, 0, 0]), at(10))).toBe(iso(10));
});

const noiseOfGauge = 0.2;
const median = (list: number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;
/**
 * The distance by which noise can move the end of a line. It bends the slope of a pair by less than twice itself over their
 * distance, and the median of the slopes by less than the median of that.
 */
function farthest(level: number, perDay: number, days: readonly number[]): number {
  const bends = days.flatMap((x, i) => days.slice(i + 1).map((later) => (2 * noiseOfGauge) / (later - x)));
  const bend = median(bends);
  if (bend >= perDay) return Infinity;
  return (level + noiseOfGauge + bend * (days.at(-1) ?? 0)) / (perDay - bend) - level / perDay;
}

test('for any battery the forecast is not in the past, and as near the end of its line as the noise of the gauge allows', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 40, max: 100 }),
      fc.double({ min: 0.2, max: 2, noNaN: true }),
      fc.integer({ min: 4, max: 14 }),
      // two hours at least: more than 200 points are thinned
      fc.integer({ min: 2, max: 24 }),
      fc.array(fc.double({ min: -noiseOfGauge, max: noiseOfGauge, noNaN: true }), { minLength: 170, maxLength: 170 }),
      (level, perDay, days, everyHours, noise) => {
        const count = Math.floor((days * 24) / everyHours) + 1;
        const times = Array.from({ length: count }, (_, i) => (i * everyHours) / 24);
        const points = times.map((x, i) => ({ at: iso(x), value: level - perDay * x + (noise[i] ?? 0) }));
        const now = at(days + 1);
        const empty = emptyAt(points, now);
        const exact = level / perDay;
        // the gauge may round a slow fall to zero
        if (empty === null) return expect(perDay).toBeLessThan(0.5);
        const shown = (Date.parse(empty) - start) / day;
        expect(shown).toBeGreaterThanOrEqual(days + 1);
        expect(Math.abs(shown - Math.max(exact, days + 1))).toBeLessThan(farthest(level, perDay, times) + 0.001);
      },
    ),
    { examples: [[40, 0.2, 4, 20, [-0.15, 0, 0, 0.15, ...Array.from({ length: 166 }, () => 0)]]] },
  );
});

test('two weeks of hourly readings are thinned, and the forecast is still the end of their line', () => {
  const hourly = Array.from({ length: 14 * 24 + 1 }, (_, i) => ({ at: iso(i / 24), value: 60 - i / 24 }));
  expect(Math.abs(Date.parse(emptyAt(hourly, at(14)) ?? '') - start - 60 * day)).toBeLessThan(1000);
});
