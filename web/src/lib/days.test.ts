import { expect, test } from 'vitest';
import { isDay, lastDays, rangeOfDay } from './days.ts';
import { zonedDay } from './zoned.ts';

const hours = ({ from, to }: { from: string; to: string }) => (Date.parse(to) - Date.parse(from)) / 3_600_000;

test('the last days are those of the zone, today last', () => {
  const now = Date.parse('2026-03-01T02:30:00Z');
  expect(lastDays(zonedDay(now, 'America/New_York'), 3)).toEqual(['2026-02-26', '2026-02-27', '2026-02-28']);
  expect(lastDays(zonedDay(now, 'Asia/Tokyo'), 3)).toEqual(['2026-02-27', '2026-02-28', '2026-03-01']);
});

test('days follow each other without a gap where clocks change, also at midnight', () => {
  for (const [zone, now, lengths] of [
    ['Europe/London', '2026-03-30T12:00:00Z', [24, 23, 24]],
    ['Europe/London', '2026-10-26T12:00:00Z', [24, 25, 24]],
    ['America/Santiago', '2026-09-07T12:00:00Z', [24, 23, 24]],
    ['Australia/Lord_Howe', '2026-10-05T12:00:00Z', [24, 23.5, 24]],
    ['Asia/Kathmandu', '2026-10-05T12:00:00Z', [24, 24, 24]],
  ] as const) {
    const ranges = lastDays(zonedDay(Date.parse(now), zone), 3).map((day) => rangeOfDay(day, zone));
    expect(ranges.map(hours), zone).toEqual(lengths);
    expect(ranges.slice(1).map(({ from }) => from)).toEqual(ranges.slice(0, -1).map(({ to }) => to));
  }
  expect(rangeOfDay('2026-10-05', 'Asia/Kathmandu').from).toBe('2026-10-04T18:15:00.000Z');
});

test('only days of the calendar are valid', () => {
  expect(['2026-02-28', '2024-02-29'].every(isDay)).toBe(true);
  expect(['2026-02-30', '2026-13-01', '26-1-1', 'today', '', undefined].some(isDay)).toBe(false);
});
