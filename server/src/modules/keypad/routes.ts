import { keypad } from '@keyward/contract/keypad';
import type { FastifyInstance } from 'fastify';
import { PortalError } from '#core/errors.ts';
import { routeInSteps } from '#core/http/route.ts';
import type { Services } from '#core/module.ts';

/**
 * Routes without a session. They answer notFound outside demo mode, and to callers that are not on this machine. No transaction
 * is open while a simulated controller calls this server's gateway.
 */
export function keypadRoutes(app: FastifyInstance, { keypad: simulated }: Services) {
  const forCaller = ({ isLoopback }: { isLoopback: boolean }) => {
    if (!simulated || !isLoopback) throw new PortalError('notFound');
    return simulated;
  };
  routeInSteps(app, keypad.locks, async ({ step, http }) => {
    const { locks } = forCaller(http);
    return { data: locks(await step(async ({ tenantId }) => tenantId)) };
  });
  routeInSteps(app, keypad.enter, async ({ step, http, params, body }) => {
    const { enter } = forCaller(http);
    const result = await enter(await step(async ({ tenantId }) => tenantId), params.serial, body.digits);
    if (!result) throw new PortalError('notFound');
    return { data: result };
  });
}
