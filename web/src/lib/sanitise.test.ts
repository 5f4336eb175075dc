import { describe, expect, test } from 'vitest';
import { firstChange, sanitise, sanitiseText } from './sanitise.ts';

describe('sanitiseText', () => {
  test.each([
    ['  Northgate  ', 'Northgate'],
    ['<b>bold</b> name', 'bold name'],
    ['a < b', 'a  b'],
    ['x & y | z; $5 `q` >', 'x  y  z 5 q'],
    ['=1+1', "'=1+1"],
    ['+44', "'+44"],
    ['-5', "'-5"],
    ['@home', "'@home"],
    ['<=1', "'=1"],
    ['<b>=1</b>', "'=1"],
    ['5-4', '5-4'],
    ['', ''],
    ['鍵の管理', '鍵の管理'],
    ['like:*x*', 'like:*x*'],
    ['<<b>script>', 'script'],
  ])('%j becomes %j', (text, expected) => {
    expect(sanitiseText(text)).toBe(expected);
  });

  test('is idempotent', () => {
    for (const text of ['<i>-a</i>', '&=b', ' <>+ c', "'=d"]) {
      expect(sanitiseText(sanitiseText(text))).toBe(sanitiseText(text));
    }
  });
});

describe('sanitise', () => {
  test('reaches every depth and passes numbers, booleans and null', () => {
    const body = { name: ' a ', tags: [{ values: ['<b>x</b>'], order: 1 }], info: { dual_auth: true }, email: null };
    expect(sanitise(body)).toEqual({
      name: 'a',
      tags: [{ values: ['x'], order: 1 }],
      info: { dual_auth: true },
      email: null,
    });
  });

  test('leaves the names of chosen groups and locations unchanged, and cleans texts', () => {
    const tags = [
      { tagId: 'a', type: 1, values: ['Toys & Games', '=1'] },
      { tagId: 'b', type: 0, values: ['Toys & Games', '=1'] },
    ];
    expect(sanitise({ tags })).toEqual({
      tags: [
        { tagId: 'a', type: 1, values: ['Toys & Games', '=1'] },
        { tagId: 'b', type: 0, values: ['Toys  Games', "'=1"] },
      ],
    });
    const change = { kind: 'tag', tagId: 'a', give: ['R&D'], take: ['@home'] };
    expect(sanitise({ change })).toEqual({ change });
  });

  test('leaves secrets and opaque values unchanged', () => {
    const secrets = {
      password: ' <&>; ',
      newPassword: '=1',
      confirmPassword: '$',
      confirmationPassword: '`',
      isPasswordTemporary: true,
      temporaryPassword: '-a',
      token: '+',
      queryToken: '@',
      code: '-a|b',
      state: '=x',
      session_state: ';',
      cursor: '-_',
    };
    expect(sanitise(secrets)).toEqual(secrets);
  });

  test('leaves the parts of a logo unchanged, also one that begins with a plus sign', () => {
    const body = { logo: ['iVBORw0KGgo', '+/v7+w=='] };
    expect(sanitise(body)).toEqual(body);
  });

  test('keeps a stored text that identifies a value, and cleans the new one next to it', () => {
    const values = [{ oldValue: 'A & B', newValue: 'A & C' }];
    expect(sanitise({ values })).toEqual({ values: [{ oldValue: 'A & B', newValue: 'A  C' }] });
    expect(firstChange({ values: [{ oldValue: 'A & B', newValue: 'A + C' }] })).toBeNull();
  });
});

describe('firstChange', () => {
  test('returns the first change, ignoring surrounding space', () => {
    expect(firstChange({ name: ' a ', password: '<' })).toBeNull();
    expect(firstChange({ name: 'ok', tags: [{ values: ['a & b'] }] })).toEqual({ from: 'a & b', to: 'a  b' });
  });
});
