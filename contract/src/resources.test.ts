import { expect, test } from 'vitest';
import { eventTypes } from './activity.ts';
import { restorableOf } from './resources.ts';

test('only the events of deleted devices and profiles record what can be restored', () => {
  const restorable = eventTypes.filter((event) => restorableOf(event) !== undefined);
  expect(restorable.toSorted()).toEqual(['DELETE_DEVICE', 'DELETE_USER']);
  expect(restorableOf('DELETE_DEVICE')).toBe('device');
  expect(restorableOf('DELETE_USER')).toBe('user');
});
