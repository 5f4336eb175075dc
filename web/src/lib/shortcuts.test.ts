import { expect, test } from 'vitest';
import { hasShortcuts } from './shortcuts.ts';

test('single-character shortcuts work unless the profile turned them off', () => {
  const stored = { id: null, user_id: null, category: 'UI', client_data: null } as const;
  expect(hasShortcuts({ settings: [] })).toBe(true);
  for (const value of [true, false])
    expect(hasShortcuts({ settings: [{ ...stored, name: 'Shortcuts', value }] })).toBe(value);
});
