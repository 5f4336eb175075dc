import { parseFilter, parseOneOf } from '@keyward/contract/filter';
import { expect, test } from 'vitest';
import { inOneFilter, withEverywhere } from './everywhere.ts';

const location = 'tags.7f';

test('the filters of the header join those of the list', () => {
  expect(withEverywhere({ device_class: 'OKM' }, { [location]: 'Leeds,NOT_EXISTS' })).toEqual({
    device_class: 'OKM',
    [location]: 'Leeds,NOT_EXISTS',
  });
  expect(withEverywhere({ device_class: 'OKM' }, {})).toEqual({ device_class: 'OKM' });
});

const rows = ['Leeds', 'York', 'Bath', null];
function judge(filter: ReturnType<typeof parseFilter>, row: string | null): boolean {
  if (filter.op === 'exists') return filter.value === (row !== null);
  if (filter.op !== 'in') throw new Error(filter.op);
  return (row === null ? filter.none === true : filter.values.includes(row)) !== (filter.not === true);
}
const passes = (text: string, row: string | null) => judge(parseFilter(text), row);

const pairs: readonly (readonly [own: string, global: string])[] = [
  ['Leeds', 'Leeds,York'],
  ['not:Leeds', 'Leeds,York'],
  ['Leeds,NOT_EXISTS', 'not:York'],
  ['not:Leeds', 'not:York,NOT_EXISTS'],
  ['EXISTS', 'Leeds,NOT_EXISTS'],
  ['EXISTS', 'not:York'],
  ['EXISTS', 'not:NOT_EXISTS'],
  ['NOT_EXISTS', 'not:York'],
  ['NOT_EXISTS', 'Leeds,NOT_EXISTS'],
];

test.each(pairs)('both filters apply on the same column: %s and %s', (own, global) => {
  const { [location]: column = '', q, ...rest } = withEverywhere({ [location]: own }, { [location]: global });
  expect(rest).toEqual({});
  const asked = q === undefined ? undefined : parseOneOf(q);
  const left = rows.filter((row) => judge(parseFilter(column), row) && (!asked || judge(asked.filter, row)));
  expect(left).toEqual(rows.filter((row) => passes(own, row) && passes(global, row)));
  if (q) expect(asked?.field).toBe(location);
});

const morePairs: typeof pairs = [
  ['Leeds,York', 'Leeds'],
  ['Leeds,York,NOT_EXISTS', 'York,Bath,NOT_EXISTS'],
  ['not:NOT_EXISTS', 'not:Leeds'],
  ['NOT_EXISTS', 'EXISTS'],
];

test.each([...pairs, ...morePairs])(
  'both filters combine into one, unless no row can match: %s and %s',
  (own, global) => {
    const expected = rows.filter((row) => passes(own, row) && passes(global, row));
    const merged = inOneFilter({ [location]: own, event: 'LOGIN' }, { [location]: global });
    if (expected.length === 0) expect(merged).toBeNull();
    else {
      expect(Object.keys(merged ?? {}).toSorted()).toEqual(['event', location]);
      expect(rows.filter((row) => passes(merged?.[location] ?? '', row))).toEqual(expected);
    }
  },
);

test('the combined filter compares names as the lists do', () => {
  expect(inOneFilter({ [location]: 'LEEDS,unassigned' }, { [location]: 'leeds,York' })).toEqual({
    [location]: 'LEEDS',
  });
  expect(inOneFilter({ [location]: 'unassigned' }, { [location]: 'York,NOT_EXISTS' })).toEqual({
    [location]: 'NOT_EXISTS',
  });
  expect(inOneFilter({ event: 'LOGIN' }, { [location]: 'York' })).toEqual({ event: 'LOGIN', [location]: 'York' });
});

test('two filters of a column that no single filter can express are not combined', () => {
  expect(inOneFilter({ [location]: 'like:Le*' }, { [location]: 'York' })).toBeNull();
  expect(inOneFilter({ [location]: 'Leeds' }, { [location]: 'York' })).toBeNull();
});
