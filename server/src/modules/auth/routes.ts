import { apps, type StoreLinks } from '@keyward/contract/apps';
import { auth, signIn as signInBy } from '@keyward/contract/auth';
import { confirm } from '@keyward/contract/confirm';
import type { FastifyInstance } from 'fastify';
import { demoAccounts } from '#core/auth/demo.ts';
import { route, routeInSteps } from '#core/http/route.ts';
import { confirmByPassword, confirmWays } from './confirm.ts';
import { describeMe, describeSignIn, signIn, signInByLink, signOut } from './service.ts';

type Options = {
  /** Lists the demo accounts. */
  demo: boolean;
  /** Store addresses of the mobile apps. */
  storeLinks: StoreLinks;
};

export function authRoutes(app: FastifyInstance, { demo, storeLinks: links }: Options) {
  route(app, auth.sessionCheck, async ({ actor }) => ({ isAuthenticated: actor !== null }));
  routeInSteps(app, auth.login, ({ step, http, body }) => signIn(step, http, body));
  route(app, auth.logout, async ({ db, actor, http }) => {
    await signOut(db, actor);
    http.clearSession();
  });
  route(app, auth.me, async ({ db, actor }) => ({ data: await describeMe(db, actor) }));
  route(app, confirm.ways, ({ db, actor }) => confirmWays(db, actor));
  routeInSteps(app, confirm.password, ({ step, http, body }) => confirmByPassword(step, http, body));
  route(app, apps.links, async () => ({ data: links }));
  route(app, auth.page, async ({ db }) => ({ data: await describeSignIn(db) }));
  route(app, auth.demoAccounts, async () => ({ data: demo ? demoAccounts : [] }));
  route(app, signInBy.token, ({ db, http, body }) => signInByLink(db, http, body.token));
}
