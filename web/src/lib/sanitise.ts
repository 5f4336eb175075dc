import type { tagTypes } from '@keyward/contract/groups';

/** Only a type is imported: the first page has no schemas. */
const group: (typeof tagTypes)['group'] = 1;

/**
 * Sanitises everything that a user sends (specification, part 1, section 5): trims strings, strips HTML tags, removes &
 * | ; $ < > and backtick, and prefixes a leading = + - or @ with an apostrophe. Numbers and booleans pass.
 */
const secret = [
  'password',
  'newPassword',
  'confirmPassword',
  'confirmationPassword',
  'isPasswordTemporary',
  'temporaryPassword',
  'token',
  'queryToken',
];
/** Is this the name of a field that holds a password or a token? */
export const isSecretField = (name: string): boolean => secret.includes(name);
const untouched = new Set([
  ...secret,
  // opaque to the portal: one changed character would break them
  'code',
  'state',
  'session_state',
  'response',
  'cursor',
  // base64, of which a part may begin with a plus sign
  'logo',
  // must match a stored value, which an import or a script may have stored without sanitising
  'oldValue',
  // chosen from stored values
  'give',
  'take',
]);

export function sanitiseText(text: string): string {
  const bare = text
    .trim()
    .replace(/<[^<>]*>/g, '')
    .replace(/[&|;$<>`]/g, '')
    .trim();
  return /^[=+\-@]/.test(bare) ? `'${bare}` : bare;
}

/** Sanitises a body or a query at any depth; keeps its shape and the fields that are exempt by name. */
export function sanitise<T>(value: T): T {
  // the shape is kept value by value, which TypeScript cannot infer
  return clean(value) as T;
}

/** Is this the assignment of a group or location, whose values are stored ones by name? */
const isChosen = (value: object): boolean => 'tagId' in value && 'type' in value && value.type === group;

function clean(value: unknown): unknown {
  if (typeof value === 'string') return sanitiseText(value);
  if (Array.isArray(value)) return value.map(clean);
  if (typeof value !== 'object' || value === null) return value;
  const chosen = isChosen(value);
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      key,
      untouched.has(key) || (chosen && key === 'values') ? part : clean(part),
    ]),
  );
}

/**
 * The first text in a form that sanitising would change by more than surrounding space, with the result, so that the
 * form can say so before sending. Null when nothing would change.
 */
export function firstChange(value: unknown, key = ''): { from: string; to: string } | null {
  if (untouched.has(key)) return null;
  if (typeof value === 'string') {
    const to = sanitiseText(value);
    return to === value.trim() ? null : { from: value.trim(), to };
  }
  if (typeof value !== 'object' || value === null) return null;
  for (const [name, part] of Object.entries(value)) {
    const change = firstChange(part, name);
    if (change) return change;
  }
  return null;
}
