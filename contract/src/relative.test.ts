import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isRelative, parseNight, parseRelative, relativeUnits, type RelativeInstant, snapUnits } from './relative.ts';
import { printRelative } from './relative.testing.ts';

const amount = fc.integer({ min: -999_999, max: 999_999 }).filter((n) => n !== 0);
const instant: fc.Arbitrary<RelativeInstant> = fc.record(
  {
    offset: fc.record({ amount, unit: fc.constantFrom(...relativeUnits) }),
    snap: fc.record({ unit: fc.constantFrom(...snapUnits), to: fc.constantFrom('start' as const, 'end' as const) }),
  },
  { requiredKeys: [] },
);

test('a printed instant parses to the same instant', () => {
  fc.assert(
    fc.property(instant, (relative) => {
      expect(parseRelative(printRelative(relative))).toEqual(relative);
    }),
    { numRuns: 5000 },
  );
});

test.for<[string, RelativeInstant]>([
  ['now', {}],
  ['now-0d', {}],
  ['now-8h', { offset: { amount: -8, unit: 'h' } }],
  ['now-15m', { offset: { amount: -15, unit: 'm' } }],
  ['now+2M', { offset: { amount: 2, unit: 'M' } }],
  ['now-1d/d', { offset: { amount: -1, unit: 'd' }, snap: { unit: 'd', to: 'start' } }],
  ['now-1d/d+', { offset: { amount: -1, unit: 'd' }, snap: { unit: 'd', to: 'end' } }],
  ['now/Q', { snap: { unit: 'Q', to: 'start' } }],
])('%s', ([text, meaning]) => {
  expect(parseRelative(text)).toEqual(meaning);
});

test.for([
  '',
  'Now',
  'now-8',
  'now-h',
  'now-8H',
  'now-1.5d',
  'now/h',
  'now/d-',
  'now-1d/',
  'now--1d',
  'now-1234567d',
  'now ',
])('%j is invalid', (text) => {
  expect(parseRelative(text)).toBeUndefined();
});

test('a night has a start and an end', () => {
  expect(parseNight('tonight')).toEqual({ night: 'tonight', to: 'start' });
  expect(parseNight('lastNight+')).toEqual({ night: 'lastNight', to: 'end' });
  for (const text of ['', 'night', 'Tonight', 'tonight-1d', 'lastNight++', 'now']) {
    expect(parseNight(text), text).toBeUndefined();
  }
  expect(['now-1h', 'tonight+', '2026-11-02T00:00:00Z'].map(isRelative)).toEqual([true, true, false]);
});
