import { z } from 'zod';
import { passwordForm, providerAnswer } from './auth.ts';
import { confirmActs } from './confirm-acts.ts';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { authenticationResponse } from './second-factor.ts';

const act = z.enum(confirmActs);
const confirmWays = ['password', 'passkey', 'provider'] as const;
export type ConfirmWay = (typeof confirmWays)[number];

/**
 * Confirming again before a sensitive act. A confirmation is valid for one session and one act, for `confirmMinutes`.
 * Without one, an endpoint that declares `confirm` answers 403 `confirmAgain`, with the act in `params`.
 */
export const confirm = {
  ways: endpoint({
    method: 'GET',
    path: '/api/v1/confirm',
    summary: 'How the caller can confirm that it is them: empty in a support session and without any way.',
    needs: 'session',
    reply: z.object({ data: z.object({ ways: z.array(z.enum(confirmWays)) }) }),
  }),
  password: endpoint({
    method: 'POST',
    path: '/api/v1/confirm',
    summary: 'Confirm an act with the password; attempts are limited as at sign-in.',
    needs: 'session',
    repeatable: true,
    body: z.object({ act, ...passwordForm.shape }),
  }),
  passkeyOptions: endpoint({
    method: 'POST',
    path: '/api/v1/confirm/passkey/options',
    summary: 'What a passkey has to sign to confirm an act; for the browser’s WebAuthn.',
    needs: 'session',
    repeatable: true,
    body: z.object({ act }),
    reply: z.object({ data: z.looseObject({ challenge: z.string() }) }),
  }),
  passkey: endpoint({
    method: 'POST',
    path: '/api/v1/confirm/passkey',
    summary: 'Confirm an act with a passkey that verified its user.',
    needs: 'session',
    repeatable: true,
    bodyLimit: limits.signInBytes,
    body: z.object({ act, response: authenticationResponse }),
  }),
  startProvider: endpoint({
    method: 'POST',
    path: '/api/v1/confirm/provider/start',
    summary: 'Where to sign in again at the tenant’s identity provider to confirm an act.',
    needs: 'session',
    repeatable: true,
    body: z.object({ act }),
    reply: z.object({ data: z.object({ url: z.url() }) }),
  }),
  provider: endpoint({
    method: 'POST',
    path: '/api/v1/confirm/provider',
    summary: 'Confirm the act of that start with what the identity provider sent back.',
    needs: 'session',
    repeatable: true,
    bodyLimit: limits.signInBytes,
    body: providerAnswer,
    reply: z.object({ data: z.object({ act }) }),
  }),
};
