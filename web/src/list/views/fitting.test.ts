import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fittingTabs } from './fitting.ts';

test('the first tabs that fit are shown, and always the current one', () => {
  const widths = [100, 80, 60, 40];
  expect([...fittingTabs(widths, 280, 0)]).toEqual([0, 1, 2, 3]);
  expect([...fittingTabs(widths, 250, 0)]).toEqual([0, 1, 2]);
  expect([...fittingTabs(widths, 250, 3)]).toEqual([0, 1, 3]);
  expect([...fittingTabs(widths, 10, 2)]).toEqual([2]);
  expect([...fittingTabs(widths, 10, -1)]).toEqual([]);
  expect([...fittingTabs([], 10, 0)]).toEqual([]);
});

test('the shown tabs are no wider than the room, unless only the current one is shown', () => {
  const drawn = fc.tuple(fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 20 }), fc.nat(2000));
  fc.assert(
    fc.property(drawn, fc.nat(19), ([widths, room], place) => {
      const current = place % widths.length;
      const fitting = [...fittingTabs(widths, room, current)];
      expect(fitting).toContain(current);
      const sum = fitting.reduce((total, one) => total + (widths[one] ?? 0), 0);
      expect(sum <= room || fitting.length === 1).toBe(true);
    }),
  );
});
