import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Filter, listQuery, parseFilter, parseOneOf, printFilter } from './list.ts';

/** Texts in which every mark of the grammar is frequent. */
const mark = fc.constantFrom('*', ',', '\\', ':', 'like:', 'gt:', 'lte:', 'range:', 'NOT_EXISTS', 'EXISTS');
const piece = fc.oneof(mark, fc.string({ unit: 'grapheme', maxLength: 4 }));
const anyText = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''));
const someText = anyText.filter((text) => text !== '');

/** Patterns in their one form: no two texts side by side. */
const pattern = fc
  .array(fc.oneof(fc.constant('*' as const), fc.record({ text: someText })), { minLength: 1, maxLength: 5 })
  .filter((parts) => parts.every((part, i) => part === '*' || i === 0 || parts[i - 1] === '*'));

const filter: fc.Arbitrary<Filter> = fc.oneof(
  fc.record({ op: fc.constant('in' as const), values: fc.array(anyText, { minLength: 1, maxLength: 4 }) }),
  fc.record({ op: fc.constant('like' as const), pattern }),
  fc.record({ op: fc.constantFrom('gt' as const, 'lt' as const, 'gte' as const, 'lte' as const), value: someText }),
  fc.record({ op: fc.constant('range' as const), from: someText, to: someText }),
  fc.record({ op: fc.constant('exists' as const), value: fc.boolean() }),
);

test('a filter that is printed and read again is the same filter', () => {
  fc.assert(
    fc.property(filter, (f) => {
      expect(parseFilter(printFilter(f))).toEqual(f);
    }),
    { numRuns: 3000 },
  );
});

test('any text is read without an exception, and what it means survives printing', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const read = parseFilter(text);
      if (read.op !== 'invalid') expect(parseFilter(printFilter(read))).toEqual(read);
    }),
    { numRuns: 3000 },
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
  ['like:', { op: 'invalid', operator: 'like' }],
  ['lt:', { op: 'invalid', operator: 'lt' }],
  ['range:1', { op: 'invalid', operator: 'range' }],
  ['range:1,2,3', { op: 'invalid', operator: 'range' }],
  ['Like:x', { op: 'in', values: ['Like:x'] }],
])('%s', ([text, meaning]) => {
  expect(parseFilter(text)).toEqual(meaning);
});

test('q names a field and its values', () => {
  expect(parseOneOf('name:a,b\\,c')).toEqual({ field: 'name', values: ['a', 'b,c'] });
  expect(parseOneOf('name:a:b')).toEqual({ field: 'name', values: ['a:b'] });
  expect(parseOneOf('tags.1:')).toEqual({ field: 'tags.1', values: [''] });
  expect(parseOneOf(':a')).toBeUndefined();
  expect(parseOneOf('name')).toBeUndefined();
});

test('page numbers are whole and written plainly', () => {
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
