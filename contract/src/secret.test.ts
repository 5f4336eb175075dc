import { expect, test } from 'vitest';
import { z } from 'zod';
import { endpoints } from './endpoints.ts';

/** Names of fields that hold a secret, by any part of them. */
const secretive = /token|secret|password|(^|_)pin|Pin$|recovery|secondFactor|(^|_)link$|Link$|otp|verifier|^codes?$/;
/** What only looks like one. */
const harmless = new Set(['idPin', 'isPasswordTemporary', 'recovery_codes']);

/** The names of all fields of a schema, however deep. */
function fieldsOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const own = 'properties' in schema && schema.properties ? Object.keys(schema.properties) : [];
  return [...own, ...Object.values(schema).flatMap(fieldsOf)];
}
const secretsOf = (reply: z.ZodType | undefined) =>
  reply
    ? fieldsOf(z.toJSONSchema(reply, { io: 'output', unrepresentable: 'any' })).filter(
        (name) => secretive.test(name) && !harmless.has(name),
      )
    : [];

test('an endpoint whose reply has a field named like a secret is marked as secret', () => {
  const open = Object.entries(endpoints).flatMap(([name, spec]) =>
    spec.secret ? [] : secretsOf(spec.reply).map((field) => `${name}: ${field}`),
  );
  expect(open).toEqual([]);
});

test('finds the secrets that the contract is known to have', () => {
  for (const name of ['auth.login', 'devices.issueToken', 'passkeys.add', 'passkeys.newRecoveryCodes'])
    expect([name, secretsOf(endpoints[name]?.reply)]).not.toEqual([name, []]);
});
