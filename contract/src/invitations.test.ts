import { expect, test } from 'vitest';
import { inviteCreate } from './invitations.ts';
import { limits } from './limits.ts';

const key = '0198c0aa-0000-7000-8000-000000000001';
const parsed = (change: object) =>
  inviteCreate.safeParse({ email: 'guest@example.com', secure_key_ids: [key], notes: '', ...change });
const messages = (change: object) => parsed(change).error?.issues.map(({ message }) => message);
const address = (length: number) => `${'a'.repeat(length - 12)}@example.com`;

test('an address is required, of at most 254 characters, and valid', () => {
  expect(limits.email).toBe(254);
  expect(parsed({ email: address(254) }).success).toBe(true);
  expect(messages({ email: address(255) })).toEqual(['emailTooLong']);
  expect(messages({ email: '  ' })).toEqual(['inviteEmailRequired']);
  expect(messages({ email: 'guest' })).toEqual(['emailInvalid']);
});

test('instructions have at most 300 characters, however many bytes they are', () => {
  expect(parsed({ notes: '鍵'.repeat(300) }).success).toBe(true);
  expect(parsed({ notes: 'a'.repeat(301) }).success).toBe(false);
});

test('a repeated key counts once; at most 100 keys are allowed', () => {
  expect(parsed({ secure_key_ids: [key, key] }).data?.secure_key_ids).toEqual([key]);
  expect(parsed({ secure_key_ids: [] }).success).toBe(false);
  expect(parsed({ secure_key_ids: Array.from({ length: 101 }, () => key) }).success).toBe(false);
});
