import type { Module } from '#core/module.ts';
import { keypadRoutes } from './routes.ts';

export const keypadModule: Module = { routes: keypadRoutes };
