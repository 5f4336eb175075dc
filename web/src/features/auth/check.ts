import { late } from '#lib/persist.ts';
import { firstChange } from '#lib/sanitise.ts';
import type { form } from '@keyward/contract/texts/en/form';

export type MessageKey = keyof typeof form;

/** The schemas weigh more than the page, so they come when somebody starts to type; once only. */
export const loadSchemas = late(() => import('@keyward/contract/auth'));

/**
 * What is wrong with a profile ID, as a text key; null when nothing is. One that would leave here as another
 * (`lib/sanitise.ts`) is none: it would ask for somebody else.
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
