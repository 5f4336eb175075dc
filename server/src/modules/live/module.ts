import type { Module } from '#core/module.ts';
import { liveRoutes } from './routes.ts';

export const liveModule = {
  routes: liveRoutes,
} satisfies Module;
