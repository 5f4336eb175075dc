import { expect, test } from 'vitest';
import { withEvery } from './count.ts';

const value = { devices: 2, profiles: 3 };

test('the count of a value includes the objects that have every value of its tag', () => {
  expect(withEvery(value, { every: { devices: 10, profiles: 20 } })).toEqual({ devices: 12, profiles: 23 });
});

test('a reply of the previous release, without the count of objects with every value, is accepted', () => {
  expect(withEvery(value, {})).toEqual(value);
});
