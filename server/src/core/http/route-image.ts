import type { EndpointSpec, Parsed } from '@keyward/contract/endpoint';
import type { FastifyInstance } from 'fastify';
import { PortalError } from '#core/errors.ts';
import { presentedSecret } from '#core/auth/session-cookie.ts';
import { type Db, inTenant } from '#db/tenant.ts';
import { authorise, tenantOf } from './caller.ts';
import { parse } from './exchange.ts';

/** `digest` changes with the bytes. */
export type Image = { type: string; bytes: Buffer; digest: string };

/**
 * Serves an endpoint that answers with an image that a tenant has chosen. Opened by itself it can neither run a script nor
 * load anything; browsers ask each time whether they may still show what they keep.
 */
export function routeImage<const E extends EndpointSpec & { needs: 'session'; image: true }>(
  app: FastifyInstance,
  spec: E,
  find: (context: Parsed<E> & { db: Db }) => Promise<Image>,
): void {
  app.route({
    method: spec.method,
    url: spec.path,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const tenantId = await tenantOf(app.deps, request);
      const secret = presentedSecret(spec, request);
      if (!secret) throw new PortalError('unauthorized');
      const { type, bytes, digest } = await inTenant(app.deps.pool, tenantId, async (db) => {
        await authorise(db, spec, request, secret);
        return find({ ...parse(spec, request), db });
      });
      const etag = `"${digest}"`;
      void reply
        .header('etag', etag)
        .header('cache-control', 'private, no-cache')
        .header('content-security-policy', "sandbox; default-src 'none'")
        .header('x-content-type-options', 'nosniff');
      if (request.headers['if-none-match'] === etag) return reply.status(304).send();
      return reply.type(type).send(bytes);
    },
  });
  app.endpoints.push(spec);
}
