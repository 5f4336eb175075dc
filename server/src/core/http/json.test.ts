import fc from 'fast-check';
import { expect, test } from 'vitest';
import { maxDifferentKeys, parseJson } from './json.ts';

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

test('parses valid text as JSON.parse does', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), fc.constantFrom(undefined, 2), (value, space) => {
      const text = JSON.stringify(value, null, space);
      fc.pre(!/"(?:__proto__|constructor)"/.test(text));
      expect(parseJson(text)).toEqual(JSON.parse(text));
    }),
    { numRuns: 2000 },
  );
});

test('any other text is parsed or refused as a bad request', () => {
  const mark = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"',
    '\\',
    '"a"',
    'null',
    '1',
    '\\u0061',
    '"\\"',
    ' ',
    '\n',
  );
  const text = fc.array(fc.oneof(mark, fc.string({ maxLength: 3 })), { maxLength: 12 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, (t) => {
      let wanted: unknown;
      let bad = false;
      try {
        wanted = JSON.parse(t);
      } catch {
        bad = true;
      }
      try {
        expect(parseJson(t)).toEqual(wanted);
        expect(bad, t).toBe(false);
      } catch (error) {
        if ((error as { code?: string }).code !== 'badRequest') throw error;
      }
    }),
    { numRuns: 5000 },
  );
});

test.each([
  '{"a":1,"a":2}',
  '{"a":1,"\\u0061":2}',
  '{"x":{"a":1,"b":[{"c":1,"c":1}]}}',
  '{"__proto__":{"admin":true}}',
  '{"\\u005f_proto__":1}',
  '{"a":{"constructor":{"prototype":{}}}}',
  nested(33),
  '{"a":'.repeat(33) + '1' + '}'.repeat(33),
  '[',
  '{"a"',
  '"',
  '"\\',
  '',
  'NaN',
  '\ufeff{}',
  '{} {}',
  "{'a':1}",
  '[1,]',
  '01',
])('%s is refused', (text) => {
  expect(() => parseJson(text)).toThrow(expect.objectContaining({ code: 'badRequest' }) as Error);
});

test('the same key in two objects and the same value twice are accepted', () => {
  expect(parseJson('[{"a":"a"},{"a":["a","a"]}]')).toEqual([{ a: 'a' }, { a: ['a', 'a'] }]);
  expect(parseJson('{"a":{"a":{"b":"{\\"a\\":1,\\"a\\":2}"}},"b":"}"}')).toMatchObject({ b: '}' });
  expect(parseJson(nested(32))).toBeInstanceOf(Array);
});

test('keys are limited in number over all objects, and in length', () => {
  const tooLarge = expect.objectContaining({ code: 'tooLarge' }) as Error;
  const many = (n: number) => `[${Array.from({ length: n }, () => '{"a":1}').join()}]`;
  expect(parseJson(many(3), 3)).toHaveLength(3);
  expect(() => parseJson(many(4), 3)).toThrow(tooLarge);
  expect(() => parseJson(many(10_001))).toThrow(tooLarge);
  expect(parseJson(`{"${'a'.repeat(600)}":1}`)).toBeDefined();
  expect(() => parseJson(`{"${'a'.repeat(601)}":1}`)).toThrow(expect.objectContaining({ code: 'badRequest' }) as Error);
});

test('the number of different keys in a large body is limited', () => {
  const tooLarge = expect.objectContaining({ code: 'tooLarge' }) as Error;
  const records = (n: number, different: number) =>
    `[${Array.from({ length: n }, (_, i) => `{"${i % different}":1}`).join()}]`;
  expect(parseJson(records(20_000, maxDifferentKeys), 20_000)).toHaveLength(20_000);
  expect(() => parseJson(records(20_000, maxDifferentKeys + 1), 20_000)).toThrow(tooLarge);
  const one = Array.from({ length: maxDifferentKeys + 1 }, (_, i) => `"${i}":1`);
  expect(() => parseJson(`{${one.join()}}`, 20_000)).toThrow(tooLarge);
  expect(parseJson(`{${one.slice(1).join()}}`, 20_000)).toBeDefined();
});

test('a mebibyte of brackets, quotes or backslashes is checked in one pass', () => {
  for (const piece of ['[', '"', '{"a":', '\\', '"\\"', ',', '{']) {
    const text = piece.repeat(Math.floor((1024 * 1024) / piece.length));
    const began = performance.now();
    expect(() => parseJson(text)).toThrow();
    // a pass for each piece would take a quarter of an hour; a single pass takes milliseconds
    expect(performance.now() - began, piece).toBeLessThan(10_000);
  }
});
