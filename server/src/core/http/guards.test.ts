import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseQuery } from './guards.ts';
import { hostName } from '#core/tenants.ts';

describe('parseQuery', () => {
  test('a single key is text; a repeated key is an array, which every schema refuses', () => {
    expect({ ...parseQuery('a=1&b=&c&a=2&a=3') }).toEqual({ a: ['1', '2', '3'], b: '', c: '' });
    expect({ ...parseQuery('') }).toEqual({});
    expect({ ...parseQuery('a+b=c%20d%2B') }).toEqual({ 'a b': 'c d+' });
  });

  test('no name reaches the prototype', () => {
    const query = parseQuery('__proto__=1&constructor=2&toString=3&__proto__[admin]=1');
    expect(Object.getPrototypeOf(query)).toBeNull();
    expect(Object.keys(query)).toEqual(['__proto__', 'constructor', 'toString', '__proto__[admin]']);
    expect(({} as Record<string, unknown>).admin).toBeUndefined();
  });

  test('parses any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        for (const value of Object.values(parseQuery(text)))
          expect([value].flat().every((v) => v.isWellFormed())).toBe(true);
      }),
    );
  });
});

describe('hostName', () => {
  test.each([
    ['localhost', 'localhost'],
    ['LocalHost:3000', 'localhost'],
    ['a.b-c.example:443', 'a.b-c.example'],
    ['127.0.0.1', '127.0.0.1'],
    ['[::1]:3000', '[::1]'],
    ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
  ])('%s is %s', (header, host) => expect(hostName(header)).toBe(host));

  test.each([
    undefined,
    '',
    ' ',
    'a b',
    'a/b',
    'a@b',
    'a:',
    'a:b',
    'a:1:2',
    'a:123456',
    '::1',
    '[::1',
    'bücher.example',
    'ｌocalhost',
    'a_b',
    'localhost\n',
    'localhost\u0000',
    'a,b',
    'a'.repeat(254),
  ])('%j is no host name', (header) => expect(hostName(header)).toBeUndefined());
});
