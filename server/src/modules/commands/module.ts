import type { Module } from '#core/module.ts';
import { watchCommand } from './job.ts';
import { commandRoutes } from './routes.ts';

export const commandsModule = { routes: commandRoutes, jobs: [watchCommand] } satisfies Module;
