import type { Timeline } from '@keyward/contract/dashboard';
import { expect, test } from 'vitest';
import { wallTime } from '#lib/wallTime.ts';
import { endOf, isPartial, totalsOf } from '#parts/pictures/bars.ts';
import { ranges } from '#parts/pictures/ranges.ts';
import { lastFull, rowsBetween, seriesOf, spanOf } from './pictures.ts';

const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Pacific/Chatham'];
/** Instants around the clock changes of those zones, and on leap days. */
const times = [
  '2026-03-29T01:30:12.345Z',
  '2026-10-25T00:30:00.000Z',
  '2026-11-01T05:59:59.999Z',
  '2026-04-04T15:10:00.000Z',
  '2028-02-29T12:00:00.000Z',
  '2026-01-01T00:00:00.000Z',
].map((text) => Date.parse(text));

test('a range begins with a full hour or day of the zone and ends with this minute', () => {
  for (const zone of zones) {
    for (const now of times) {
      for (const range of ranges) {
        const { from, to, bucket } = spanOf(range, now, zone);
        const what = `${range} ${zone} ${new Date(now).toISOString()}: ${from}`;
        expect(wallTime(from, zone).slice(14), what).toBe('00:00');
        if (range !== 'day') expect(wallTime(from, zone).slice(11), what).toBe('00:00:00');
        expect(bucket).toBe(range === 'day' || range === 'week' ? 'hour' : 'day');
        expect(Date.parse(to) - now, what).toBeGreaterThan(0);
        expect(Date.parse(to) - now, what).toBeLessThanOrEqual(60_000);
      }
    }
  }
});

test('ranges are as long as they say', () => {
  const starts = (now: string) => ranges.map((range) => spanOf(range, Date.parse(now), 'Europe/Berlin').from);
  expect(starts('2026-11-23T22:15:30.000Z')).toEqual([
    '2026-11-22T23:00:00.000Z',
    '2026-11-16T23:00:00.000Z',
    '2026-10-23T22:00:00.000Z',
    '2025-10-31T23:00:00.000Z',
  ]);
});

const starts = ['2026-11-22T23:00:00.000Z', '2026-11-23T23:00:00.000Z', '2026-11-24T23:00:00.000Z'];
const types: Timeline['types'] = [
  { event: 'KEY_CHECKIN', counts: [5, 0, 4] },
  { event: 'KEY_CHECKOUT', counts: [1, 0, 4] },
  { event: 'LOGIN', counts: [2, 0, 0] },
];

test('event types beyond the most frequent are combined into one series', () => {
  expect(seriesOf({ types, starts }, 3)).toHaveLength(3);
  const series = seriesOf({ types, starts }, 2);
  expect(series).toEqual([
    { events: ['KEY_CHECKIN'], isRest: false, counts: [5, 0, 4], total: 9 },
    { events: ['KEY_CHECKOUT', 'LOGIN'], isRest: true, counts: [3, 0, 4], total: 7 },
  ]);
  expect(totalsOf(series, 3)).toEqual([8, 0, 8]);
  expect(totalsOf([], 2)).toEqual([0, 0]);
});

test('a bar leads to the rows from its start to the last millisecond before its end', () => {
  const timeline = { starts, to: '2026-11-25T10:00:00.000Z', partial: { first: false, last: true } };
  expect([0, 1, 2].map((bar) => isPartial(timeline, bar))).toEqual([false, false, true]);
  expect(rowsBetween(starts[2] ?? '', endOf(timeline, 2), ['LOGIN', 'LOGOUT'])).toEqual({
    custom_view: 'Overview',
    'filter.event_time': 'range:2026-11-24T23:00:00.000Z,2026-11-25T09:59:59.999Z',
    'filter.event': 'LOGIN,LOGOUT',
  });
  expect(rowsBetween(starts[0] ?? '', endOf(timeline, 0))['filter.event_time']).toBe(
    'range:2026-11-22T23:00:00.000Z,2026-11-23T22:59:59.999Z',
  );
});

test.each([
  ['America/Havana', '2026-11-01T18:00:00.000Z', '2026-11-01T04:00:00.000Z'],
  ['Atlantic/Azores', '2026-10-25T18:00:00.000Z', '2026-10-25T00:00:00.000Z'],
])('a day of %s that has two midnights begins with the first', (zone, now, midnight) => {
  expect(new Date(lastFull(Date.parse(now), 86_400_000, zone)).toISOString()).toBe(midnight);
});
