import type { z } from 'zod';
import type { Rule } from './permissions.ts';

/**
 * Who may call: `'public'` (no session needed), `'session'` (anyone signed in), `'controller'` (a gateway token),
 * or a rule of `can`. There is no default: an endpoint that says nothing does not compile.
 */
export type Needs = 'public' | 'session' | 'controller' | Rule;

export type EndpointSpec = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Fastify notation: `/api/v1/devices/:id`. */
  path: `/api/v1/${string}` | `/gateway/v1/${string}`;
  /** One sentence for /api/docs. */
  summary: string;
  needs: Needs;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** Absent: the call answers 204 without a body. */
  reply?: z.ZodType;
  /** Success status; 200 with a reply and 204 without one unless told. */
  status?: 200 | 201 | 204;
  /** The reply carries `version`, sent as ETag; on a writing method If-Match is judged against it (412 on a mismatch). */
  etag?: true;
  /** The name of the list in the list engine that answers this endpoint; its columns are the query's filters. */
  list?: string;
  /** Body limit in bytes; 1 MiB unless told, 4 KiB where anyone may call. */
  bodyLimit?: number;
  /** How many keys its objects may have in all; 10,000 unless told, 100 where anyone may call. */
  bodyKeys?: number;
  /** The answer goes on until one side ends it: server-sent events, which no schema describes. */
  stream?: true;
  /** The reply holds a secret: it is not cached, compressed, logged, or given again to a repeat of the call. */
  secret?: true;
  /** Not a GET, and still nothing is lost when it is carried out twice: it takes no Idempotency-Key. */
  repeatable?: true;
  /** A call the portal makes by itself; it does not count as a person's activity. */
  background?: true;
};

/** An endpoint as a caller needs it, without schemas: `types` is never set, and carries their types. */
export type Call<E extends EndpointSpec = EndpointSpec> = Pick<E, 'method' | 'path' | 'needs'> & { readonly types?: E };

/** Declares one HTTP call: the server routes it, the portal calls it, /api/docs and the authorisation matrix read it. */
export function endpoint<const E extends EndpointSpec>(spec: E): E {
  return spec;
}

type Input<T> = T extends z.ZodType ? z.input<T> : undefined;
type Output<T> = T extends z.ZodType ? z.output<T> : undefined;

/** What a caller passes, part by part; a part that the endpoint does not declare is left out. */
export type In<E extends EndpointSpec> = (E['params'] extends z.ZodType ? { params: Input<E['params']> } : unknown) &
  (E['query'] extends z.ZodType ? { query?: Input<E['query']> } : unknown) &
  (E['body'] extends z.ZodType ? { body: Input<E['body']> } : unknown) &
  (E['etag'] extends true ? { ifMatch?: number } : unknown);

/** What a handler receives, parsed. */
export type Parsed<E extends EndpointSpec> = {
  params: Output<E['params']>;
  query: Output<E['query']>;
  body: Output<E['body']>;
};

/** What the call answers. */
export type Out<E extends EndpointSpec> = Output<E['reply']>;
