/**
 * The clean-up of everything a person sends (specification, part 1, section 5): strings trimmed, HTML tags stripped,
 * & | ; $ < > and backtick removed, a leading = + - or @ defused with an apostrophe. Numbers and booleans pass.
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
/** Is it a field for a password or a token, by its name? */
export const isSecretField = (name: string): boolean => secret.includes(name);
const untouched = new Set([
  ...secret,
  // opaque to us: one changed character would break them
  'code',
  'state',
  'session_state',
  'response',
  'cursor',
  // names what is stored, also where an import or a script stored what a form would have cleaned
  'oldValue',
]);

export function sanitiseText(text: string): string {
  const bare = text
    .trim()
    .replace(/<[^<>]*>/g, '')
    .replace(/[&|;$<>`]/g, '')
    .trim();
  return /^[=+\-@]/.test(bare) ? `'${bare}` : bare;
}

/** Cleans a body or a query at every depth; the shape stays, and so do the fields that are exempt by name. */
export function sanitise<T>(value: T): T {
  // the shape is kept value by value, which the type system cannot see
  return clean(value) as T;
}

function clean(value: unknown): unknown {
  if (typeof value === 'string') return sanitiseText(value);
  if (Array.isArray(value)) return value.map(clean);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, untouched.has(key) ? part : clean(part)]));
}

/**
 * The first text in a form that cleaning would change by more than surrounding space, with what it would become, so
 * that a form can say so before sending. Null when nothing would change.
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
