import { organizationDefaults } from '@keyward/contract/organization-settings';
import { parseFilter } from '@keyward/contract/filter';
import { type Period, periodNames, periods } from '@keyward/contract/periods';
import { describe, expect, test } from 'vitest';
import { dayOf } from '#core/locations/day.ts';
import { parseInstant } from './time.ts';

const hours = { time_zone: null, week: null, exceptions: [] };

/** Both ends of a period, as local times with offset and in UTC; an end that is now is left out. */
function ends(period: Period, zone: string, at: string): string {
  const filter = parseFilter(periods[period]);
  if (filter.op !== 'range' && filter.op !== 'gte') throw new Error(`${period} is no span`);
  const day = dayOf(hours, { ...organizationDefaults, timeZone: zone });
  return (filter.op === 'range' ? [filter.from, filter.to] : [filter.value])
    .map((text) => new Date(parseInstant(text, { at: new Date(at), zone, day }) ?? NaN).toISOString())
    .map((text) => text.replace(':00.000Z', 'Z').replace(/:59\.999Z$/, ':59'))
    .join(' – ');
}

// Computed by hand from the zones' published rules. Opening hours are 09:00 to 20:00; each instant is 21:00 on the evening of the
// day of a clock change, so that today and tonight differ from other days: forward first, then back.
describe.each<[string, string, Partial<Record<Period, string>>]>([
  [
    'Europe/London',
    '2026-03-29T21:00:00+01:00',
    {
      lastHour: '2026-03-29T19:00Z',
      tonight: '2026-03-29T19:00Z – 2026-03-30T07:59:59',
      lastNight: '2026-03-28T20:00Z – 2026-03-29T07:59:59',
      today: '2026-03-29T00:00Z – 2026-03-29T22:59:59',
      yesterday: '2026-03-28T00:00Z – 2026-03-28T23:59:59',
      last24Hours: '2026-03-28T20:00Z',
      last7Days: '2026-03-22T21:00Z',
      last30Days: '2026-02-27T21:00Z',
      lastMonth: '2026-02-01T00:00Z – 2026-02-28T23:59:59',
    },
  ],
  [
    'Europe/London',
    '2026-10-25T21:00:00+00:00',
    {
      lastHour: '2026-10-25T20:00Z',
      tonight: '2026-10-25T20:00Z – 2026-10-26T08:59:59',
      lastNight: '2026-10-24T19:00Z – 2026-10-25T08:59:59',
      today: '2026-10-24T23:00Z – 2026-10-25T23:59:59',
      yesterday: '2026-10-23T23:00Z – 2026-10-24T22:59:59',
      last24Hours: '2026-10-24T21:00Z',
      last7Days: '2026-10-18T20:00Z',
      last30Days: '2026-09-25T20:00Z',
      lastMonth: '2026-08-31T23:00Z – 2026-09-30T22:59:59',
    },
  ],
  [
    'Europe/Paris',
    '2026-03-29T21:00:00+02:00',
    {
      lastHour: '2026-03-29T18:00Z',
      tonight: '2026-03-29T18:00Z – 2026-03-30T06:59:59',
      lastNight: '2026-03-28T19:00Z – 2026-03-29T06:59:59',
      today: '2026-03-28T23:00Z – 2026-03-29T21:59:59',
      yesterday: '2026-03-27T23:00Z – 2026-03-28T22:59:59',
      last24Hours: '2026-03-28T19:00Z',
      last7Days: '2026-03-22T20:00Z',
      last30Days: '2026-02-27T20:00Z',
      lastMonth: '2026-01-31T23:00Z – 2026-02-28T22:59:59',
    },
  ],
  [
    'America/New_York',
    '2026-11-01T21:00:00-05:00',
    {
      lastHour: '2026-11-02T01:00Z',
      tonight: '2026-11-02T01:00Z – 2026-11-02T13:59:59',
      lastNight: '2026-11-01T00:00Z – 2026-11-01T13:59:59',
      today: '2026-11-01T04:00Z – 2026-11-02T04:59:59',
      yesterday: '2026-10-31T04:00Z – 2026-11-01T03:59:59',
      last24Hours: '2026-11-01T02:00Z',
      last7Days: '2026-10-26T01:00Z',
      last30Days: '2026-10-03T01:00Z',
      lastMonth: '2026-10-01T04:00Z – 2026-11-01T03:59:59',
    },
  ],
  [
    // changes by half an hour
    'Australia/Lord_Howe',
    '2026-04-05T21:00:00+10:30',
    {
      lastHour: '2026-04-05T09:30Z',
      tonight: '2026-04-05T09:30Z – 2026-04-05T22:29:59',
      lastNight: '2026-04-04T09:00Z – 2026-04-04T22:29:59',
      today: '2026-04-04T13:00Z – 2026-04-05T13:29:59',
      yesterday: '2026-04-03T13:00Z – 2026-04-04T12:59:59',
      last24Hours: '2026-04-04T10:30Z',
      last7Days: '2026-03-29T10:00Z',
      last30Days: '2026-03-06T10:00Z',
      lastMonth: '2026-02-28T13:00Z – 2026-03-31T12:59:59',
    },
  ],
  [
    // never changes, and is 45 minutes off
    'Asia/Kathmandu',
    '2026-03-29T21:00:00+05:45',
    {
      lastHour: '2026-03-29T14:15Z',
      tonight: '2026-03-29T14:15Z – 2026-03-30T03:14:59',
      lastNight: '2026-03-28T14:15Z – 2026-03-29T03:14:59',
      today: '2026-03-28T18:15Z – 2026-03-29T18:14:59',
      yesterday: '2026-03-27T18:15Z – 2026-03-28T18:14:59',
      last24Hours: '2026-03-28T15:15Z',
      last7Days: '2026-03-22T15:15Z',
      last30Days: '2026-02-27T15:15Z',
      lastMonth: '2026-01-31T18:15Z – 2026-02-28T18:14:59',
    },
  ],
])('%s at %s', (zone, at, expected) => {
  test.each(periodNames.filter((period) => period !== 'anyTime'))('%s', (period) => {
    expect(ends(period, zone, at)).toBe(expected[period]);
  });
});

describe('a night', () => {
  const at = (instant: string, period: Period = 'lastNight', over: Partial<typeof hours> | object = {}) => {
    const filter = parseFilter(periods[period]);
    if (filter.op !== 'range') throw new Error('no range');
    const day = dayOf({ ...hours, ...over }, { ...organizationDefaults, timeZone: 'UTC' });
    return [filter.from, filter.to]
      .map((text) => new Date(parseInstant(text, { at: new Date(instant), zone: 'UTC', day }) ?? NaN).toISOString())
      .map((text) => text.slice(0, 16));
  };
  const monday = ['2026-11-23T20:00', '2026-11-24T08:59'];
  const tuesday = ['2026-11-24T20:00', '2026-11-25T08:59'];

  test('last night is the one in which today began, even before the location opens', () => {
    expect(at('2026-11-25T00:30Z')).toEqual(tuesday);
    expect(at('2026-11-25T08:30Z')).toEqual(tuesday);
    expect(at('2026-11-25T14:00Z')).toEqual(tuesday);
    expect(at('2026-11-25T21:00Z')).toEqual(tuesday);
    expect(at('2026-11-24T23:59Z')).toEqual(monday);
  });

  test('tonight is the present night, or the next one', () => {
    expect(at('2026-11-24T14:00Z', 'tonight')).toEqual(tuesday);
    expect(at('2026-11-24T21:00Z', 'tonight')).toEqual(tuesday);
    expect(at('2026-11-25T02:00Z', 'tonight')).toEqual(tuesday);
  });

  test('last night of a location that is open past midnight begins when it closes', () => {
    const late = { week: Array.from({ length: 7 }, () => ({ opens: '18:00', closes: '02:00' })) };
    expect(at('2026-11-25T12:00Z', 'lastNight', late)).toEqual(['2026-11-25T02:00', '2026-11-25T17:59']);
    expect(at('2026-11-25T01:00Z', 'lastNight', late)).toEqual(['2026-11-24T02:00', '2026-11-24T17:59']);
  });

  test('a location that never closes has a night from 22:00 to 06:00', () => {
    const open = { week: Array.from({ length: 7 }, () => ({ opens: '00:00', closes: '00:00' })) };
    expect(at('2026-11-25T12:00Z', 'lastNight', open)).toEqual(['2026-11-24T22:00', '2026-11-25T05:59']);
    expect(at('2026-11-25T12:00Z', 'tonight', open)).toEqual(['2026-11-25T22:00', '2026-11-26T05:59']);
  });

  test('a location that is always closed has one long night around the present', () => {
    const closed = { week: Array.from({ length: 7 }, () => null) };
    const [from = '', until = ''] = at('2026-11-25T12:00Z', 'lastNight', closed);
    expect(from < '2025-11-01').toBe(true);
    expect(until > '2027-11-01').toBe(true);
  });
});
