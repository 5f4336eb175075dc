import type { StoreLinks } from '@keyward/contract/apps';
import { passwords } from '@keyward/contract/password';
import type { FastifyInstance } from 'fastify';
import type { Vault } from '#core/auth/secrets.ts';
import { route, routeInSteps } from '#core/http/route.ts';
import { requestReset } from './reset.ts';
import { changeOwnPassword, describeToken, setPassword } from './service.ts';

type Options = { vault: Vault; storeLinks: StoreLinks };

export function passwordRoutes(app: FastifyInstance, { vault, storeLinks: links }: Options) {
  route(app, passwords.sendReset, ({ db, http, body }) => requestReset(db, vault, http, body.username));
  route(app, passwords.verifyToken, async ({ db, body }) => ({ data: await describeToken(db, body.token) }));
  routeInSteps(app, passwords.set, ({ step, body }) => setPassword(step, { vault, links }, body));
  routeInSteps(app, passwords.changeOwn, ({ step, http, body }) => changeOwnPassword(step, http, vault, body));
}
