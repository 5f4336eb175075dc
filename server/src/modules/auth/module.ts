import type { Module } from '#core/module.ts';
import { authRoutes } from './routes.ts';

export const authModule = {
  routes: authRoutes,
} satisfies Module;
