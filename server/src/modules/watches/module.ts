import type { Module } from '#core/module.ts';
import { watchesByTime, watchesOfList } from '#core/watches/job.ts';
import { watchRoutes } from './routes.ts';

export const watchesModule = {
  routes: watchRoutes,
  jobs: [watchesOfList, watchesByTime],
} satisfies Module;
