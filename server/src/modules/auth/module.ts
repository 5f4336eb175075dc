import type { Module } from '#core/module.ts';
import { authRoutes } from './routes.ts';

export const authModule = {
  routes: authRoutes,
  // the session ended during the confirmation
  constraints: { confirmation_session: { code: 'sessionExpired' } },
} satisfies Module;
