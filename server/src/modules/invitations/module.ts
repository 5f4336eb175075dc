import { paths } from '@keyward/contract/paths';
import type { Module } from '#core/module.ts';
import { sealedLinks } from './link.ts';
import { inviteList } from './list.ts';
import { invitationRoutes } from './routes.ts';
import { invitationWarnings } from './warning-job.ts';

export const invitationsModule = {
  routes: invitationRoutes,
  lists: { 'secure-key-invitation': inviteList },
  jobs: [invitationWarnings],
  sealed: [sealedLinks],
  mails: { invitation: paths.invitation, invitationEnding: null },
} satisfies Module;
