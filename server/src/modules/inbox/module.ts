import { inboxMails, oldEntries } from '#core/inbox/job.ts';
import type { Module } from '#core/module.ts';
import { inboxRoutes } from './routes.ts';

export const inboxModule = {
  routes: inboxRoutes,
  jobs: [inboxMails, oldEntries],
  mails: { inbox: null },
} satisfies Module;
