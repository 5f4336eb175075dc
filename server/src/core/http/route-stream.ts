import type { ServerResponse } from 'node:http';
import type { EndpointSpec, Parsed } from '@keyward/contract/endpoint';
import type { FastifyInstance } from 'fastify';
import { parse } from './exchange.ts';
import { register } from './register.ts';
import type { Actor } from '#core/auth/session.ts';

export type Stream = {
  raw: ServerResponse;
  tenantId: string;
  /** The hash of the session's cookie: identifies the owner of the stream while the session is valid. */
  tokenHash: Buffer;
  actor: Actor;
};

/**
 * Serves an endpoint with a streaming response (server-sent events): tenant, caller and input are checked as in
 * `route()`, then `open` takes over the response. `open` must check later whether the caller may still listen.
 */
export function routeStream<const E extends EndpointSpec & { needs: 'session'; stream: true }>(
  app: FastifyInstance,
  spec: E,
  open: (stream: Stream, input: Parsed<E>) => void,
): void {
  register(app, spec, async ({ request, reply, tenantId, tokenHash, asCaller }) => {
    const actor = await asCaller(async (_db, caller) => caller);
    const input = parse(spec, request);
    reply.hijack();
    const { raw } = reply;
    // proxies must neither cache nor buffer the response
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) raw.setHeader(name, value);
    }
    raw.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' });
    // `needs` is 'session'
    open({ raw, tenantId, tokenHash: tokenHash as Buffer, actor: actor as Actor }, input);
  });
}
