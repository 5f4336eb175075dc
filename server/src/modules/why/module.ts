import type { Module } from '#core/module.ts';
import { whyRoutes } from './routes.ts';

export const whyModule = {
  routes: whyRoutes,
} satisfies Module;
