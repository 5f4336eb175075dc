import type { Module } from '#core/module.ts';
import { passkeyRoutes } from './routes.ts';

export const passkeysModule = {
  routes: passkeyRoutes,
  constraints: {
    passkey_unique: { code: 'passkeyNotValid' },
    confirmation_challenge_session: { code: 'sessionExpired' },
  },
  mails: { passkeyAdded: null, passkeyAloneAdded: null, passkeyRemoved: null },
} satisfies Module;
