import { organizationDefaults } from '@keyward/contract/organization-settings';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayOf, type LocationDay, nightAt } from './day.ts';

const daily = (opens: string, closes: string) => Array.from({ length: 7 }, () => ({ opens, closes }));
const day = (over: Partial<LocationDay>): LocationDay => ({
  zone: 'Europe/London',
  week: daily('09:00', '18:00'),
  exceptions: [],
  ...over,
});
const night = (of: Partial<LocationDay>, at: string) => {
  const found = nightAt(day(of), new Date(at));
  return found && [found.from?.toISOString() ?? null, found.until?.toISOString() ?? null];
};
const utc = (date: string) => new Date(date).toISOString();

// 23 November 2026 is a Monday; London is on UTC
test('the night is the present one, or the next one while the location is open', () => {
  const tonight = [utc('2026-11-23T18:00Z'), utc('2026-11-24T09:00Z')];
  expect(night({}, '2026-11-23T08:59:59Z')).toEqual([utc('2026-11-22T18:00Z'), utc('2026-11-23T09:00Z')]);
  expect(night({}, '2026-11-23T09:00Z')).toEqual(tonight);
  expect(night({}, '2026-11-23T17:59:59Z')).toEqual(tonight);
  expect(night({}, '2026-11-23T18:00Z')).toEqual(tonight);
  expect(night({}, '2026-11-24T03:00Z')).toEqual(tonight);
});

test('days without hours belong to the night, and dates with other hours change it', () => {
  const week = daily('09:00', '18:00').map((hours, i) => (i === 6 ? null : hours));
  expect(night({ week }, '2026-11-22T12:00Z')).toEqual([utc('2026-11-21T18:00Z'), utc('2026-11-23T09:00Z')]);
  const exceptions = [
    { date: '2026-12-24', hours: { opens: '10:00', closes: '14:00' } },
    { date: '2026-12-25', hours: null },
    { date: '2026-12-27', hours: { opens: '12:00', closes: '13:00' } },
  ];
  expect(night({ week, exceptions }, '2026-12-24T11:00Z')).toEqual([
    utc('2026-12-24T14:00Z'),
    utc('2026-12-26T09:00Z'),
  ]);
  // open on a Sunday
  expect(night({ week, exceptions }, '2026-12-26T20:00Z')).toEqual([
    utc('2026-12-26T18:00Z'),
    utc('2026-12-27T12:00Z'),
  ]);
});

test('hours may end on the next day, and last around the clock', () => {
  expect(night({ week: daily('18:00', '02:00') }, '2026-11-24T01:00Z')).toEqual([
    utc('2026-11-24T02:00Z'),
    utc('2026-11-24T18:00Z'),
  ]);
  expect(night({ week: daily('00:00', '00:00') }, '2026-11-24T01:00Z')).toBeNull();
  expect(night({ week: daily('08:00', '08:00') }, '2026-11-24T01:00Z')).toBeNull();
  // Monday's hours end after Tuesday's
  const week = [
    { opens: '20:00', closes: '19:00' },
    { opens: '09:00', closes: '10:00' },
    ...daily('09:00', '18:00').slice(2),
  ];
  expect(night({ week }, '2026-11-24T12:00Z')).toEqual([utc('2026-11-24T19:00Z'), utc('2026-11-25T09:00Z')]);
  expect(night({ week }, '2026-11-24T20:00Z')).toEqual([utc('2026-11-24T19:00Z'), utc('2026-11-25T09:00Z')]);
});

test('a night can lack a beginning, an end, or both', () => {
  const closed = Array.from({ length: 7 }, () => null);
  expect(night({ week: closed }, '2026-11-24T12:00Z')).toEqual([null, null]);
  const once = [{ date: '2026-11-24', hours: { opens: '09:00', closes: '18:00' } }];
  expect(night({ week: closed, exceptions: once }, '2026-11-24T08:00Z')).toEqual([null, utc('2026-11-24T09:00Z')]);
  expect(night({ week: closed, exceptions: once }, '2026-11-24T12:00Z')).toEqual([utc('2026-11-24T18:00Z'), null]);
  expect(night({ week: closed, exceptions: once }, '2027-01-24T12:00Z')).toEqual([utc('2026-11-24T18:00Z'), null]);
});

describe('when the clock changes', () => {
  // London's clock goes from 01:00 to 02:00 on 29 March 2026, and from 02:00 to 01:00 on 25 October 2026
  test('the night is shorter or longer by an hour', () => {
    expect(night({}, '2026-03-28T20:00Z')).toEqual([utc('2026-03-28T18:00Z'), utc('2026-03-29T08:00Z')]);
    expect(night({}, '2026-10-24T20:00Z')).toEqual([utc('2026-10-24T17:00Z'), utc('2026-10-25T09:00Z')]);
  });
  test('a time that does not exist is an hour later', () => {
    expect(night({ week: daily('01:30', '18:00') }, '2026-03-28T20:00Z')?.[1]).toBe(utc('2026-03-29T01:30Z'));
    expect(night({ week: daily('20:00', '01:30') }, '2026-03-28T22:00Z')?.[0]).toBe(utc('2026-03-29T01:30Z'));
    // all opening hours are skipped, or their remainder ends before it begins
    const none = night({ week: daily('01:30', '02:10') }, '2026-03-28T22:00Z');
    expect(none).toEqual([utc('2026-03-28T02:10Z'), utc('2026-03-30T00:30Z')]);
  });
  test('at a time that occurs twice, a location opens the first time and closes the second time', () => {
    expect(night({ week: daily('01:30', '18:00') }, '2026-10-24T20:00Z')?.[1]).toBe(utc('2026-10-25T00:30Z'));
    expect(night({ week: daily('20:00', '01:30') }, '2026-10-24T22:00Z')?.[0]).toBe(utc('2026-10-25T01:30Z'));
  });
  test('a day that the zone skipped has no hours of its own', () => {
    // Samoa skipped 30 December 2011
    const found = night({ zone: 'Pacific/Apia' }, '2011-12-30T05:00Z');
    expect(found).toEqual([utc('2011-12-30T04:00Z'), utc('2011-12-30T19:00Z')]);
  });
});

test('nights follow each other without an overlap, with opening hours in between, whatever the hours are', () => {
  const time = fc
    .integer({ min: 0, max: 95 })
    .map((n) => `${String(Math.floor(n / 4)).padStart(2, '0')}:${String((n % 4) * 15).padStart(2, '0')}`);
  const hours = fc.option(fc.record({ opens: time, closes: time }), { nil: null });
  fc.assert(
    fc.property(
      fc.array(hours, { minLength: 7, maxLength: 7 }),
      fc.constantFrom('Europe/London', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Tokyo', 'America/Sao_Paulo'),
      fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2026, 11, 1) }),
      (week, zone, at) => {
        const of = day({ week, zone });
        const first = nightAt(of, new Date(at));
        if (!first?.until || !first.from) return;
        expect(first.until.getTime()).toBeGreaterThan(at);
        expect(first.from.getTime()).toBeLessThan(first.until.getTime());
        // every instant of a night names the same night
        const middle = new Date((first.from.getTime() + first.until.getTime()) / 2);
        expect(nightAt(of, middle)).toEqual(first);
        expect(nightAt(of, first.from)).toEqual(first);
        const next = nightAt(of, first.until);
        expect(next?.from?.getTime() ?? Infinity).toBeGreaterThan(first.until.getTime());
      },
    ),
    { numRuns: 200 },
  );
});

test('a location without a zone or hours has the organization’s', () => {
  const none = { time_zone: null, week: null, exceptions: [] };
  const settings = { ...organizationDefaults, timeZone: 'Asia/Tokyo', opensAt: '10:00', closesAt: '21:00' };
  expect(dayOf(none, settings)).toEqual({ zone: 'Asia/Tokyo', week: daily('10:00', '21:00'), exceptions: [] });
  const own = { ...none, time_zone: 'Europe/Paris', week: daily('08:00', '12:00') };
  expect(dayOf(own, settings)).toMatchObject({ zone: 'Europe/Paris', week: own.week });
});
