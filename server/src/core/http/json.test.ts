import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseJson } from './json.ts';

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

test('a mebibyte of brackets, quotes or backslashes is checked in one pass', () => {
  for (const piece of ['[', '"', '{"a":', '\\', '"\\"', ',', '{']) {
    const text = piece.repeat(Math.floor((1024 * 1024) / piece.length));
    const began = performance.now();
    expect(() => parseJson(text)).toThrow();
    // a pass for each piece would take a quarter of an hour, one takes milliseconds
    expect(performance.now() - began, piece).toBeLessThan(10_000);
  }
});
