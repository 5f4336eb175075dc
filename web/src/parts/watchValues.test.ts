import { expect, test } from 'vitest';
import { inputOf, newWatch, watchSchema } from './watchValues.ts';

const faultsOf = (values: object) =>
  watchSchema.safeParse({ ...newWatch('Doors'), ...values }).error?.issues.map(({ path }) => path.join()) ?? [];

test('quiet hours are two times, or none', () => {
  expect(faultsOf({ from: '22:00', to: '07:00' })).toEqual([]);
  expect(faultsOf({ from: '', to: '' })).toEqual([]);
  expect(faultsOf({ from: '25:00', to: '7' })).toEqual(['from', 'to']);
  expect(faultsOf({ from: '22:00' })).toEqual(['to']);
  expect(faultsOf({ to: '07:00', delivery: 'digest' })).toEqual(['to']);
});

test('quiet hours cannot end at the time at which they begin', () => {
  expect(faultsOf({ from: '22:00', to: '22:00' })).toEqual(['to']);
  expect(faultsOf({ from: '2200', to: '22:00', delivery: 'digest' })).toEqual(['to']);
  expect(faultsOf({ from: '22:00', to: '22:00', delivery: 'inbox' })).toEqual([]);
  expect(faultsOf({ from: '00:00', to: '23:59' })).toEqual([]);
});

test('quiet hours may be typed without a colon', () => {
  const typed = { ...newWatch('Doors'), from: '2200', to: '700' };
  expect(faultsOf(typed)).toEqual([]);
  expect(inputOf(typed, 'UTC').quiet).toEqual({ from: '22:00', to: '07:00' });
});

test('without mail, the hidden quiet hours neither prevent a save nor are sent', () => {
  expect(faultsOf({ from: '25:00', to: 'x', delivery: 'inbox' })).toEqual([]);
  expect(faultsOf({ from: '22:00', delivery: 'inbox' })).toEqual([]);
  const values = { ...newWatch('Doors'), from: '22:00', to: '07:00' };
  expect(inputOf({ ...values, delivery: 'inbox' }, 'UTC').quiet).toBeNull();
  expect(inputOf(values, 'UTC').quiet).toEqual({ from: '22:00', to: '07:00' });
});

test('the zone on screen is sent by its listed name, and an unlisted zone is left out', () => {
  const values = newWatch('Doors');
  expect(inputOf(values, 'Europe/Paris')).toMatchObject({ zone: 'Europe/Paris' });
  expect(inputOf(values, 'Asia/Calcutta')).toMatchObject({ zone: 'Asia/Kolkata' });
  expect(inputOf(values, '+05:30')).not.toHaveProperty('zone');
});
