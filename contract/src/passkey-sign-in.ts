import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { authenticationResponse } from './second-factor.ts';

/** Sign-in with a passkey alone, without profile ID and password, where the operator lets the tenant do so. */
export const passkeySignIn = {
  options: endpoint({
    method: 'POST',
    path: '/api/v1/login/passkey-alone/options',
    summary:
      'What a passkey has to sign to sign in alone; for the browser’s WebAuthn. Names no credential, and sets a cookie for five minutes.',
    needs: 'public',
    reply: z.object({ data: z.looseObject({ challenge: z.string() }) }),
  }),
  signIn: endpoint({
    method: 'POST',
    path: '/api/v1/login/passkey-alone',
    summary: 'Sign in with a passkey alone; sets the session cookie.',
    needs: 'public',
    bodyLimit: limits.signInBytes,
    body: z.object({ response: authenticationResponse }),
    secret: true,
    reply: z.object({ data: z.object({ passwordResetToken: z.string().optional() }) }),
  }),
};
