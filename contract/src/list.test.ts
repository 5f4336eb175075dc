import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Filter, parseFilter, parseOneOf, printFilter, readUnassigned } from './filter.ts';
import { listQuery } from './list.ts';

/** Texts with frequent special characters of the grammar. */
const mark = fc.constantFrom(
  '*',
  ',',
  '\\',
  ':',
  '\\u00',
  '&',
  '<',
  ' ',
  '=',
  'like:',
  'gt:',
  'lte:',
  'range:',
  'not:',
  'NOT_EXISTS',
  'EXISTS',
);
const piece = fc.oneof(mark, fc.string({ unit: 'grapheme', maxLength: 4 }));
const anyText = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''));
const someText = anyText.filter((text) => text !== '');

/** Patterns in canonical form: no two adjacent texts. */
const pattern = fc
  .array(fc.oneof(fc.constant('*' as const), fc.record({ text: someText })), { minLength: 1, maxLength: 5 })
  .filter((parts) => parts.every((part, i) => part === '*' || i === 0 || parts[i - 1] === '*'));

const yes = fc.constant(true as const);
const not = { not: yes };
const filter: fc.Arbitrary<Filter> = fc.oneof(
  fc.record(
    { op: fc.constant('in' as const), values: fc.array(anyText, { minLength: 1, maxLength: 4 }), none: yes, ...not },
    { requiredKeys: ['op', 'values'] },
  ),
  fc.record({ op: fc.constant('like' as const), pattern, ...not }, { requiredKeys: ['op', 'pattern'] }),
  fc.record(
    { op: fc.constantFrom('gt' as const, 'lt' as const, 'gte' as const, 'lte' as const), value: someText, ...not },
    { requiredKeys: ['op', 'value'] },
  ),
  fc.record(
    { op: fc.constant('range' as const), from: someText, to: someText, ...not },
    { requiredKeys: ['op', 'from', 'to'] },
  ),
  fc.record({ op: fc.constant('exists' as const), value: fc.boolean() }),
);

test('a printed filter parses to the same filter', { timeout: 60_000 }, () => {
  fc.assert(
    fc.property(filter, (f) => {
      expect(parseFilter(printFilter(f))).toEqual(f);
    }),
    { numRuns: 100_000 },
  );
});

test('parsing never throws, and the meaning of any text survives printing', { timeout: 60_000 }, () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const read = parseFilter(text);
      if (read.op !== 'invalid') expect(parseFilter(printFilter(read))).toEqual(read);
    }),
    { numRuns: 50_000 },
  );
});

test.for<[string, ReturnType<typeof parseFilter>]>([
  ['a,b', { op: 'in', values: ['a', 'b'] }],
  ['a\\,b', { op: 'in', values: ['a,b'] }],
  ['', { op: 'in', values: [''] }],
  ['a,', { op: 'in', values: ['a', ''] }],
  ['like:*x*', { op: 'like', pattern: ['*', { text: 'x' }, '*'] }],
  ['like:x*', { op: 'like', pattern: [{ text: 'x' }, '*'] }],
  ['like:*x', { op: 'like', pattern: ['*', { text: 'x' }] }],
  ['like:5\\**', { op: 'like', pattern: [{ text: '5*' }, '*'] }],
  ['gt:5', { op: 'gt', value: '5' }],
  [
    'range:2026-01-01T00:00:00Z,2026-02-01T00:00:00Z',
    { op: 'range', from: '2026-01-01T00:00:00Z', to: '2026-02-01T00:00:00Z' },
  ],
  ['NOT_EXISTS', { op: 'exists', value: false }],
  ['\\NOT_EXISTS', { op: 'in', values: ['NOT_EXISTS'] }],
  ['a,NOT_EXISTS', { op: 'in', values: ['a'], none: true }],
  ['NOT_EXISTS,a,b', { op: 'in', values: ['a', 'b'], none: true }],
  ['a,\\NOT_EXISTS', { op: 'in', values: ['a', 'NOT_EXISTS'] }],
  ['a,EXISTS', { op: 'in', values: ['a', 'EXISTS'] }],
  ['NOT_EXISTS,NOT_EXISTS', { op: 'exists', value: false }],
  ['not:a,b', { op: 'in', values: ['a', 'b'], not: true }],
  ['not:a,NOT_EXISTS', { op: 'in', values: ['a'], none: true, not: true }],
  ['not:like:*x*', { op: 'like', pattern: ['*', { text: 'x' }, '*'], not: true }],
  ['not:range:1,2', { op: 'range', from: '1', to: '2', not: true }],
  ['not:NOT_EXISTS', { op: 'exists', value: true }],
  ['not:EXISTS', { op: 'exists', value: false }],
  ['not:', { op: 'in', values: [''], not: true }],
  ['\\not:a', { op: 'in', values: ['not:a'] }],
  ['not:\\not:a', { op: 'in', values: ['not:a'], not: true }],
  ['not:not:a', { op: 'invalid', operator: 'not' }],
  ['not:like:', { op: 'invalid', operator: 'like' }],
  ['Not:a', { op: 'in', values: ['Not:a'] }],
  ['like:', { op: 'invalid', operator: 'like' }],
  ['lt:', { op: 'invalid', operator: 'lt' }],
  ['range:1', { op: 'invalid', operator: 'range' }],
  ['range:1,2,3', { op: 'invalid', operator: 'range' }],
  ['Like:x', { op: 'in', values: ['Like:x'] }],
  ['Toys \\u0026 Games', { op: 'in', values: ['Toys & Games'] }],
  ['like:\\u003cb\\u003e*', { op: 'like', pattern: [{ text: '<b>' }, '*'] }],
  ['\\u0000\\ud800', { op: 'in', values: ['u0000ud800'] }],
  ['\\u26', { op: 'in', values: ['u26'] }],
  ['\\\\u0026', { op: 'in', values: ['\\u0026'] }],
])('%s', ([text, meaning]) => {
  expect(parseFilter(text)).toEqual(meaning);
});

test('q names a field and its values', () => {
  const oneOf = (...values: string[]) => ({ op: 'in', values });
  expect(parseOneOf('name:a,b\\,c')).toEqual({ field: 'name', filter: oneOf('a', 'b,c') });
  expect(parseOneOf('name:a:b')).toEqual({ field: 'name', filter: oneOf('a:b') });
  expect(parseOneOf('name:like:b')).toEqual({ field: 'name', filter: oneOf('like:b') });
  expect(parseOneOf('tags.1:')).toEqual({ field: 'tags.1', filter: oneOf('') });
  expect(parseOneOf('tags.1:a,NOT_EXISTS')).toEqual({ field: 'tags.1', filter: { ...oneOf('a'), none: true } });
  expect(parseOneOf(':a')).toBeUndefined();
  expect(parseOneOf('name')).toBeUndefined();
});

test('page numbers are whole and in plain notation', () => {
  for (const page of ['0', '-1', '1e3', '01', ' 1', '1.0', '1000000000', '', '１']) {
    expect(listQuery.safeParse({ page }).success, page).toBe(false);
  }
  expect(listQuery.parse({ page: '12', results_per_page: '200', name: 'x' })).toMatchObject({
    page: 12,
    results_per_page: 200,
    name: 'x',
  });
  expect(listQuery.safeParse({ results_per_page: '5001' }).success).toBe(false);
  expect(listQuery.safeParse({ name: 'a\u0000b' }).success).toBe(false);
  expect(listQuery.safeParse({ name: '\ud800' }).success).toBe(false);
});

test.each([
  ['unassigned', 'NOT_EXISTS'],
  ['North,unassigned', 'North,NOT_EXISTS'],
  ['unassigned,unassigned', 'NOT_EXISTS,NOT_EXISTS'],
  ['not:unassigned', 'not:NOT_EXISTS'],
  [printFilter({ op: 'in', values: ['unassigned'] }), '\\unassigned'],
  ['unassigned to', 'unassigned to'],
  ['like:unassigned*', 'like:unassigned*'],
  [printFilter({ op: 'in', values: ['Spare,unassigned'] }), 'Spare\\,unassigned'],
  [printFilter({ op: 'in', values: ['a\\', 'unassigned'] }), 'a\\\\,\\unassigned'],
  ['a\\\\,unassigned', 'a\\\\,NOT_EXISTS'],
  ['like:*\\,unassigned', 'like:*\\,unassigned'],
  ['does not:unassigned', 'does not:unassigned'],
])('for a tag, %s reads as %s', (text, read) => {
  expect(readUnassigned(text)).toBe(read);
});
