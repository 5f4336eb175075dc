import { type RelativeInstant, relativeUnits, snapUnits } from '@keyward/contract/relative';
import { printRelative } from '@keyward/contract/relative.testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nightly } from '#testing/nightly.ts';
import { parseInstant } from './time.ts';

const parse = (zone: string, now: string, text: string) => {
  const ms = parseInstant(text, { at: new Date(now), zone });
  return ms === undefined ? undefined : new Date(ms).toISOString();
};

// Computed by hand from the zones' published rules: local times with their offsets, in UTC. The noons are those of the
// days on which the clock goes forward and back.
const noons = {
  'Europe/Paris': ['2026-03-29T12:00:00+02:00', '2026-10-25T12:00:00+01:00'],
  'America/New_York': ['2026-03-08T12:00:00-04:00', '2026-11-01T12:00:00-05:00'],
  'Asia/Tokyo': ['2026-03-29T12:00:00+09:00', '2026-10-25T12:00:00+09:00'],
  'Australia/Lord_Howe': ['2026-10-04T12:00:00+11:00', '2026-04-05T12:00:00+10:30'],
} as const;
type Zone = keyof typeof noons;

test.for<[Zone, string, string, string]>([
  // a day of 23 hours, and one of 25
  ['Europe/Paris', 'now/d', '2026-03-28T23:00:00.000Z', '2026-10-24T22:00:00.000Z'],
  ['Europe/Paris', 'now/d+', '2026-03-29T21:59:59.999Z', '2026-10-25T22:59:59.999Z'],
  ['Europe/Paris', 'now-1d', '2026-03-28T11:00:00.000Z', '2026-10-24T10:00:00.000Z'],
  ['Europe/Paris', 'now-24h', '2026-03-28T10:00:00.000Z', '2026-10-24T11:00:00.000Z'],
  ['Europe/Paris', 'now-1440m', '2026-03-28T10:00:00.000Z', '2026-10-24T11:00:00.000Z'],
  ['Europe/Paris', 'now-1d/d', '2026-03-27T23:00:00.000Z', '2026-10-23T22:00:00.000Z'],
  ['Europe/Paris', 'now-1d/d+', '2026-03-28T22:59:59.999Z', '2026-10-24T21:59:59.999Z'],
  ['Europe/Paris', 'now+1d', '2026-03-30T10:00:00.000Z', '2026-10-26T11:00:00.000Z'],
  // both are Sundays: the week began on Monday the 23rd and the 19th
  ['Europe/Paris', 'now/w', '2026-03-22T23:00:00.000Z', '2026-10-18T22:00:00.000Z'],
  ['Europe/Paris', 'now/w+', '2026-03-29T21:59:59.999Z', '2026-10-25T22:59:59.999Z'],
  ['Europe/Paris', 'now-1w', '2026-03-22T11:00:00.000Z', '2026-10-18T10:00:00.000Z'],
  ['Europe/Paris', 'now/M', '2026-02-28T23:00:00.000Z', '2026-09-30T22:00:00.000Z'],
  ['Europe/Paris', 'now/M+', '2026-03-31T21:59:59.999Z', '2026-10-31T22:59:59.999Z'],
  ['Europe/Paris', 'now/Q', '2025-12-31T23:00:00.000Z', '2026-09-30T22:00:00.000Z'],
  ['Europe/Paris', 'now/Q+', '2026-03-31T21:59:59.999Z', '2026-12-31T22:59:59.999Z'],
  ['Europe/Paris', 'now-1Q/Q', '2025-09-30T22:00:00.000Z', '2026-06-30T22:00:00.000Z'],
  ['Europe/Paris', 'now/y', '2025-12-31T23:00:00.000Z', '2025-12-31T23:00:00.000Z'],
  ['Europe/Paris', 'now/y+', '2026-12-31T22:59:59.999Z', '2026-12-31T22:59:59.999Z'],

  ['America/New_York', 'now/d', '2026-03-08T05:00:00.000Z', '2026-11-01T04:00:00.000Z'],
  ['America/New_York', 'now/d+', '2026-03-09T03:59:59.999Z', '2026-11-02T04:59:59.999Z'],
  ['America/New_York', 'now-1d', '2026-03-07T17:00:00.000Z', '2026-10-31T16:00:00.000Z'],
  ['America/New_York', 'now-24h', '2026-03-07T16:00:00.000Z', '2026-10-31T17:00:00.000Z'],
  ['America/New_York', 'now/w', '2026-03-02T05:00:00.000Z', '2026-10-26T04:00:00.000Z'],
  ['America/New_York', 'now/w+', '2026-03-09T03:59:59.999Z', '2026-11-02T04:59:59.999Z'],
  ['America/New_York', 'now-1M', '2026-02-08T17:00:00.000Z', '2026-10-01T16:00:00.000Z'],
  ['America/New_York', 'now-1M/M+', '2026-03-01T04:59:59.999Z', '2026-11-01T03:59:59.999Z'],
  ['America/New_York', 'now-1y', '2025-03-08T17:00:00.000Z', '2025-11-01T16:00:00.000Z'],

  // no clock changes
  ['Asia/Tokyo', 'now/d', '2026-03-28T15:00:00.000Z', '2026-10-24T15:00:00.000Z'],
  ['Asia/Tokyo', 'now/d+', '2026-03-29T14:59:59.999Z', '2026-10-25T14:59:59.999Z'],
  ['Asia/Tokyo', 'now-1d', '2026-03-28T03:00:00.000Z', '2026-10-24T03:00:00.000Z'],
  ['Asia/Tokyo', 'now/w', '2026-03-22T15:00:00.000Z', '2026-10-18T15:00:00.000Z'],
  ['Asia/Tokyo', 'now/Q', '2025-12-31T15:00:00.000Z', '2026-09-30T15:00:00.000Z'],

  // changes by half an hour: from +10:30 to +11:00 in October, back in April
  ['Australia/Lord_Howe', 'now/d', '2026-10-03T13:30:00.000Z', '2026-04-04T13:00:00.000Z'],
  ['Australia/Lord_Howe', 'now/d+', '2026-10-04T12:59:59.999Z', '2026-04-05T13:29:59.999Z'],
  ['Australia/Lord_Howe', 'now-1d', '2026-10-03T01:30:00.000Z', '2026-04-04T01:00:00.000Z'],
  ['Australia/Lord_Howe', 'now-24h', '2026-10-03T01:00:00.000Z', '2026-04-04T01:30:00.000Z'],
  ['Australia/Lord_Howe', 'now/M', '2026-09-30T13:30:00.000Z', '2026-03-31T13:00:00.000Z'],
  ['Australia/Lord_Howe', 'now/M+', '2026-10-31T12:59:59.999Z', '2026-04-30T13:29:59.999Z'],
])('%s, %s over both clock changes', ([zone, text, first, second]) => {
  expect(noons[zone].map((now) => parse(zone, now, text))).toEqual([first, second]);
});

// The same by a second, simple implementation, from the wall-clock time that Intl prints.
const day = 86_400_000;
/** The wall-clock time in a zone, as if it were UTC. */
function wallOf(zone: string) {
  const format = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    fractionalSecondDigits: 3,
  });
  return (ms: number) => {
    const part = Object.fromEntries(format.formatToParts(ms).map(({ type, value }) => [type, Number(value)]));
    const { year = 0, month = 0, day: date = 0, hour = 0, minute = 0, second = 0, fractionalSecond = 0 } = part;
    return Date.UTC(year, month - 1, date, hour, minute, second, fractionalSecond);
  };
}
const floor = (wall: number) => wall - (((wall % day) + day) % day);

function plainly(zone: string) {
  const wall = wallOf(zone);
  const hours = Array.from({ length: 365 * 24 }, (_, i) => Date.UTC(2026, 0, 1, i));
  const offsetAt = (ms: number) => wall(ms) - ms;
  const offsets = [...new Set(hours.map(offsetAt))].toSorted((a, b) => a - b);
  const changes = hours.filter((ms, i) => i > 0 && offsetAt(ms) !== offsetAt(hours[i - 1] ?? 0));
  /** The first moment with this wall-clock time; a skipped time is read with the offset before the change. */
  const when = (shown: number) =>
    offsets
      .map((offset) => shown - offset)
      .toSorted((a, b) => a - b)
      .find((ms) => wall(ms) === shown) ?? shown - (offsets[0] ?? 0);
  /** The first moment at which the wall clock shows this day, or a later one. */
  const startOf = (midnight: number) => {
    let ms = midnight - (offsets.at(-1) ?? 0);
    while (wall(ms) < midnight) ms += 60_000;
    return ms;
  };
  const months = (shown: number, n: number) => {
    const at = new Date(shown);
    const last = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + n + 1, 0)).getUTCDate();
    const first = Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + n, 1);
    return first + (Math.min(at.getUTCDate(), last) - 1) * day + (shown - floor(shown));
  };
  const moved = (ms: number, { amount, unit }: { amount: number; unit: string }) => {
    if (unit === 'h' || unit === 'm') return ms + amount * (unit === 'h' ? 3_600_000 : 60_000);
    if (unit === 'd' || unit === 'w') return when(wall(ms) + amount * day * (unit === 'w' ? 7 : 1));
    return when(months(wall(ms), amount * ({ Q: 3, y: 12 }[unit] ?? 1)));
  };
  const firstDay = (shown: number, unit: string) => {
    const at = new Date(floor(shown));
    const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()];
    if (unit === 'd') return at.getTime();
    if (unit === 'w') return at.getTime() - ((at.getUTCDay() + 6) % 7) * day;
    return Date.UTC(year, unit === 'y' ? 0 : unit === 'Q' ? month - (month % 3) : month, 1);
  };
  const resolve = (now: number, { offset, snap }: RelativeInstant) => {
    const ms = offset ? moved(now, offset) : now;
    if (!snap) return ms;
    const first = firstDay(wall(ms), snap.unit);
    if (snap.to === 'start') return startOf(first);
    const behind = {
      d: first + day,
      w: first + 7 * day,
      M: months(first, 1),
      Q: months(first, 3),
      y: months(first, 12),
    };
    return startOf(behind[snap.unit]) - 1;
  };
  return { changes, resolve };
}

const relative = fc.record(
  {
    offset: fc.record({
      amount: fc.integer({ min: -15, max: 15 }).filter((n) => n !== 0),
      unit: fc.constantFrom(...relativeUnits),
    }),
    snap: fc.record({ unit: fc.constantFrom(...snapUnits), to: fc.constantFrom('start' as const, 'end' as const) }),
  },
  { requiredKeys: [] },
);

// changes by an hour in both hemispheres, by half an hour, and at midnight
test.each(['Europe/Paris', 'America/New_York', 'Australia/Lord_Howe', 'America/Santiago'])(
  'a relative instant in %s follows the wall clock around both clock changes',
  { timeout: 60_000 },
  (zone) => {
    const { changes, resolve } = plainly(zone);
    expect(changes).toHaveLength(2);
    const around = fc.tuple(fc.constantFrom(...changes), fc.integer({ min: -3 * day, max: 3 * day }));
    fc.assert(
      fc.property(around, relative, ([change, by], asked) => {
        const at = new Date(change + by);
        const found = parseInstant(printRelative(asked), { at, zone });
        expect(found === undefined ? found : new Date(found)).toEqual(new Date(resolve(at.getTime(), asked)));
      }),
      { numRuns: nightly ? 5000 : 500 },
    );
  },
);

test('a skipped wall time moves forward, a repeated one is its first occurrence', () => {
  expect(parse('Europe/Paris', '2026-03-30T02:30:00+02:00', 'now-1d')).toBe('2026-03-29T01:30:00.000Z');
  expect(parse('Europe/Paris', '2026-10-26T02:30:00+01:00', 'now-1d')).toBe('2026-10-25T00:30:00.000Z');
  expect(parse('Australia/Lord_Howe', '2026-10-05T02:15:00+11:00', 'now-1d')).toBe('2026-10-03T15:45:00.000Z');
});

test('a day that a zone skipped does not exist', () => {
  // Samoa skipped from the 29th to the 31st of December 2011
  const now = '2011-12-31T12:00:00+14:00';
  expect(parse('Pacific/Apia', now, 'now/d')).toBe('2011-12-30T10:00:00.000Z');
  expect(parse('Pacific/Apia', now, 'now-2d/d')).toBe('2011-12-29T10:00:00.000Z');
  expect(parse('Pacific/Apia', now, 'now-2d/d+')).toBe('2011-12-30T09:59:59.999Z');
});

test('a day beyond the end of a month is its last day', () => {
  expect(parse('UTC', '2024-03-31T12:00:00Z', 'now-1M')).toBe('2024-02-29T12:00:00.000Z');
  expect(parse('UTC', '2026-01-31T12:00:00Z', 'now+1M/M+')).toBe('2026-02-28T23:59:59.999Z');
  expect(parse('UTC', '2024-02-29T12:00:00Z', 'now-1y')).toBe('2023-02-28T12:00:00.000Z');
  expect(parse('UTC', '2026-05-31T12:00:00Z', 'now-1Q/Q+')).toBe('2026-03-31T23:59:59.999Z');
});

test('an instant outside the database’s range is invalid', () => {
  for (const text of [
    'now-999999y',
    'now+999999y',
    'now-2026y',
    'now+8000y/y+',
    '2026-02-30T00:00:00Z',
    '2026-01-01',
  ]) {
    expect(parse('UTC', '2026-01-01T00:00:00Z', text), text).toBeUndefined();
  }
  expect(parse('UTC', '2026-01-01T00:00:00Z', '2026-01-01T09:00:00+09:00')).toBe('2026-01-01T00:00:00.000Z');
});
