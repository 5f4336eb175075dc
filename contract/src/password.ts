import { z } from 'zod';
import { mobileApps } from './apps.ts';
import { passwordForm } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { codePoints } from './characters.ts';
import { cleanText, text } from './text.ts';

/** The live checklist of a new password. Specification, part 1, section 5. */
export type PasswordChecks = {
  /** At least 8 characters. */
  length: boolean;
  /** Upper and lower case. */
  cases: boolean;
  digit: boolean;
  /** Anything that is not a letter, number or space. */
  symbol: boolean;
  /** The confirmation matches and is not empty. */
  match: boolean;
};

/** The fulfilled items of the checklist, for both sides. Nothing is trimmed. */
export function passwordChecks(password: string, confirmation: string): PasswordChecks {
  return {
    length: codePoints(password) >= limits.passwordMin,
    cases: /\p{Lu}/u.test(password) && /\p{Ll}/u.test(password),
    digit: /\p{Nd}/u.test(password),
    symbol: /[^\p{L}\p{M}\p{N}\s]/u.test(password),
    match: password !== '' && password === confirmation,
  };
}

/** 256 random bits in hexadecimal. Other formats were never issued and are treated as unknown. */
const token = text(limits.token);
const password = text(limits.passwordMax, 'passwordInvalid');
export const newPassword = password
  .refine((s) => s.isWellFormed(), { error: 'passwordInvalid' })
  .refine((s) => Object.values(passwordChecks(s, s)).every(Boolean), { error: 'passwordTooWeak' });

/** The form of /set-password. */
export const newPasswordForm = z
  .object({ password: newPassword, confirmationPassword: password.min(1, { error: 'confirmationRequired' }) })
  .refine((form) => form.password === form.confirmationPassword, {
    error: 'confirmationDiffers',
    path: ['confirmationPassword'],
  });
/** The form of the settings: the current password, and the new one twice. */
const ownPasswordForm = z
  .object({
    ...passwordForm.shape,
    newPassword,
    confirmationPassword: password.min(1, { error: 'confirmationRequired' }),
  })
  .refine((form) => form.newPassword === form.confirmationPassword, {
    error: 'confirmationDiffers',
    path: ['confirmationPassword'],
  });

/** Accepts both spellings of the fields. */
const setPasswordBody = z
  .object({
    token: token.optional(),
    queryToken: token.optional(),
    password: password.optional(),
    newPassword: password.optional(),
    confirmationPassword: password.optional(),
    confirmPassword: password.optional(),
  })
  .transform((body) => ({
    token: body.token ?? body.queryToken,
    password: body.password ?? body.newPassword,
    confirmationPassword: body.confirmationPassword ?? body.confirmPassword,
  }))
  .pipe(z.intersection(z.object({ token }), newPasswordForm));

const tokenUser = z.object({
  /** The owner of the token; null if it is not valid. */
  email: z.string().nullable(),
  username: z.string().nullable(),
  isValid: z.boolean(),
});

export const resetSubmitted = 'Request submitted';

export const passwords = {
  sendReset: endpoint({
    method: 'POST',
    path: '/api/v1/users/send-reset',
    summary: 'Ask for a link to set a new password. The answer is the same for every name.',
    needs: 'public',
    body: z.object({
      username: cleanText(limits.profileId, 'profileIdTooLong').refine((s) => s.trim() !== '', {
        error: 'usernameRequired',
      }),
    }),
    reply: z.object({ message: z.literal(resetSubmitted) }),
  }),
  verifyToken: endpoint({
    method: 'POST',
    path: '/api/v1/users/verify-token',
    summary: 'Is a link to set a password still good, and for whom? Does not use it up.',
    needs: 'public',
    body: z.object({ token }),
    reply: z.object({ data: tokenUser }),
  }),
  set: endpoint({
    method: 'POST',
    path: '/api/v1/users/set-password',
    summary: 'Set a password with the token of a link or of a temporary password. Ends every session of the person.',
    needs: 'public',
    bodyLimit: limits.signInBytes,
    body: setPasswordBody,
    reply: z.object({ data: z.object({ mobileApps: mobileApps.optional() }) }),
  }),
  changeOwn: endpoint({
    method: 'POST',
    path: '/api/v1/me/password',
    summary: 'Change one’s own password; asks for the present one. Ends every other session of the person.',
    needs: 'session',
    body: ownPasswordForm,
  }),
};
