import { auth, signIn } from '@keyward/contract/auth';
import { confirm } from '@keyward/contract/confirm';
import type { FastifyInstance } from 'fastify';
import type { SsoContext } from '#core/auth/single-sign-on.ts';
import { routeInSteps } from '#core/http/route.ts';
import { finishProviderConfirmation, startProviderConfirmation } from './confirm.ts';
import { finishSso, startSso } from './service.ts';

export function ssoRoutes(app: FastifyInstance, context: SsoContext) {
  routeInSteps(app, auth.loginSso, ({ step, http, query }) => startSso(step, http, context, query.username));
  routeInSteps(app, signIn.sso, ({ step, http, body }) => finishSso(step, http, context, body));
  routeInSteps(app, confirm.startProvider, ({ step, http, body }) =>
    startProviderConfirmation(step, http, context, body.act),
  );
  routeInSteps(app, confirm.provider, ({ step, http, body }) => finishProviderConfirmation(step, http, context, body));
}
