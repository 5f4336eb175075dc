import type { z } from 'zod';
import type { ConfirmAct } from './confirm-acts.ts';
import type { Rule } from './permissions.ts';

/**
 * The required caller: `'public'` (no session needed), `'session'` (anyone signed in), `'controller'` (a gateway token),
 * or a rule of `can`. There is no default: an endpoint without `needs` does not compile.
 */
export type Needs = 'public' | 'session' | 'controller' | Rule;

export type EndpointSpec = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Fastify notation: `/api/v1/devices/:id`. */
  path: `/api/v1/${string}` | `/gateway/v1/${string}`;
  /** One sentence for /api/docs. */
  summary: string;
  needs: Needs;
  /** The caller must have confirmed this act in the last minutes, judged after `needs`; never in a support session. */
  confirm?: ConfirmAct;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** The body is a file of this type, as it is, instead of JSON. */
  file?: 'text/csv';
  /** Absent: the response is 204 without a body. */
  reply?: z.ZodType;
  /** Success status; by default 200 with a reply and 204 without one. */
  status?: 200 | 201 | 204;
  /** The reply carries `version`, sent as ETag; on a writing method If-Match is compared with it (412 on a mismatch). */
  etag?: true;
  /** The list of the list engine behind this endpoint; its columns are the query's filters. */
  list?: string;
  /** Body limit in bytes; by default 1 MiB, and 4 KiB for public endpoints. */
  bodyLimit?: number;
  /** Total number of keys in the body's objects; by default 10,000, and 100 for public endpoints. */
  bodyKeys?: number;
  /** A stream of server-sent events, open until one side closes it; no schema describes them. */
  stream?: true;
  /** The reply is a CSV file, sent as it is read. */
  csv?: true;
  /** The reply is an image. */
  image?: true;
  /** The reply holds a secret: it is neither cached, compressed, logged nor kept for a repeated call. */
  secret?: true;
  /** A GET that changes or reveals something: guarded as a write, and it takes an Idempotency-Key. */
  writes?: true;
  /** A write that a support session may make, which changes nothing else. */
  inSupport?: true;
  /** A safe non-GET call: repeating it loses nothing, so it takes no Idempotency-Key. */
  repeatable?: true;
  /** A background call of the portal; it does not count as user activity. */
  background?: true;
};

/** An endpoint without schemas, as a caller needs it: `types` is never set and only carries types. */
export type Call<E extends EndpointSpec = EndpointSpec> = Pick<E, 'method' | 'path' | 'needs'> & { readonly types?: E };

/**
 * Endpoints without their schemas, as the portal calls them: the schemas outweigh the portal's first page. The compiler
 * checks each line against its endpoint; a test compares the rules.
 */
export type Calls<Endpoints extends Record<string, EndpointSpec>> = {
  [Name in keyof Endpoints]: Call<Endpoints[Name]>;
};

/** Declares one HTTP call: the server routes it, the portal calls it, /api/docs and the authorisation matrix read it. */
export function endpoint<const E extends EndpointSpec>(spec: E): E {
  return spec;
}

type Input<T> = T extends z.ZodType ? z.input<T> : undefined;
type Output<T> = T extends z.ZodType ? z.output<T> : undefined;

/** A caller's input, part by part; undeclared parts are omitted. */
export type In<E extends EndpointSpec> = (E['params'] extends z.ZodType ? { params: Input<E['params']> } : unknown) &
  (E['query'] extends z.ZodType ? { query?: Input<E['query']> } : unknown) &
  (E['body'] extends z.ZodType ? { body: Input<E['body']> } : unknown) &
  (E['file'] extends string ? { file: Uint8Array } : unknown) &
  (E['etag'] extends true ? { ifMatch?: number } : unknown);

/** A handler's parsed input. */
export type Parsed<E extends EndpointSpec> = {
  params: Output<E['params']>;
  query: Output<E['query']>;
  body: Output<E['body']>;
  file: [E['file']] extends [string] ? Uint8Array : Uint8Array | undefined;
};

/** The reply. */
export type Out<E extends EndpointSpec> = Output<E['reply']>;
