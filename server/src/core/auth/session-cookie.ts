import type { EndpointSpec } from '@keyward/contract/endpoint';
import type { FastifyRequest } from 'fastify';
import { looksLikeSecret } from './secrets.ts';

export const cookieName = (request: FastifyRequest, suffix = '') =>
  `${request.protocol === 'https' ? '__Host-' : ''}keyward${suffix}`;

/** The secret of the session cookie; undefined without one and before cookies are parsed. */
export function sessionSecret(request: FastifyRequest): string | undefined {
  const cookies: FastifyRequest['cookies'] | null | undefined = request.cookies;
  const secret = cookies?.[cookieName(request)];
  return secret && looksLikeSecret(secret) ? secret : undefined;
}

/** The secret that the request presents; without one, the database is not queried. */
export function presentedSecret(spec: EndpointSpec, request: FastifyRequest): string | undefined {
  if (spec.needs !== 'controller') return sessionSecret(request);
  const token = /^Bearer ([0-9a-f]{64})$/.exec(request.headers.authorization ?? '')?.[1];
  return token && looksLikeSecret(token) ? token : undefined;
}
