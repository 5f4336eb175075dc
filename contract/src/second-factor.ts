import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { base64url, text } from './text.ts';

const encoded = base64url(limits.token);
/** From the response to a correct password; valid for five minutes and one sign-in. */
const token = text(limits.token);

/** The browser's response of a passkey (WebAuthn Level 3, AuthenticationResponseJSON). */
export const authenticationResponse = z.object({
  id: encoded,
  rawId: encoded,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: encoded,
    authenticatorData: encoded,
    signature: encoded,
    userHandle: encoded.optional(),
  }),
});

const signedIn = z.object({ data: z.object({ isAuthenticated: z.literal(true) }) });

/** The sign-in step after the password, for a profile with a passkey. */
export const secondFactor = {
  options: endpoint({
    method: 'POST',
    path: '/api/v1/login/passkey/options',
    summary: 'What a passkey has to sign; for the browser’s WebAuthn.',
    needs: 'public',
    body: z.object({ token }),
    reply: z.object({ data: z.looseObject({ challenge: z.string() }) }),
  }),
  passkey: endpoint({
    method: 'POST',
    path: '/api/v1/login/passkey',
    summary: 'End a sign-in with a passkey; sets the session cookie.',
    needs: 'public',
    bodyLimit: limits.signInBytes,
    body: z.object({ token, response: authenticationResponse }),
    reply: signedIn,
  }),
  recoveryCode: endpoint({
    method: 'POST',
    path: '/api/v1/login/recovery-code',
    summary: 'End a sign-in with a recovery code, which is used up; sets the session cookie.',
    needs: 'public',
    body: z.object({ token, code: text(limits.token) }),
    reply: signedIn,
  }),
};
