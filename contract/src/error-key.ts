/** Codes that say who changed a row. They have a second text, for a row where that is not known. */
const namingCodes = ['changedSince', 'conflict'] as const;
export type UnknownKey = `${(typeof namingCodes)[number]}Unknown`;

/** The key of a refusal's text: `{code}Unknown` where the code says who changed a row and `by` is empty. */
export function errorKey<Code extends string>(
  code: Code,
  { by }: { readonly by?: string | number },
): Code | UnknownKey {
  const naming = by === '' ? namingCodes.find((one) => one === code) : undefined;
  return naming ? `${naming}Unknown` : code;
}
