import type { Module } from '#core/module.ts';
import { invitationPageRoutes } from './routes.ts';

/** The page of a OnePASS invitation, for its recipient, who has no account. */
export const invitationPageModule = { routes: invitationPageRoutes, mails: { browserCode: null } } satisfies Module;
