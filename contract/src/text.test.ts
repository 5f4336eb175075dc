import { expect, test } from 'vitest';
import { z } from 'zod';
import { endpoints } from './endpoints.ts';
import { profileId } from './auth.ts';
import { digitsOf } from './characters.ts';
import { textTagValue } from './devices.ts';
import { inviteEmail } from './invitations.ts';
import { profileEmail } from './profiles.ts';
import { json, line, text } from './text.ts';

/** The parts of zod's schema description needed to find texts. */
type Node = { def: Record<string, unknown> & { type: string } };
type Check = { def: { abort?: boolean } };
const isNode = (value: unknown): value is Node => value instanceof z.ZodType;

/** Every text schema of an input schema; enums need no other bound. */
function* textsOf(node: Node, at: string, seen = new Set<Node>()): Generator<[string, Node]> {
  if (seen.has(node)) return;
  seen.add(node);
  const { def } = node;
  const inner = (value: unknown, name = ''): Generator<[string, Node]> | [] =>
    isNode(value) ? textsOf(value, at + name, seen) : [];
  switch (def.type) {
    case 'string':
    case 'template_literal':
    case 'unknown':
    case 'any':
      yield [at, node];
      return;
    case 'object':
      for (const [key, value] of Object.entries(def['shape'] as object)) yield* inner(value, `.${key}`);
      yield* inner(def['catchall'], '.*');
      return;
    case 'pipe':
      // the output of the first schema was validated there
      yield* inner(def['in']);
      return;
    case 'record':
      yield* inner(def['keyType'], '.(key)');
      yield* inner(def['valueType'], '.*');
      return;
    case 'lazy':
      yield* inner((def['getter'] as () => unknown)());
      return;
    case 'array':
      yield* inner(def['element'], '[]');
      return;
    case 'union':
    case 'tuple':
      for (const value of (def['options'] ?? def['items']) as unknown[]) yield* inner(value);
      return;
    case 'intersection':
      yield* inner(def['left']);
      yield* inner(def['right']);
      return;
    case 'optional':
    case 'nullable':
    case 'nonoptional':
    case 'default':
      yield* inner(def['innerType']);
      return;
    case 'enum':
    case 'literal':
    case 'boolean':
    case 'number':
    case 'null':
      return;
    default:
      throw new Error(`${at}: this walk does not know what a ${def.type} takes`);
  }
}

const inputs = Object.entries(endpoints).flatMap(([name, { params, query, body }]) =>
  Object.entries({ params, query, body }).flatMap(([part, schema]) =>
    isNode(schema) ? [...textsOf(schema, `${name} ${part}`)] : [],
  ),
);

/** Why a text of this schema can be read before its length is checked; undefined if it cannot. */
function unbounded(node: Node): string | undefined {
  const [first] = (node.def['checks'] ?? []) as Check[];
  const schema = node as unknown as z.ZodType;
  const max = z.globalRegistry.get(schema)?.['maxLength'];
  if (typeof max !== 'number' || max > 20_000) return 'has no bound';
  if (first?.def.abort !== true) return 'goes on after its first check';
  // combining marks stand apart from what they are counted with in UTF-16, emoji do not
  const tooLong = schema.safeParse('🔒'.repeat(2 * max + 1));
  if (tooLong.success || tooLong.error.issues.length !== 1) return 'is judged by more than its bound';
  return undefined;
}

test('every text input is bounded in code points before anything else reads it', () => {
  expect(inputs.length).toBeGreaterThan(80);
  const wrong = inputs.flatMap(([at, node]) => {
    const why = unbounded(node);
    return why === undefined ? [] : [`${at} ${why}`];
  });
  expect(wrong).toEqual([]);
});

test('a bound counts code points and refuses one more', () => {
  const four = text(4);
  expect(four.safeParse('🔒🔒🔒🔒').success).toBe(true);
  expect(four.safeParse('🔒🔒🔒🔒🔒').error?.issues[0]?.message).toBe('tooLong');
  expect(four.safeParse('abcde').success).toBe(false);
});

test('surrounding space does not count, unless there is more of it than the limit', () => {
  const three = line(3, { required: 'required', tooLong: 'tooLong' });
  expect(three.parse(' abc ')).toBe('abc');
  expect(three.safeParse('abcd').error?.issues[0]?.message).toBe('tooLong');
  expect(three.safeParse('   abc   ').success).toBe(false);
  expect(three.safeParse('   ').error?.issues[0]?.message).toBe('required');
});

test('checks after a line read only text within its limit', () => {
  const read: string[] = [];
  const schema = line(3, { required: 'required', tooLong: 'tooLong' }).refine((s) => read.push(s) > 0);
  for (const sent of ['abcd', 'abcdefg', 'abc']) schema.safeParse(sent);
  expect(read).toEqual(['abc']);
});

test('JSON of any shape is bounded in its texts and keys', () => {
  const any = json(3);
  expect(any.parse({ a: [1, true, null, 'abc'] })).toEqual({ a: [1, true, null, 'abc'] });
  for (const sent of ['abcd', { a: ['abcd'] }, { abcd: 1 }]) expect(any.safeParse(sent).success).toBe(false);
});

const name = line(60, { required: 'required', tooLong: 'tooLong' });
const taken = (s: string) => ({
  name: name.safeParse(s).success,
  textTag: textTagValue.safeParse(s).success,
  profileId: profileId.safeParse(s.replaceAll(' ', '')).success,
});
/** Why an address with this text is refused for a profile and for an invitation; null: it is accepted. */
const addresses = (s: string) =>
  [profileEmail, inviteEmail].map((email) => {
    const parsed = email.safeParse(`${s.replaceAll(' ', '')}@demo.example`);
    return parsed.success ? null : parsed.error.issues[0]?.message;
  });

test.each([
  '\u00ad',
  '\u034f',
  '\u061c',
  '\u115f',
  '\u1160',
  '\u17b4',
  '\u180b',
  '\u180e',
  '\u200b',
  '\u200c',
  '\u200d',
  '\u2028',
  '\u2029',
  '\u2061',
  '\u2064',
  '\u206a',
  '\u3164',
  '\ufe0f',
  '\uffa0',
  '\ufff9',
  '\u0085',
  '\u{1d173}',
  '\u{e0041}',
  '\u{e0100}',
])('text with %j is invisible, so a name, a text tag and an address refuse it', (unseen) => {
  expect(taken(`ad${unseen}min`)).toEqual({ name: false, textTag: false, profileId: false });
  expect(addresses(`ad${unseen}min`)).toEqual(['invalidCharacters', 'invalidCharacters']);
});

test.each([
  ['an Indic conjunct', 'क्\u200dष', true],
  ['a Sinhala conjunct', 'ශ්\u200dරී', true],
  ['a Persian word', 'می\u200cخواهم', true],
  ['a family', '👨\u200d👩\u200d👧', false],
  ['a heart', '❤\ufe0f', false],
  ['a key', '1\ufe0f\u20e3', false],
  ['a variant of a Han character', '葛\u{e0100}城', false],
  ['accents', 'Zoë Nguyễn', true],
  ['Hangul', '김민준', true],
])('%s is kept in a name and in a text tag; a profile ID and an address treat it alike', (_what, given, plain) => {
  expect(taken(given)).toEqual({ name: true, textTag: true, profileId: plain });
  expect(addresses(given)).toEqual(plain ? [null, null] : ['invalidCharacters', 'invalidCharacters']);
});

test('the digits of a typed text are found, in full width as well', () => {
  expect(digitsOf('１２３-456 ')).toBe('123456');
  expect(digitsOf('code ०')).toBe('');
});
