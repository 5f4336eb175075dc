import { signIn } from '@keyward/contract/auth';
import type { FastifyInstance } from 'fastify';
import { routeInSteps } from '#core/http/route.ts';
import { finishSupport, startSupport, type SupportContext } from './service.ts';

export function supportRoutes(app: FastifyInstance, context: SupportContext) {
  routeInSteps(app, signIn.startSsoInternal, ({ step, http, params }) =>
    startSupport(step, http, context, params.provider),
  );
  routeInSteps(app, signIn.ssoInternal, ({ step, http, params, body }) =>
    finishSupport(step, http, context, { name: params.provider, answer: body }),
  );
}
