import { expect, test } from 'vitest';
import { withEvery } from './count.ts';

const value = { devices: 2, profiles: 3 };

test('the list of a value has what has the value and what has every value of its tag', () => {
  expect(withEvery(value, { every: { devices: 10, profiles: 20 } })).toEqual({ devices: 12, profiles: 23 });
});

test('a server of the release before, which does not count those with every value, is no failure', () => {
  expect(withEvery(value, {})).toEqual(value);
});
