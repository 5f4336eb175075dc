import { passwordChecks } from '@keyward/contract/password';
import { expect, test } from 'vitest';
import { generatePassword } from './generatePassword.ts';

test('generated passwords have 8 to 12 characters of all classes, and no two are equal', () => {
  const made = Array.from({ length: 2000 }, generatePassword);
  for (const password of made) {
    expect(password).toMatch(/^.{8,12}$/);
    expect(Object.values(passwordChecks(password, password)).every(Boolean), password).toBe(true);
    expect(password).not.toMatch(/[0O1lI]/);
  }
  expect(new Set(made).size).toBe(made.length);
  expect(new Set(made.map((p) => p.length))).toEqual(new Set([8, 9, 10, 11, 12]));
});
