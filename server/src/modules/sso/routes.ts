import { auth, signIn } from '@keyward/contract/auth';
import type { FastifyInstance } from 'fastify';
import type { SsoContext } from '#core/auth/single-sign-on.ts';
import { routeInSteps } from '#core/http/route.ts';
import { finishSso, startSso } from './service.ts';

export function ssoRoutes(app: FastifyInstance, context: SsoContext) {
  routeInSteps(app, auth.loginSso, ({ step, http, query }) => startSso(step, http, context, query.username));
  routeInSteps(app, signIn.sso, ({ step, http, body }) => finishSso(step, http, context, body));
}
