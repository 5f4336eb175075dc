import { isIP } from 'node:net';
import type { EndpointSpec, Parsed } from '@keyward/contract/endpoint';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PortalError } from '#core/errors.ts';
import { cookieName } from '#core/auth/session-cookie.ts';
import { isLoopback } from './loopback.ts';

/** The part of HTTP that handlers may use. */
export type Exchange = {
  address: string;
  /** The caller is on this machine. */
  isLoopback: boolean;
  /** At most 400 characters. */
  userAgent: string;
  /** The version of If-Match, if one was sent. */
  ifMatch: number | undefined;
  /** Sends the version as ETag. */
  etag: (version: number) => void;
  /** Sends any text as ETag; true if the caller already has that version, so that the reply needs no body. */
  unchanged: (tag: string) => boolean;
  header: (name: string, value: string) => void;
  startSession: (token: string) => void;
  clearSession: () => void;
  /** A cookie that the browser keeps between two calls. `setCookie` sets it and, with `seconds` 0, removes it. */
  readCookie: (name: string) => string | undefined;
  /** The names of the browser's cookies that start with this. */
  cookieNames: (start: string) => string[];
  setCookie: (name: string, value: string, seconds: number) => void;
};

/** Returns the entity and sends its version as ETag. */
export function versioned<T extends { version: number }>(http: Exchange, entity: T): T {
  http.etag(entity.version);
  return entity;
}

/**
 * The version of If-Match; '*' means any version. A compressing proxy turns the tag into a weak one of the same
 * version. Malformed values are refused, since ignoring them could overwrite a concurrent change.
 */
function requestedVersion(request: FastifyRequest): number | undefined {
  const header = request.headers['if-match'];
  if (header === undefined || header.trim() === '*') return undefined;
  const version = /^(?:W\/)?"(\d{1,9})"$/.exec(header)?.[1];
  if (version === undefined) {
    throw new PortalError('invalidField', {
      field: 'If-Match',
      params: { field: 'If-Match', reason: 'invalidVersion' },
    });
  }
  return Number(version);
}

export const userAgentOf = (request: FastifyRequest) => (request.headers['user-agent'] ?? '').slice(0, 400);

/** The exchange of a request. Its cookies are never readable by scripts and never sent by another site. */
export function exchange(request: FastifyRequest, reply: FastifyReply): Exchange {
  const cookie = { path: '/', httpOnly: true, sameSite: 'strict', secure: request.protocol === 'https' } as const;
  return {
    // a trusted proxy may pass on a value that is not an address
    address: isIP(request.ip) ? request.ip : (request.socket.remoteAddress ?? ''),
    isLoopback: isLoopback(request),
    userAgent: userAgentOf(request),
    ifMatch: requestedVersion(request),
    etag: (version) => void reply.header('etag', `"${version}"`),
    unchanged: (tag) => {
      void reply.header('etag', `"${tag}"`);
      return request.headers['if-none-match'] === `"${tag}"`;
    },
    header: (name, value) => void reply.header(name, value),
    startSession: (token) => void reply.setCookie(cookieName(request), token, cookie),
    clearSession: () => void reply.clearCookie(cookieName(request), cookie),
    readCookie: (name) => request.cookies[cookieName(request, `-${name}`)],
    cookieNames: (start) => {
      const prefix = cookieName(request, '-');
      return Object.keys(request.cookies).flatMap((name) =>
        name.startsWith(prefix + start) ? [name.slice(prefix.length)] : [],
      );
    },
    setCookie: (name, value, seconds) =>
      void reply.setCookie(cookieName(request, `-${name}`), value, { ...cookie, maxAge: seconds }),
  };
}

function fileOf(request: FastifyRequest): Uint8Array {
  if (!(request.body instanceof Uint8Array)) throw new PortalError('csvOnly');
  return request.body;
}

/** Parses the input by the contract's schemas, without coercion. Reports the first problem with its field. */
export function parse<E extends EndpointSpec>(spec: E, request: FastifyRequest): Parsed<E> {
  // the schemas ignore this key, although every other unknown filter is refused
  if (spec.list && Object.hasOwn(request.query as object, '__proto__')) {
    throw new PortalError('unknownColumn', { field: '__proto__', params: { column: '__proto__' } });
  }
  return {
    params: spec.params?.parse(request.params),
    query: spec.query?.parse(request.query),
    body: spec.body?.parse(request.body),
    file: spec.file && fileOf(request),
  } as Parsed<E>; // each part was parsed by the schema that types it
}
