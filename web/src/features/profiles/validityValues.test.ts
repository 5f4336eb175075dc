import { describe, expect, test } from 'vitest';
import { chosenBound, clockChange, isInOrder, shownBound, toValidity, toValidityValues } from './validityValues.ts';

const london = 'Europe/London';
const of = (valid_until: string, zone: string) => toValidity({ valid_from: '', valid_until }, zone).valid_until;

test('a chosen time is interpreted in the current zone, even if the zone changes', () => {
  expect(of('2026-12-01 18:00', london)).toBe('2026-12-01T18:00:00.000Z');
  expect(of('2026-12-01 18:00', 'Asia/Tokyo')).toBe('2026-12-01T09:00:00.000Z');
  expect(of('', london)).toBeNull();
});

test('a stored bound stays the same instant in another zone, with its seconds', () => {
  const stored = { valid_from: null, valid_until: '2026-12-01T09:00:12.345Z' };
  const { valid_until: bound } = toValidityValues(stored);
  expect(shownBound(bound, 'Asia/Tokyo')).toBe('2026-12-01 18:00');
  expect(shownBound(bound, london)).toBe('2026-12-01 09:00');
  for (const zone of [london, 'Asia/Tokyo']) expect(of(bound, zone)).toBe(stored.valid_until);
  // choosing the value on screen changes nothing
  expect(chosenBound('2026-12-01 18:00', stored.valid_until, 'Asia/Tokyo')).toBe(stored.valid_until);
  expect(chosenBound('2026-12-01 18:01', stored.valid_until, 'Asia/Tokyo')).toBe('2026-12-01 18:01');
});

describe('when the clock changes', () => {
  test('a time that does not exist is read as an hour later, with a notice', () => {
    expect(clockChange('2026-03-29 01:30', london)).toEqual({ is: 'skipped', meant: '2026-03-29 02:30' });
    expect(of('2026-03-29 01:30', london)).toBe('2026-03-29T01:30:00.000Z');
    expect(clockChange('2026-03-29 02:30', london)).toBeNull();
  });
  test('a time that occurs twice is read as the first of the two, with a notice', () => {
    expect(clockChange('2026-10-25 01:30', london)).toEqual({ is: 'twice', meant: '2026-10-25 01:30' });
    expect(of('2026-10-25 01:30', london)).toBe('2026-10-25T00:30:00.000Z');
    // the second instant, stored by another client, is kept
    const second = '2026-10-25T01:30:00.000Z';
    expect(shownBound(second, london)).toBe('2026-10-25 01:30');
    expect(chosenBound('2026-10-25 01:30', second, london)).toBe(second);
    expect(clockChange(second, london)).toBeNull();
  });
  test('bounds are compared as instants', () => {
    const values = { valid_from: '2026-10-25 01:45', valid_until: '2026-10-25T01:30:00.000Z' };
    expect(isInOrder(values, london)).toBe(true);
    expect(isInOrder({ ...values, valid_until: '2026-10-25 01:30' }, london)).toBe(false);
  });
});
