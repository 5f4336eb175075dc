import { expect, test } from 'vitest';
import { saidOfUses, stepText } from './progressWords.ts';

const used = { step: 'used', detail: '1' } as const;
const returned = { step: 'useReturned', detail: null } as const;

test('an invitation counts as unused only before its first use', () => {
  expect(saidOfUses({ uses: 0, count: 3, steps: [] })).toBe('notUsed');
  expect(saidOfUses({ uses: 1, count: 3, steps: [used] })).toBe('usesMade');
  // the use was returned
  expect(saidOfUses({ uses: 0, count: 3, steps: [used, returned] })).toBe('usesMade');
  // the used one of two keys was deleted with its device, or both were
  expect(saidOfUses({ uses: 0, count: 2, steps: [used] })).toBe('usesMade');
  expect(saidOfUses({ uses: 0, count: 0, steps: [used] })).toBeUndefined();
  expect(saidOfUses({ uses: 0, count: 0, steps: [] })).toBe('notUsed');
});

test('the use of a key that was deleted with its device is not counted against a limit', () => {
  expect(stepText(used, { count: 3 })).toBe('used');
  expect(stepText(used, undefined)).toBe('usedGone');
  expect(stepText(returned, undefined)).toBe('useReturned');
});

test('a mail server that said nothing is not quoted', () => {
  expect(stepText({ step: 'refused', detail: '550 No such user' }, undefined)).toBe('refused');
  expect(stepText({ step: 'refused', detail: null }, undefined)).toBe('refusedSilent');
  expect(stepText({ step: 'delayed', detail: null }, undefined)).toBe('delayedSilent');
});
