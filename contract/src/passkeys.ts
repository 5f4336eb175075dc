import { z } from 'zod';
import { passwordForm } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { base64url, id, idParams, instant, line, text } from './text.ts';

const encoded = base64url(limits.token);

/** The browser's response for a new passkey (WebAuthn Level 3, RegistrationResponseJSON). */
export const registrationResponse = z.object({
  id: encoded,
  rawId: encoded,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: encoded,
    attestationObject: base64url(limits.settingBytes),
    transports: z
      .array(text(32).regex(/^[a-z-]+$/))
      .max(limits.passkeys)
      .optional(),
  }),
});

const name = line(limits.tagValue, { required: 'required', tooLong: 'tooLong' });
/** Options for creating a passkey (WebAuthn Level 3, PublicKeyCredentialCreationOptionsJSON). */
const creationOptions = z.looseObject({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
});

const passkey = z.object({
  id,
  name: z.string(),
  /** Made to sign in without the password; any other passkey is requested after the password. */
  alone: z.boolean(),
  created_at: instant,
  last_used_at: instant.nullable(),
});
export type Passkey = z.infer<typeof passkey>;
const recoveryCodes = z.array(z.string());

/** A profile's own second factor: passkeys, and recovery codes as a fallback. */
export const passkeys = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/me/passkeys',
    summary: 'One’s own passkeys, how many recovery codes are left, and whether one’s passkeys may sign in alone.',
    needs: 'session',
    reply: z.object({ data: z.array(passkey), recovery_codes: z.int(), may_be_alone: z.boolean() }),
  }),
  options: endpoint({
    method: 'POST',
    path: '/api/v1/me/passkeys/options',
    repeatable: true,
    summary: 'Begin to add a passkey; asks for the password again. The answer is for the browser’s WebAuthn.',
    needs: 'session',
    // alone: the passkey will sign in without the password
    body: z.object({ ...passwordForm.shape, alone: z.boolean().optional() }),
    reply: z.object({ data: creationOptions }),
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/v1/me/passkeys',
    summary: 'Add a passkey. With the first one come recovery codes, which are shown this once.',
    needs: 'session',
    body: z.object({ name, response: registrationResponse }),
    reply: z.object({ data: z.object({ recoveryCodes: recoveryCodes.optional() }) }),
    secret: true,
    status: 201,
  }),
  rename: endpoint({
    method: 'PATCH',
    path: '/api/v1/me/passkeys/:id',
    summary: 'Rename a passkey.',
    needs: 'session',
    params: idParams,
    body: z.object({ name }),
  }),
  remove: endpoint({
    method: 'POST',
    path: '/api/v1/me/passkeys/:id/remove',
    summary: 'Remove a passkey; asks for the password again. Recovery codes go with the last one.',
    needs: 'session',
    params: idParams,
    body: z.object(passwordForm.shape),
  }),
  newRecoveryCodes: endpoint({
    method: 'POST',
    path: '/api/v1/me/recovery-codes',
    summary: 'New recovery codes instead of the old ones; asks for the password again.',
    needs: 'session',
    body: z.object(passwordForm.shape),
    reply: z.object({ data: z.object({ recoveryCodes }) }),
    secret: true,
  }),
};
