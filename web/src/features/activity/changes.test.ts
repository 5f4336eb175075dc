import { expect, test } from 'vitest';
import { attributeName } from './changes.ts';

test("only a leading 'tags.' is left out", () => {
  expect(attributeName('tags.Department')).toBe('Department');
  expect(attributeName('tags.tags.x')).toBe('tags.x');
  expect(attributeName('permissions - devices - DEVICES')).toBe('permissions - devices - DEVICES');
});
