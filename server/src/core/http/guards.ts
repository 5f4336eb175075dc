import type { FastifyInstance, FastifyRequest } from 'fastify';
import { PortalError } from '#core/errors.ts';
import { parseJson } from './json.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Whether the call comes from the portal's own pages. Checks fetch metadata if sent, else Origin
 * against the request's own host. A write without either is refused: scripts send one of them, as a browser would.
 */
function isSameOrigin(request: FastifyRequest): boolean {
  const site = request.headers['sec-fetch-site'];
  if (safeMethods.has(request.method) && !request.routeOptions.config.writes)
    return site === undefined || site === 'same-origin' || site === 'none';
  if (site !== undefined) return site === 'same-origin';
  const origin = request.headers.origin;
  if (origin === undefined) return false;
  // a host has at most 253 characters; parsing normalizes it
  return origin.length <= 300 && URL.canParse(origin) && new URL(origin).host === request.headers.host;
}

/**
 * A target in absolute form names its own host (RFC 9112, 3.2.2); if it differs from Host, proxy and server could pick
 * different tenants.
 */
function namesAnotherHost({ raw, headers }: FastifyRequest): boolean {
  const authority = /^[a-z][a-z0-9+.-]*:\/*([^/?#]*)/i.exec(raw.url ?? '')?.[1];
  return authority !== undefined && authority.toLowerCase() !== headers.host?.toLowerCase();
}

/** Refuses requests that proxy and server could interpret differently. */
export function guardTarget(app: FastifyInstance) {
  app.addHook('onRequest', async (request) => {
    if (namesAnotherHost(request)) throw new PortalError('badRequest');
  });
}

/**
 * The path of the matched route, because the router decodes %61 and accepts absolute URLs. Without a match, the path as
 * requested.
 */
export const servedPath = (request: FastifyRequest): string => request.routeOptions.url ?? request.url;

/** The reason for which a browser loads a page ahead of a click: its standard header, and those of older browsers. */
const purposeOf = ({ headers }: FastifyRequest): string =>
  [headers['sec-purpose'], headers['purpose'], headers['x-purpose'], headers['x-moz']].join(' ').toLowerCase();

/** Calls of the portal's API come from the portal's own origin; controllers, which carry a token, are not browsers. */
export function guardOrigin(app: FastifyInstance) {
  app.addHook('onRequest', async (request) => {
    if (!servedPath(request).startsWith('/api/')) return;
    if (!isSameOrigin(request)) throw new PortalError('foreignOrigin');
    // a prefetch must neither change nor reveal anything
    if (/prefetch|preview/.test(purposeOf(request))) throw new PortalError('foreignOrigin');
    // no page, image or frame is loaded from a call that has an effect
    const target = request.headers['sec-fetch-dest'] ?? 'empty';
    if (request.routeOptions.config.writes && target !== 'empty') throw new PortalError('foreignOrigin');
  });
}

/** A repeated key is parsed as a list, which no schema of the contract accepts. */
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

/**
 * Accepts only JSON bodies, and files if the endpoint takes one: no forms, no plain text, no compression; JSON only as valid
 * UTF-8.
 */
export function readBodies(app: FastifyInstance) {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('text/csv', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    if (request.headers['content-encoding'] || !request.routeOptions.config.file) {
      throw new PortalError('unsupportedMediaType');
    }
    return body;
  });
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    if (request.routeOptions.config.file) throw new PortalError('csvOnly');
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
