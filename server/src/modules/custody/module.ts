import type { Module } from '#core/module.ts';
import { custodyRoutes } from './routes.ts';

export const custodyModule = {
  routes: custodyRoutes,
  mails: { keyReminder: null },
} satisfies Module;
