import type { Module } from '#core/module.ts';
import { ssoRoutes } from './routes.ts';

export const ssoModule = {
  routes: ssoRoutes,
} satisfies Module;
