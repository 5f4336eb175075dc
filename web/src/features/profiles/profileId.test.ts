import { profileCreate } from '@keyward/contract/profiles';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstChange } from '#lib/sanitise.ts';

const { username } = profileCreate.shape;

test('a valid profile ID of a new profile reaches sign-in exactly as typed', () => {
  const unit = fc.constantFrom(
    'a',
    '7',
    'é',
    '山',
    '.',
    '_',
    '*',
    '=',
    '+',
    '-',
    '@',
    '|',
    '$',
    '`',
    '&',
    ';',
    '<',
    ' ',
  );
  let taken = 0;
  fc.assert(
    fc.property(fc.string({ unit, minLength: 1, maxLength: 5 }), (text) => {
      const id = username.safeParse(text);
      if (!id.success) return;
      taken++;
      expect(firstChange(id.data)).toBeNull();
    }),
    { numRuns: 2000 },
  );
  expect(taken).toBeGreaterThan(50);
});

test.each(['=1', '+1', '-1', '@a', 'a|b', 'a$b', 'a`b'])('%s is refused, since sign-in would change it', (text) => {
  expect(firstChange(text)).not.toBeNull();
  expect(username.safeParse(text).error?.issues[0]?.message).toBe('usernameChangedOnTheWay');
});

test.each(['a-b', 'a+b', 'a=b', 'ann@shop.example'])('%s is accepted', (text) => {
  expect(username.safeParse(text).data).toBe(text);
});
