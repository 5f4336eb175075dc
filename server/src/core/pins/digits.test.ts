import fc from 'fast-check';
import { expect, test } from 'vitest';
import { drawPin, isTrivial, pinLength } from './digits.ts';

test.each([
  [1, 5],
  [10, 5],
  [11, 6],
  [100, 6],
  [101, 7],
  [10_000, 8],
  [100_000, 9],
  [1_000_000, 10],
  [50_000_000, 10],
])('%i profiles have PINs of %i digits', (profiles, length) => {
  expect(pinLength(profiles)).toBe(length);
});

test('a guess succeeds with a probability of at most 1 in 10,000, and no shorter PIN would do', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), (profiles) => {
      const length = pinLength(profiles);
      expect(profiles / 10 ** length).toBeLessThanOrEqual(1e-4);
      if (length > 5) expect(profiles / 10 ** (length - 1)).toBeGreaterThan(1e-4);
    }),
  );
});

test.each([
  '00000',
  '77777',
  '12345',
  '54321',
  '78901',
  '13579',
  '86420',
  '12121',
  '11112',
  '123123',
  '4224224',
  '1414141',
])('%s is trivial', (pin) => expect(isTrivial(pin)).toBe(true));

test.each(['90817', '12354', '123124', '00190', '1231240', '9081726354'])('%s is not trivial', (pin) =>
  expect(isTrivial(pin)).toBe(false),
);

test('drawn PINs have the requested length, and all digits occur about equally often', () => {
  const counts = new Map<string, number>();
  for (let i = 0; i < 5000; i++) {
    const pin = drawPin(8);
    expect(pin).toMatch(/^\d{8}$/);
    for (const digit of pin) counts.set(digit, (counts.get(digit) ?? 0) + 1);
  }
  // 4,000 are expected; six standard deviations are 360
  for (const n of counts.values()) expect(Math.abs(n - 4000)).toBeLessThan(360);
  expect(counts.size).toBe(10);
});
