import type { Module } from '#core/module.ts';
import { recipientRoutes } from './routes.ts';

/** The page of a OnePASS invitation, for its recipient, who has no account. */
export const recipientModule = { routes: recipientRoutes, mails: { browserCode: null } } satisfies Module;
