// Hostile values.

import { nightly } from '#testing/nightly.ts';

/** A deterministic random choice: the same seed gives the same requests. */
export function randomChoice(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T; // lists are not empty
  return { next, pick, some: <T>(list: readonly T[], n: number): T[] => Array.from({ length: n }, () => pick(list)) };
}
export const seed = Number(process.env.KEYWARD_SEED ?? 20_261_120);
/** Requests to one call. */
export const maxRequests = nightly ? 1000 : 80;

const long = (n: number) => 'a'.repeat(n);
/** Texts: well-formed and not, short and long, in the syntax of every possible interpreter. */
export const texts: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'a\udfff',
  '\u202eevil',
  '\u200b',
  'e\u0301\u0327'.repeat(40),
  '\u0007\u001b[31m',
  'line\r\nSet-Cookie: a=b',
  '*',
  'All',
  '%',
  '_',
  '\\',
  "'",
  '"',
  "' or '1'='1",
  "'; drop table device; --",
  '$1',
  '${7*7}',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '=cmd|calc!A1',
  '../../../../etc/passwd',
  'file:///etc/passwd',
  'null',
  'true',
  '__proto__',
  'constructor',
  '00000000-0000-0000-0000-000000000000',
  '2026-13-45T99:99:99Z',
  '0000-01-01T00:00:00Z',
  '+275760-09-13T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  '1e3',
  '-1',
  '０',
  'ﷺ'.repeat(18),
  '🔒'.repeat(64),
  'ẞİıſ',
  long(64),
  long(65),
  long(201),
  long(10_000),
];
/** Values of other types. */
export const otherTypes: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  0.5,
  -0,
  256,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  1e308,
  [],
  [[]],
  ['x'],
  [null],
  {},
  { a: 1 },
  { length: 1 },
  { toString: 'x' },
  { $ne: null },
  Array.from({ length: 1001 }, () => 'x'),
  Object.fromEntries(Array.from({ length: 41 }, (_, i) => [`k${i}`, i])),
];
/** Names that might bind to hidden columns. */
export const protectedNames = [
  'id',
  'tenant_id',
  'tenantId',
  'version',
  'is_keyward_admin',
  'isKeywardAdmin',
  'roles',
  'permissions',
  'password_hash',
  'disabled',
  'created_at',
  'updated_by',
  'state',
  'device_type_id',
  'location_value_id',
  'controller_id',
  'security_status',
  'prototype',
];
/** JSON that parsers disagree on, or that costs more than its size. */
export const rawBodies: readonly string[] = [
  '',
  ' ',
  'null',
  'true',
  '0',
  '"text"',
  '[]',
  '{}',
  '{',
  '{"name":"a","name":"b","serial_number":"3A10000000000FF1","tags":[]}',
  '{"name":"a","\\u006eame":"b"}',
  '{"__proto__":{"name":"a"}}',
  '{"constructor":{"prototype":{"name":"a"}}}',
  '['.repeat(10_000),
  '['.repeat(5000) + ']'.repeat(5000),
  `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`,
  '{"name":NaN}',
  '{"name":1e999,"reports":1e999,"username":1e999}',
  '{"name":-1e999}',
  '{"name":"\\ud800"}',
  '{"name":"\\u0000"}',
  '\ufeff{}',
  '{} {}',
  'a=b&c=d',
  '<xml/>',
  '{"reports":[{"serial":"9F40000000000001","state":{"a":1,"a":2}}]}',
  `{"name":"${'x'.repeat(900_000)}"}`,
  `{"tags":[${'{},'.repeat(100_000)}{}]}`,
];
