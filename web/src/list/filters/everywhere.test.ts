import { parseFilter, parseOneOf } from '@keyward/contract/filter';
import { expect, test } from 'vitest';
import { withEverywhere } from './everywhere.ts';

const places = 'tags.7f';

test('the filters of the header join those of the list', () => {
  expect(withEverywhere({ device_class: 'OKM' }, { [places]: 'Leeds,NOT_EXISTS' })).toEqual({
    device_class: 'OKM',
    [places]: 'Leeds,NOT_EXISTS',
  });
  expect(withEverywhere({ device_class: 'OKM' }, {})).toEqual({ device_class: 'OKM' });
});

test.each([
  ['Leeds', 'Leeds,York'],
  ['not:Leeds', 'Leeds,York'],
  ['Leeds,NOT_EXISTS', 'not:York'],
  ['not:Leeds', 'not:York,NOT_EXISTS'],
  ['EXISTS', 'Leeds,NOT_EXISTS'],
  ['EXISTS', 'not:York'],
  ['EXISTS', 'not:NOT_EXISTS'],
  ['NOT_EXISTS', 'not:York'],
  ['NOT_EXISTS', 'Leeds,NOT_EXISTS'],
])('on the same column both hold: %s and %s', (own, global) => {
  const rows = ['Leeds', 'York', 'Bath', null];
  const judge = (filter: ReturnType<typeof parseFilter>, row: string | null) => {
    if (filter.op === 'exists') return filter.value === (row !== null);
    if (filter.op !== 'in') throw new Error(filter.op);
    return (row === null ? filter.none === true : filter.values.includes(row)) !== (filter.not === true);
  };
  const passes = (text: string, row: string | null) => judge(parseFilter(text), row);
  const { [places]: column = '', q, ...rest } = withEverywhere({ [places]: own }, { [places]: global });
  expect(rest).toEqual({});
  const asked = q === undefined ? undefined : parseOneOf(q);
  const left = rows.filter((row) => judge(parseFilter(column), row) && (!asked || judge(asked.filter, row)));
  expect(left).toEqual(rows.filter((row) => passes(own, row) && passes(global, row)));
  if (q) expect(asked?.field).toBe(places);
});
