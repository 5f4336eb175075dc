import { timeZones } from '@keyward/contract/time-zones';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { manyZoned, zonedDay, zonedText } from './zoned.ts';

const instant = fc.oneof(
  fc.date({ min: new Date('1973-01-01'), max: new Date('2060-01-01'), noInvalidDate: true }),
  fc.date({ min: new Date('1900-01-01'), max: new Date('1973-01-02'), noInvalidDate: true }),
  // around the clock changes of a year, some of them at half past
  fc.date({ min: new Date('2026-03-01'), max: new Date('2026-04-10'), noInvalidDate: true }),
);

test('a batch of instants is written like each instant alone, in every zone', () => {
  fc.assert(
    fc.property(fc.constantFrom(...timeZones), fc.array(instant, { minLength: 1, maxLength: 8 }), (zone, dates) => {
      const write = manyZoned(zone);
      for (const date of dates)
        for (const near of [0, 1, 999, 60_000, 899_999]) {
          const text = new Date(date.getTime() + near).toISOString();
          expect(write(text), `${text} ${zone}`).toBe(zonedText(text, zone));
        }
    }),
    { numRuns: 3000 },
  );
});

// an offset of 10:40 until 1979; clock changes at 00:01 until 2006, and in Casey in 2020
test.each([
  ['Pacific/Kiritimati', '1978-10-19T13:25:00Z'],
  ['America/St_Johns', '1990-04-01T03:15:00Z'],
  ['America/St_Johns', '1990-10-28T02:15:00Z'],
  ['Antarctica/Casey', '2020-10-03T15:45:00Z'],
])('each second around a clock change off the quarter hour is exact: %s, %s', (zone, from) => {
  const write = manyZoned(zone);
  for (let second = 0; second < 2700; second++) {
    const text = new Date(Date.parse(from) + second * 1000).toISOString();
    expect(write(text), text).toBe(zonedText(text, zone));
  }
});

test('an invalid instant fails in a batch as it does alone', () => {
  expect(() => manyZoned('UTC')('never')).toThrow(RangeError);
});

test('the day is that of the zone’s calendar', () => {
  const newYear = Date.parse('2026-12-31T23:30:00Z');
  expect(zonedDay(newYear, 'UTC')).toBe('2026-12-31');
  expect(zonedDay(newYear, 'Asia/Tokyo')).toBe('2027-01-01');
});
