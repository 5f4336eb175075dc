import { expect, test } from 'vitest';
import { follow } from './useTrail.ts';

type Trail = Parameters<typeof follow>[0];
const after = (...ranges: (string | undefined)[]) =>
  ranges.reduce<Trail>(follow, { at: undefined, before: [] }).before.map(({ range }) => range);

test('each range leads back to the one before it', () => {
  expect(after()).toEqual([]);
  expect(after('a', 'b')).toEqual([undefined, 'a']);
  expect(after('a', 'a', 'b')).toEqual([undefined, 'a']);
  expect(after('a', 'b', 'a')).toEqual([undefined]);
  expect(after('a', 'b', undefined)).toEqual([undefined, 'a', 'b']);
  expect(after('a', undefined)).toEqual([]);
});

test('a long trail forgets its beginning', () => {
  const ranges = Array.from({ length: 30 }, (_, i) => String(i));
  expect(after(...ranges)).toEqual(ranges.slice(9, 29));
});
