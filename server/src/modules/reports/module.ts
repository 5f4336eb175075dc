import type { Module } from '#core/module.ts';
import { scheduledReports } from './job.ts';
import { reportRoutes } from './routes.ts';

export const reportsModule = {
  routes: reportRoutes,
  jobs: [scheduledReports],
  mails: { report: null },
} satisfies Module;
