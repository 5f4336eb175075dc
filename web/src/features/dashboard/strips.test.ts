import { expect, test } from 'vitest';
import { wallTime } from '#lib/wallTime.ts';
import { spanOf } from './pictures.ts';
import { shareWords, spellsOf } from '#parts/history/spells.ts';
import { devicesOf, durationWords, onlineIn, scaleOf, startsOf } from './strips.ts';

const range = { from: '2026-11-01T00:00:00.000Z', to: '2026-11-03T00:00:00.000Z' };
const okm = { id: '', name: '', serial: '', location: null, share: null };
const at = (text: string) => `2026-11-${text}:00.000Z`;
const spells = (row: { since: string | null; isOnline: boolean; online: { from: string; until: string }[] }) => {
  const whole = { from: Date.parse(range.from), until: Date.parse(range.to) };
  const since = row.since === null ? Infinity : Date.parse(row.since);
  return spellsOf(onlineIn(row, whole), since, whole).map(({ from, until, state }) => [
    state,
    ...[from, until].map((ms) => new Date(ms).toISOString().slice(8, 16)),
  ]);
};

test('an OKM is on line, off line, or without history, at every moment of the range', () => {
  const since = at('01T06:00');
  const online = [
    { from: since, until: at('01T08:00') },
    { from: at('01T09:00'), until: at('02T23:59') },
  ];
  const before = [
    ['none', '01T00:00', '01T06:00'],
    ['online', '01T06:00', '01T08:00'],
    ['offline', '01T08:00', '01T09:00'],
  ];
  expect(spells({ since, isOnline: false, online })).toEqual([
    ...before,
    ['online', '01T09:00', '02T23:59'],
    ['offline', '02T23:59', '03T00:00'],
  ]);
  // the present minute is not over
  expect(spells({ since, isOnline: true, online })).toEqual([...before, ['online', '01T09:00', '03T00:00']]);
});

test('an OKM that never reported has no history, and one that fell silent before the range is off line', () => {
  expect(spells({ since: null, isOnline: false, online: [] })).toEqual([['none', '01T00:00', '03T00:00']]);
  expect(spells({ since: '2026-10-01T00:00:00.000Z', isOnline: false, online: [] })).toEqual([
    ['offline', '01T00:00', '03T00:00'],
  ]);
});

test('labels are at full hours and midnights of the zone, also when its clocks change', () => {
  for (const zone of ['Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe']) {
    for (const now of ['2026-04-12T10:00:00.000Z', '2026-11-12T10:00:00.000Z']) {
      const days = startsOf(spanOf('month', Date.parse(now), zone), 'day', zone);
      expect(days, zone).toHaveLength(31);
      for (const day of days) expect(wallTime(day, zone).slice(11), `${zone} ${day}`).toBe('00:00:00');
    }
  }
  expect(startsOf({ from: at('01T05:00'), to: at('01T07:30') }, 'hour', 'UTC')).toEqual([
    at('01T05:00'),
    at('01T06:00'),
    at('01T07:00'),
  ]);
});

test('the scale of temperatures spans them in whole degrees, that of batteries starts at 0', () => {
  const row = (value: number, ...points: number[]) => ({
    ...okm,
    at: range.from,
    value,
    points: points.map((one) => ({ at: range.from, value: one })),
  });
  expect(scaleOf({ field: 'battery', rows: [row(3, 4)] })).toEqual([0, 10]);
  expect(scaleOf({ field: 'battery', rows: [row(3, 100, 99.5), row(5, 11)] })).toEqual([0, 100]);
  expect(scaleOf({ field: 'battery', rows: [row(3, 41)] })).toEqual([0, 50]);
  expect(scaleOf({ field: 'temperature', rows: [row(21.5, 19.2, 22), row(20, -3.5)] })).toEqual([-4, 22]);
  expect(scaleOf({ field: 'temperature', rows: [row(20, 20)] })).toEqual([19, 21]);
});

test('durations have their two largest units, and only a full share shows 100%', () => {
  expect([20_000, 130 * 60_000, 24 * 3_600_000, (26 * 60 + 10) * 60_000].map(durationWords)).toEqual([
    '1 min',
    '2 hr 10 min',
    '1 day',
    '1 day 2 hr',
  ]);
  expect([1, 0.99999, 0.5, 0].map((share) => shareWords(share, 'en'))).toEqual(['100%', '99.9%', '50%', '0%']);
});

test('devices are found in their list by their serial numbers', () => {
  expect(devicesOf([{ serial: '00A1' }, { serial: '00B2' }])).toEqual({
    custom_view: 'Overview',
    'filter.serial_number': '00A1,00B2',
  });
});
