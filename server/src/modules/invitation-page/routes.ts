import { invitationPage } from '@keyward/contract/invitation-page';
import type { FastifyInstance } from 'fastify';
import { route } from '#core/http/route.ts';
import type { Services } from '#core/module.ts';
import { askForCode, moveHere } from './other-browser.ts';
import { acceptInvitation, logoFor, openInvitation, showCode } from './service.ts';

export function invitationPageRoutes(app: FastifyInstance, { vault }: Services) {
  route(app, invitationPage.open, ({ db, http, body }) => openInvitation(db, http, body));
  route(app, invitationPage.logo, ({ db, http, body }) => logoFor(db, http, body));
  route(app, invitationPage.accept, ({ db, http, body }) => acceptInvitation(db, http, body.token));
  route(app, invitationPage.code, ({ db, http, body }) => showCode(db, http, vault, body));
  route(app, invitationPage.askForCode, ({ db, http, body }) => askForCode(db, http, vault, body.token));
  route(app, invitationPage.moveHere, ({ db, http, body }) => moveHere(db, http, vault, body));
}
