import { expect, test } from 'vitest';
import { asEnd, settledEnd, withDays, withTime } from './calendar.ts';

const nothing = { from: '', to: '' };

test('midnight as an end means the day’s last minute', () => {
  expect(asEnd('2026-11-21 00:00')).toBe('2026-11-21 23:59');
  expect(asEnd('2026-11-21 10:00')).toBe('2026-11-21 10:00');
  expect(asEnd('')).toBe('');
});

test('chosen days are whole days', () => {
  expect(withDays(['2026-11-20', null], nothing)).toEqual({ from: '2026-11-20 00:00', to: '' });
  expect(withDays(['2026-11-20', '2026-11-21'], nothing)).toEqual({ from: '2026-11-20 00:00', to: '2026-11-21 23:59' });
  expect(withDays([null, null], { from: '2026-11-20 08:00', to: '' })).toEqual(nothing);
});

test('choosing other days keeps the set times', () => {
  const set = { from: '2026-11-20 08:00', to: '2026-11-20 17:30' };
  expect(withDays(['2026-12-01', '2026-12-02'], set)).toEqual({ from: '2026-12-01 08:00', to: '2026-12-02 17:30' });
});

test('an end that is exactly midnight stays midnight on other days', () => {
  const set = { from: '', to: '2026-11-20 00:00' };
  expect(withDays([null, '2026-12-02'], set, true)).toEqual({ from: '', to: '2026-12-02 00:00' });
  // the end of a range is never midnight
  expect(withDays([null, '2026-12-02'], set)).toEqual({ from: '', to: '2026-12-02 23:59' });
  expect(withDays([null, '2026-12-02'], nothing, true)).toEqual({ from: '', to: '2026-12-02 23:59' });
});

test('a time is set on its day', () => {
  expect(withTime('2026-11-20 00:00', '08:15', 'from')).toBe('2026-11-20 08:15');
  expect(withTime('2026-11-20 10:00', '00:00', 'from')).toBe('2026-11-20 00:00');
  // an intermediate value while typing 09:00
  expect(withTime('2026-11-20 10:00', '00:00', 'to')).toBe('2026-11-20 00:00');
  expect(withTime('2026-11-20 10:00', '', 'to')).toBe('2026-11-20 23:59');
  expect(withTime('', '08:15', 'from')).toBe('');
});

test('an end that includes its last minute keeps its seconds on other days, until another time is set', () => {
  const set = { from: '2026-11-20 21:00', to: '2026-11-20 21:59:59' };
  const other = { from: '2026-12-01 21:00', to: '2026-12-02 21:59:59' };
  expect(withDays(['2026-12-01', '2026-12-02'], set)).toEqual(other);
  expect(withTime(set.to, '21:59', 'to')).toBe(set.to);
  expect(withTime(set.to, '21:58', 'to')).toBe('2026-11-20 21:58');
});

test('on one day the end never precedes the start', () => {
  expect(settledEnd('2026-11-20 18:00', '2026-11-20 09:00')).toBe('2026-11-20 18:00');
  expect(settledEnd('2026-11-20 18:00', '2026-11-20 00:00')).toBe('2026-11-20 23:59');
  expect(settledEnd('2026-11-20 18:00', '2026-11-21 09:00')).toBe('2026-11-21 09:00');
  expect(settledEnd('', '2026-11-21 09:00')).toBe('2026-11-21 09:00');
});
