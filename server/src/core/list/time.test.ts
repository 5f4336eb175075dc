import { expect, test } from 'vitest';
import { parseInstant } from './time.ts';

const ask = (zone: string, now: string, text: string) => {
  const ms = parseInstant(text, { at: new Date(now), zone });
  return ms === undefined ? undefined : new Date(ms).toISOString();
};

// Reckoned by hand from the zones' published rules: local times with their offsets, in UTC. The noons are those
// of the days on which the clock goes forward and back.
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

  // its clock never changes
  ['Asia/Tokyo', 'now/d', '2026-03-28T15:00:00.000Z', '2026-10-24T15:00:00.000Z'],
  ['Asia/Tokyo', 'now/d+', '2026-03-29T14:59:59.999Z', '2026-10-25T14:59:59.999Z'],
  ['Asia/Tokyo', 'now-1d', '2026-03-28T03:00:00.000Z', '2026-10-24T03:00:00.000Z'],
  ['Asia/Tokyo', 'now/w', '2026-03-22T15:00:00.000Z', '2026-10-18T15:00:00.000Z'],
  ['Asia/Tokyo', 'now/Q', '2025-12-31T15:00:00.000Z', '2026-09-30T15:00:00.000Z'],

  // by half an hour: from +10:30 to +11:00 in October, back in April
  ['Australia/Lord_Howe', 'now/d', '2026-10-03T13:30:00.000Z', '2026-04-04T13:00:00.000Z'],
  ['Australia/Lord_Howe', 'now/d+', '2026-10-04T12:59:59.999Z', '2026-04-05T13:29:59.999Z'],
  ['Australia/Lord_Howe', 'now-1d', '2026-10-03T01:30:00.000Z', '2026-04-04T01:00:00.000Z'],
  ['Australia/Lord_Howe', 'now-24h', '2026-10-03T01:00:00.000Z', '2026-04-04T01:30:00.000Z'],
  ['Australia/Lord_Howe', 'now/M', '2026-09-30T13:30:00.000Z', '2026-03-31T13:00:00.000Z'],
  ['Australia/Lord_Howe', 'now/M+', '2026-10-31T12:59:59.999Z', '2026-04-30T13:29:59.999Z'],
])('%s, %s over both clock changes', ([zone, text, first, second]) => {
  expect(noons[zone].map((now) => ask(zone, now, text))).toEqual([first, second]);
});

test('a wall time that the clock skips moves on, one that comes twice is its first', () => {
  expect(ask('Europe/Paris', '2026-03-30T02:30:00+02:00', 'now-1d')).toBe('2026-03-29T01:30:00.000Z');
  expect(ask('Europe/Paris', '2026-10-26T02:30:00+01:00', 'now-1d')).toBe('2026-10-25T00:30:00.000Z');
  expect(ask('Australia/Lord_Howe', '2026-10-05T02:15:00+11:00', 'now-1d')).toBe('2026-10-03T15:45:00.000Z');
});

test('a day that a zone left out is no day', () => {
  // Samoa went from the 29th to the 31st of December 2011
  const now = '2011-12-31T12:00:00+14:00';
  expect(ask('Pacific/Apia', now, 'now/d')).toBe('2011-12-30T10:00:00.000Z');
  expect(ask('Pacific/Apia', now, 'now-2d/d')).toBe('2011-12-29T10:00:00.000Z');
  expect(ask('Pacific/Apia', now, 'now-2d/d+')).toBe('2011-12-30T09:59:59.999Z');
});

test('months end where they end', () => {
  expect(ask('UTC', '2024-03-31T12:00:00Z', 'now-1M')).toBe('2024-02-29T12:00:00.000Z');
  expect(ask('UTC', '2026-01-31T12:00:00Z', 'now+1M/M+')).toBe('2026-02-28T23:59:59.999Z');
  expect(ask('UTC', '2024-02-29T12:00:00Z', 'now-1y')).toBe('2023-02-28T12:00:00.000Z');
  expect(ask('UTC', '2026-05-31T12:00:00Z', 'now-1Q/Q+')).toBe('2026-03-31T23:59:59.999Z');
});

test('what the database could not hold is no instant', () => {
  for (const text of [
    'now-999999y',
    'now+999999y',
    'now-2026y',
    'now+8000y/y+',
    '2026-02-30T00:00:00Z',
    '2026-01-01',
  ]) {
    expect(ask('UTC', '2026-01-01T00:00:00Z', text), text).toBeUndefined();
  }
  expect(ask('UTC', '2026-01-01T00:00:00Z', '2026-01-01T09:00:00+09:00')).toBe('2026-01-01T00:00:00.000Z');
});
