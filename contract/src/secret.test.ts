import { expect, test } from 'vitest';
import { z } from 'zod';
import { endpoints } from './endpoints.ts';

/** Field names that suggest a secret. */
const secretive = /token|secret|password|(^|_)pin|Pin$|recovery|secondFactor|(^|_)link$|Link$|otp|verifier|^codes?$/;
/** Exceptions without a secret. */
const harmless = new Set(['idPin', 'isPasswordTemporary', 'recovery_codes', 'pin_set_at', 'pin_at_okms']);

/** A known word, such as the code of an error, is no secret. */
const isEnum = (schema: unknown) => typeof schema === 'object' && schema !== null && 'enum' in schema;

/** All field names of a schema, at any depth. */
function fieldsOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const own =
    'properties' in schema && schema.properties
      ? Object.entries(schema.properties).flatMap(([name, of]) => (isEnum(of) ? [] : [name]))
      : [];
  return [...own, ...Object.values(schema).flatMap(fieldsOf)];
}
const secretsOf = (reply: z.ZodType | undefined) =>
  reply
    ? fieldsOf(z.toJSONSchema(reply, { io: 'output', unrepresentable: 'any' })).filter(
        (name) => secretive.test(name) && !harmless.has(name),
      )
    : [];

test('an endpoint whose reply has a field with a secret’s name is marked as secret', () => {
  const open = Object.entries(endpoints).flatMap(([name, spec]) =>
    spec.secret ? [] : secretsOf(spec.reply).map((field) => `${name}: ${field}`),
  );
  expect(open).toEqual([]);
});

test('the check finds the known secrets of the contract', () => {
  for (const name of ['auth.login', 'devices.issueToken', 'passkeys.add', 'passkeys.newRecoveryCodes'])
    expect([name, secretsOf(endpoints[name]?.reply)]).not.toEqual([name, []]);
});
