import { clientSecrets } from '#core/auth/single-sign-on.ts';
import type { Module } from '#core/module.ts';
import { ssoRoutes } from './routes.ts';

export const ssoModule = {
  routes: ssoRoutes,
  sealed: [clientSecrets],
} satisfies Module;
