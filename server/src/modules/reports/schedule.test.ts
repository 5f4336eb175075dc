import type { ReportSchedule } from '@keyward/contract/reports';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nextSending } from './schedule.ts';

const next = (schedule: ReportSchedule, after: string) => nextSending(schedule, new Date(after)).toISOString();
const daily = (time: string, zone: string) => ({ every: 'day', time, zone }) as const;

test.each([
  [daily('08:00', 'Europe/Paris'), '2026-06-01T05:59:59Z', '2026-06-01T06:00:00.000Z'],
  [daily('08:00', 'Europe/Paris'), '2026-06-01T06:00:00Z', '2026-06-02T06:00:00.000Z'],
  [daily('08:00', 'Asia/Kolkata'), '2026-06-01T00:00:00Z', '2026-06-01T02:30:00.000Z'],
  [daily('08:00', 'Asia/Kathmandu'), '2026-06-01T02:15:00Z', '2026-06-02T02:15:00.000Z'],
  // 1 June 2026 is a Monday; in Auckland it begins half a day earlier
  [
    { every: 'week', weekday: 'mon', time: '07:00', zone: 'Pacific/Auckland' },
    '2026-06-01T00:00:00Z',
    '2026-06-07T19:00:00.000Z',
  ],
  [{ every: 'week', weekday: 'sun', time: '07:00', zone: 'UTC' }, '2026-06-01T00:00:00Z', '2026-06-07T07:00:00.000Z'],
  [{ every: 'month', day: 31, time: '07:00', zone: 'UTC' }, '2026-02-01T00:00:00Z', '2026-02-28T07:00:00.000Z'],
  [{ every: 'month', day: 31, time: '07:00', zone: 'UTC' }, '2026-02-28T07:00:00Z', '2026-03-31T07:00:00.000Z'],
  [{ every: 'month', day: 30, time: '07:00', zone: 'UTC' }, '2026-01-30T07:00:00Z', '2026-02-28T07:00:00.000Z'],
  [{ every: 'month', day: 1, time: '07:00', zone: 'UTC' }, '2026-12-15T00:00:00Z', '2027-01-01T07:00:00.000Z'],
] as const)('%j is next due after %s at %s', (schedule, after, expected) => {
  expect(next(schedule, after)).toBe(expected);
});

test.each([
  // skipped times: right after the change
  ['Europe/Paris', '02:30', '2026-03-28T23:00:00Z', '2026-03-29T01:30:00.000Z'],
  ['America/New_York', '02:30', '2026-03-08T05:30:00Z', '2026-03-08T07:30:00.000Z'],
  ['Australia/Lord_Howe', '02:15', '2026-10-03T14:00:00Z', '2026-10-03T15:45:00.000Z'],
  ['Africa/Casablanca', '02:30', '2026-03-22T00:00:00Z', '2026-03-22T02:30:00.000Z'],
  // times that come twice: the first
  ['Europe/Paris', '02:30', '2026-10-24T23:00:00Z', '2026-10-25T00:30:00.000Z'],
  ['America/New_York', '01:30', '2026-11-01T04:30:00Z', '2026-11-01T05:30:00.000Z'],
  ['Australia/Lord_Howe', '01:45', '2026-04-04T14:00:00Z', '2026-04-04T14:45:00.000Z'],
  ['Africa/Casablanca', '02:30', '2026-02-15T00:00:00Z', '2026-02-15T01:30:00.000Z'],
])('in %s at %s, the next one after %s is at %s', (zone, time, after, expected) => {
  expect(next(daily(time, zone), after)).toBe(expected);
});

test('each day has exactly one sending, whatever its clock does', () => {
  const zones = fc.constantFrom('Europe/Paris', 'America/New_York', 'Australia/Lord_Howe', 'Africa/Casablanca');
  const times = fc
    .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
    .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));
  fc.assert(
    fc.property(zones, times, (zone, time) => {
      const dayOf = (at: Date) =>
        Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone).toPlainDate().toString();
      let at = new Date('2026-01-01T12:00:00Z');
      const days: string[] = [];
      for (let i = 0; i < 370; i++) {
        at = nextSending(daily(time, zone), at);
        days.push(dayOf(at));
      }
      expect(new Set(days).size).toBe(days.length);
      const [first = '', last = ''] = [days[0], days.at(-1)];
      expect(Temporal.PlainDate.from(first).until(last).days).toBe(369);
    }),
    { numRuns: 20 },
  );
});
