import type { FastifyInstance, FastifyRequest } from 'fastify';
import { PortalError } from '#core/errors.ts';
import { parseJson } from './json.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Does the browser say that the call comes from the portal's own pages? Fetch metadata where it is sent, else Origin
 * against the request's own host. A write without either is refused: scripts send one of them, as a browser would.
 */
function fromHere(request: FastifyRequest): boolean {
  const site = request.headers['sec-fetch-site'];
  if (safeMethods.has(request.method)) return site === undefined || site === 'same-origin' || site === 'none';
  if (site !== undefined) return site === 'same-origin';
  const origin = request.headers.origin;
  if (origin === undefined) return false;
  // a host has 253 characters; what is parsed as one is normalized
  return origin.length <= 300 && URL.canParse(origin) && new URL(origin).host === request.headers.host;
}

/**
 * A target that is a whole address names its host itself (RFC 9112, 3.2.2); one that differs from Host would let two
 * readers pick two tenants.
 */
function namesAnotherHost({ raw, headers }: FastifyRequest): boolean {
  const authority = /^[a-z][a-z0-9+.-]*:\/*([^/?#]*)/i.exec(raw.url ?? '')?.[1];
  return authority !== undefined && authority.toLowerCase() !== headers.host?.toLowerCase();
}

/** Refuses what two readers of a request would understand differently. */
export function guardTarget(app: FastifyInstance) {
  app.addHook('onRequest', async (request) => {
    if (namesAnotherHost(request)) throw new PortalError('badRequest');
  });
}

/**
 * The path of the route that answers: the router decodes %61 and reads whole addresses, so what was typed says less.
 * Where no route answers, it is what was typed.
 */
export const servedPath = (request: FastifyRequest): string => request.routeOptions.url ?? request.url;

/** Calls of the portal's API come from the portal's own origin; controllers, which carry a token, are not browsers. */
export function guardOrigin(app: FastifyInstance) {
  app.addHook('onRequest', async (request) => {
    if (!servedPath(request).startsWith('/api/')) return;
    if (!fromHere(request)) throw new PortalError('foreignOrigin');
    // what a browser fetches ahead must neither change nor reveal anything
    if (request.headers['sec-purpose']?.includes('prefetch')) throw new PortalError('foreignOrigin');
  });
}

/** A key that comes twice arrives as a list, which no schema of the contract takes. */
export function parseQuery(text: string): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = Object.create(null);
  for (const [key, value] of new URLSearchParams(text)) {
    const before = query[key];
    if (Array.isArray(before)) before.push(value);
    else query[key] = before === undefined ? value : [before, value];
  }
  return query;
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** JSON is the only body that is read: no forms, no plain text, nothing compressed, nothing but whole UTF-8. */
export function readJsonOnly(app: FastifyInstance) {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    if (request.headers['content-encoding']) throw new PortalError('unsupportedMediaType');
    if (!body.length) return undefined;
    let text: string;
    try {
      text = utf8.decode(body);
    } catch {
      throw new PortalError('badRequest');
    }
    return parseJson(text, request.routeOptions.config.bodyKeys);
  });
}
