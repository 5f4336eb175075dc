import type { Module } from '#core/module.ts';
import { activityRoutes } from './routes.ts';
import { eventList } from './list.ts';

export const activityModule = {
  routes: activityRoutes,
  lists: { event: eventList },
} satisfies Module;
