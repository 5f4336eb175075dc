import type { Module } from '#core/module.ts';
import { historyRoutes } from './routes.ts';

export const historiesModule = { routes: historyRoutes } satisfies Module;
