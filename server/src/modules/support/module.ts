import type { Module } from '#core/module.ts';
import { supportRoutes } from './routes.ts';

export const supportModule = {
  routes: supportRoutes,
} satisfies Module;
