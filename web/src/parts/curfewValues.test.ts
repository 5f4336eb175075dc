import { expect, test } from 'vitest';
import { curfewRules, toCurfew, toCurfewValues } from './curfewValues.ts';

test('a time typed without a colon is a valid curfew', () => {
  const typed = { ...toCurfewValues(null), kind: 'time' as const, time: ' 2000' };
  expect(curfewRules.safeParse(typed).success).toBe(true);
  expect(toCurfew(typed)).toBe('20:00');
  expect(curfewRules.safeParse({ ...typed, time: '2060' }).error?.issues[0]?.path).toEqual(['time']);
});
