import { expect, test } from 'vitest';
import { devices } from '#texts/en/devices.ts';
import { textKey } from './textKey.ts';

test('a type name becomes a key without dots, which keys of texts cannot have', () => {
  expect(textKey('padlock (in/outdoor)')).toBe('padlock_in_outdoor');
  expect(Object.hasOwn(devices.types, textKey('ir padlock 2.0'))).toBe(true);
});
