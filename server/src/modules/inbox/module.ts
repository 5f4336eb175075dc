import { oldEntries } from '#core/inbox/job.ts';
import { inboxMails } from '#core/watches/held-back.ts';
import type { Module } from '#core/module.ts';
import { inboxRoutes } from './routes.ts';

export const inboxModule = {
  routes: inboxRoutes,
  jobs: [inboxMails, oldEntries],
  mails: { inbox: null },
} satisfies Module;
