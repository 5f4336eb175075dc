import type { EndpointSpec, Out, Parsed } from '@keyward/contract/endpoint';
import type { FastifyInstance } from 'fastify';
import type { Controller } from '#core/auth/controller.ts';
import type { Db } from '#db/tenant.ts';
import { parse } from './exchange.ts';
import { register } from './register.ts';
import { type Bodiless, sendReply } from './reply.ts';

export type WaitContext<E extends EndpointSpec> = Parsed<E> & {
  controller: Controller;
  /** Runs one transaction, which authenticates the controller again: its token may have been revoked while it waited. */
  read: <T>(work: (db: Db, controller: Controller) => Promise<T>) => Promise<T>;
  /** Calls `left` when the caller leaves before it is answered. */
  onLeave: (left: () => void) => void;
};

/** Serves a call of a controller that waits: it holds a database connection only within `read`. */
export function routeWait<const E extends EndpointSpec & { needs: 'controller' }>(
  app: FastifyInstance,
  spec: E,
  handle: (context: WaitContext<E>) => Promise<Out<E> | Bodiless>,
): void {
  register(app, spec, async ({ request, reply, asCaller }) => {
    const read: WaitContext<E>['read'] = (work) => asCaller((db, caller) => work(db, caller as Controller));
    const controller = await read(async (_db, caller) => caller);
    const onLeave = (left: () => void) => void reply.raw.once('close', left);
    const result = await handle({ ...parse(spec, request), controller, read, onLeave });
    return sendReply(app.deps, spec, reply, result);
  });
}
