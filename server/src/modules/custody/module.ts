import type { Module } from '#core/module.ts';
import { closingChecks } from './closing-job.ts';
import { custodyRoutes } from './routes.ts';

export const custodyModule = {
  routes: custodyRoutes,
  jobs: [closingChecks],
  mails: { keyReminder: null },
} satisfies Module;
