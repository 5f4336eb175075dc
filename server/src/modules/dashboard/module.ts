import type { Module } from '#core/module.ts';
import { dashboardRoutes } from './routes.ts';

export const dashboardModule = {
  routes: dashboardRoutes,
} satisfies Module;
