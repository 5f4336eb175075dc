import type { EndpointSpec, Parsed } from '@keyward/contract/endpoint';
import type { FastifyInstance } from 'fastify';
import type { Db } from '#db/tenant.ts';
import { parse } from './exchange.ts';
import { register } from './register.ts';

/** `digest` changes with the bytes. */
export type Image = { type: string; bytes: Buffer; digest: string };

/**
 * Serves an endpoint that answers with an image that a tenant has chosen. Opened by itself, the image can neither run a script
 * nor load anything; browsers ask each time whether they may still show their copy.
 */
export function routeImage<const E extends EndpointSpec & { needs: 'public'; image: true }>(
  app: FastifyInstance,
  spec: E,
  find: (context: Parsed<E> & { db: Db }) => Promise<Image>,
): void {
  register(app, spec, async ({ request, reply, asCaller }) => {
    const { type, bytes, digest } = await asCaller(async (db) => find({ ...parse(spec, request), db }));
    const etag = `"${digest}"`;
    void reply
      .header('etag', etag)
      .header('cache-control', 'private, no-cache')
      .header('content-security-policy', "sandbox; default-src 'none'")
      .header('x-content-type-options', 'nosniff');
    if (request.headers['if-none-match'] === etag) return reply.status(304).send();
    return reply.type(type).send(bytes);
  });
}
