import { auth } from '@keyward/contract/auth';
import type { FastifyInstance } from 'fastify';
import { PortalError } from '#core/errors.ts';
import { route, routeInSteps } from '#core/route.ts';
import { demoAccounts } from '#core/demo.ts';
import { describeMe, signIn, signOut } from './service.ts';

export function authRoutes(app: FastifyInstance, options: { demo: boolean }) {
  route(app, auth.sessionCheck, async ({ actor }) => ({ isAuthenticated: actor !== null }));
  routeInSteps(app, auth.login, ({ step, http, body }) => signIn(step, http, body));
  route(app, auth.logout, async ({ db, actor, http }) => {
    await signOut(db, actor);
    http.clearSession();
  });
  route(app, auth.me, async ({ db, actor }) => ({ data: await describeMe(db, actor) }));
  // answers by the tenant's policy, not by whether the name exists; without a provider everybody uses a password
  route(app, auth.loginSso, async () => {
    throw new PortalError('notFound');
  });
  route(app, auth.demoAccounts, async () => ({ data: options.demo ? demoAccounts : [] }));
}
