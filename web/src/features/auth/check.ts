import { late } from '#lib/persist.ts';
import { firstChange } from '#lib/sanitise.ts';
import type { form } from '@keyward/contract/texts/en/form';

export type MessageKey = keyof typeof form;

/** The schemas weigh more than the page, so they load once, when typing starts. */
export const loadSchemas = late(() => import('@keyward/contract/auth'));

/**
 * The text key of the fault in a profile ID; null when there is none. An ID that the sanitiser (`lib/sanitise.ts`)
 * would alter is refused, because it would look up another profile.
 */
export async function checkUsername(username: string): Promise<MessageKey | null> {
  const { usernameForm } = await loadSchemas();
  if (firstChange(username)) return 'usernameInvalid';
  return firstMessage(usernameForm.safeParse({ username }));
}

export async function checkPassword(password: string): Promise<MessageKey | null> {
  const { passwordForm } = await loadSchemas();
  return firstMessage(passwordForm.safeParse({ password }));
}

const known = [
  'usernameRequired',
  'usernameInvalid',
  'passwordRequired',
  'passwordInvalid',
  'invalidCharacters',
] as const satisfies MessageKey[];

function firstMessage(result: { success: boolean; error?: { issues: { message: string }[] } }): MessageKey | null {
  if (result.success) return null;
  const message = result.error?.issues[0]?.message;
  return known.find((key) => key === message) ?? 'invalid';
}
