import type { Module } from '#core/module.ts';
import { organizationRoutes } from './routes.ts';

export const organizationModule = {
  routes: organizationRoutes,
  mails: { protectionWeakened: null },
} satisfies Module;
