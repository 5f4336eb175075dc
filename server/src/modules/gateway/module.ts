import type { Module } from '#core/module.ts';
import { gatewayRoutes } from './routes.ts';

export const gatewayModule = {
  routes: gatewayRoutes,
} satisfies Module;
