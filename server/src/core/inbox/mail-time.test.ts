import type { QuietHours, WatchDelivery } from '@keyward/contract/watches';
import { expect, test } from 'vitest';
import { mailTime } from './mail-time.ts';

const night = { from: '22:00', to: '07:00' };
const at = (delivery: WatchDelivery, quiet: QuietHours | null, instant: string, zone: string) =>
  mailTime(delivery, quiet, new Date(instant), zone)?.toISOString() ?? null;

test('delivery to the inbox alone is never mailed; mail at once is due now', () => {
  expect(at('inbox', null, '2026-06-01T10:00:00Z', 'UTC')).toBeNull();
  expect(at('mail', null, '2026-06-01T10:00:00Z', 'UTC')).toBe('2026-06-01T10:00:00.000Z');
});

test.each([
  ['mail', night, '2026-06-01T20:30:00Z', 'Europe/Paris', '2026-06-02T05:00:00.000Z'],
  ['mail', night, '2026-06-01T03:00:00Z', 'Europe/Paris', '2026-06-01T05:00:00.000Z'],
  ['mail', night, '2026-06-01T05:00:00Z', 'Europe/Paris', '2026-06-01T05:00:00.000Z'],
  ['mail', { from: '12:00', to: '13:00' }, '2026-06-01T12:30:00Z', 'UTC', '2026-06-01T13:00:00.000Z'],
  ['digest', null, '2026-06-01T07:59:00Z', 'UTC', '2026-06-01T08:00:00.000Z'],
  ['digest', null, '2026-06-01T08:00:00Z', 'UTC', '2026-06-02T08:00:00.000Z'],
  ['digest', { from: '20:00', to: '09:30' }, '2026-06-01T10:00:00Z', 'UTC', '2026-06-02T09:30:00.000Z'],
  // zones at an offset of :30 or :45
  ['digest', null, '2026-06-01T00:00:00Z', 'Asia/Kolkata', '2026-06-01T02:30:00.000Z'],
  ['digest', null, '2026-06-01T00:00:00Z', 'Asia/Kathmandu', '2026-06-01T02:15:00.000Z'],
] as const)('%s with %j at %s in %s is due at %s', (delivery, quiet, instant, zone, due) => {
  expect(at(delivery, quiet, instant, zone)).toBe(due);
});

test.each([
  // 02:30 is skipped: ends right after the change
  ['Europe/Paris', '2026-03-29T00:15:00Z', '2026-03-29T01:30:00.000Z'],
  ['America/New_York', '2026-03-08T06:15:00Z', '2026-03-08T07:30:00.000Z'],
  ['Australia/Lord_Howe', '2026-10-03T14:45:00Z', '2026-10-03T15:30:00.000Z'],
  // 02:30 occurs twice: ends at the first
  ['Europe/Paris', '2026-10-24T23:15:00Z', '2026-10-25T00:30:00.000Z'],
  ['Africa/Casablanca', '2026-02-15T00:15:00Z', '2026-02-15T01:30:00.000Z'],
])('quiet hours until 02:30 in %s over a clock change, from %s, end once, at %s', (zone, instant, due) => {
  expect(at('mail', { from: '00:00', to: '02:30' }, instant, zone)).toBe(due);
});

test.each([
  ['Europe/Paris', '2026-10-25T01:10:00Z'],
  ['Europe/Paris', '2026-10-25T00:30:00Z'],
  ['Africa/Casablanca', '2026-02-15T02:10:00Z'],
])('quiet hours until 02:30 in %s are over when the clock shows an earlier time again, at %s', (zone, instant) => {
  for (const from of ['00:00', '22:00'])
    expect(at('mail', { from, to: '02:30' }, instant, zone)).toBe(new Date(instant).toISOString());
});

test.each([
  // 02:30 was at 00:30Z, and the clock shows 02:10 again
  ['Europe/Paris', '2026-10-25T01:10:00Z', '2026-10-25T05:00:00.000Z'],
  ['Africa/Casablanca', '2026-02-15T02:10:00Z', '2026-02-15T06:00:00.000Z'],
])('quiet hours from 02:30 in %s go on when the clock shows an earlier time again, at %s', (zone, instant, due) => {
  expect(at('mail', { from: '02:30', to: '06:00' }, instant, zone)).toBe(due);
});
