import type { Module } from '#core/module.ts';
import { propagationRoutes } from './routes.ts';

export const propagationModule = {
  routes: propagationRoutes,
} satisfies Module;
