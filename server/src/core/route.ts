import type { EndpointSpec, Out, Parsed } from '@keyward/contract/endpoint';
import type { Locale } from '@keyward/contract/locales';
import type { Rule } from '@keyward/contract/permissions';
import type { ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { type Db, inTenant } from '#db/tenant.ts';
import { type Controller, findController } from './controller.ts';
import { type ErrorOptions, PortalError } from './errors.ts';
import { setOrigin } from './origin.ts';
import type { Readiness } from './readiness.ts';
import { type Actor, findActor } from './session.ts';
import { type Done, keepSubmission, submissionOf, takeSubmission } from './repeats.ts';
import { secretHash } from './secrets.ts';
import { cookieName, shownSecret } from './session-cookie.ts';
import { hostName, type Tenant } from './tenants.ts';
import type { ErrorCode } from '@keyward/contract/errors';

/** What `route()` needs of the process; app.ts decorates the instance with it. */
export type Deps = {
  pool: pg.Pool;
  findTenant: (host: string) => Promise<Tenant | undefined>;
  /** The tenant's default language. */
  tenantLocale: (tenantId: string) => Promise<Locale | undefined>;
  /** Tests judge every reply by the contract. */
  checkReplies: boolean;
  readiness: Pick<Readiness, 'away' | 'suspect'>;
};

const readyJson = Symbol('json');
type ReadyJson = { [readyJson]: string | Buffer };
/** A reply that is JSON text already. */
export const json = (text: string | Buffer): ReadyJson => ({ [readyJson]: text });

const refusal = Symbol('refusal');
type Refusal = { [refusal]: PortalError };
/** A refusal that must leave a trace: the transaction is committed, then the error is answered. */
export const refuse = (code: ErrorCode, options?: ErrorOptions): Refusal => ({
  [refusal]: new PortalError(code, options),
});

type Who<E extends EndpointSpec> = E['needs'] extends 'public'
  ? Actor | null
  : E['needs'] extends 'controller'
    ? Controller
    : Actor;

/** What of HTTP a handler may touch. */
export type Exchange = {
  address: string;
  /** At most 400 characters. */
  userAgent: string;
  /** The version of If-Match, if one was sent. */
  ifMatch: number | undefined;
  /** Sends the version as ETag. */
  etag: (version: number) => void;
  startSession: (token: string) => void;
  clearSession: () => void;
  /** A sealed note of the server's own that the browser keeps between two calls. `seconds` 0 removes it. */
  note: (name: string) => string | undefined;
  leaveNote: (name: string, value: string, seconds: number) => void;
};

type Answer<T> = [T] extends [undefined] ? void : T;
type Handled<E extends EndpointSpec> = Answer<Out<E>> | ReadyJson | Refusal;
/** Reads the reply of a call that was carried out before: `id` is that of what it made or changed. */
type ReadAgain<E extends EndpointSpec> = (
  context: Parsed<E> & { db: Db; actor: Actor; http: Exchange },
  id: string,
) => Promise<Out<E>>;
/** Asked of every write that takes an Idempotency-Key and answers with something other than a secret. */
type Again<E extends EndpointSpec> = E['method'] extends 'GET'
  ? []
  : E['needs'] extends 'public' | 'controller'
    ? []
    : E extends { repeatable: true } | { secret: true }
      ? []
      : [Out<E>] extends [undefined]
        ? []
        : [again: ReadAgain<E>];
export type Context<E extends EndpointSpec> = Parsed<E> & { db: Db; actor: Who<E>; http: Exchange };

/**
 * The version of If-Match; '*' asks for none. A proxy that compresses makes a weak tag of ours, which is the same
 * version. What is not understood is refused, since ignoring it would lose somebody's change.
 */
function versionAsked(request: FastifyRequest): number | undefined {
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

const userAgentOf = (request: FastifyRequest) => (request.headers['user-agent'] ?? '').slice(0, 400);

/** Where the session secret travels: never readable by scripts, never sent by another site. */
function exchange(request: FastifyRequest, reply: FastifyReply): Exchange {
  const cookie = { path: '/', httpOnly: true, sameSite: 'strict', secure: request.protocol === 'https' } as const;
  return {
    // what a trusted proxy passes on need not be one
    address: isIP(request.ip) ? request.ip : (request.socket.remoteAddress ?? ''),
    userAgent: userAgentOf(request),
    ifMatch: versionAsked(request),
    etag: (version) => void reply.header('etag', `"${version}"`),
    startSession: (token) => void reply.setCookie(cookieName(request), token, cookie),
    clearSession: () => void reply.clearCookie(cookieName(request), cookie),
    note: (name) => request.cookies[cookieName(request, `-${name}`)],
    leaveNote: (name, value, seconds) =>
      void reply.setCookie(cookieName(request, `-${name}`), value, { ...cookie, maxAge: seconds }),
  };
}

async function tenantOf(deps: Deps, request: FastifyRequest): Promise<string> {
  if (deps.readiness.away()) throw new PortalError('unavailable');
  // two Host headers would let two readers pick two tenants (RFC 9112, 3.2)
  const twice = request.raw.rawHeaders.filter((text, i) => i % 2 === 0 && text.toLowerCase() === 'host').length > 1;
  const host = twice ? undefined : hostName(request.headers.host);
  const tenant = host && (await deps.findTenant(host));
  if (!tenant) throw new PortalError('unknownHost');
  request.who.tenant = tenant.slug;
  return tenant.id;
}

/** Who calls, judged by the endpoint's `needs`. Throws 401 and 403. */
async function authorise(db: Db, spec: EndpointSpec, request: FastifyRequest, secret: string | undefined) {
  if (spec.needs === 'controller') {
    const controller = secret && (await findController(db, secretHash(secret)));
    if (!controller) throw new PortalError('invalidControllerToken');
    setOrigin(db, { system: 'gateway' });
    return controller;
  }
  const own = !spec.background && request.headers['keyward-background'] === undefined && spec.needs !== 'public';
  // the portal says so on a session check when its person has moved the mouse or typed without any call
  const active = request.headers['keyward-activity'] !== undefined;
  const actor = secret ? await findActor(db, secret, own || active) : undefined;
  if (actor) {
    request.who.profile = actor.id;
    request.locale = actor.locale;
  }
  setOrigin(db, {
    system: 'portal',
    userAgent: userAgentOf(request),
    ...(actor?.support && actor.email ? { operator: actor.email } : {}),
  });
  // a page of one person must not act, or read, under the cookie of another who signed in in the next tab
  const shown = request.headers['keyward-person'];
  if (actor && shown !== undefined && shown !== actor.id) throw new PortalError('anotherPerson');
  if (spec.needs === 'public') return actor ?? null;
  if (!actor) throw new PortalError(secret ? 'sessionExpired' : 'unauthorized');
  if (spec.needs !== 'session' && !spec.needs.holds(actor.authority)) throw new PortalError('forbidden');
  return actor;
}

/** Input is parsed as the contract says, without coercion. The first problem is answered, with its field. */
function parse<E extends EndpointSpec>(spec: E, request: FastifyRequest): Parsed<E> {
  // a key that the schemas pass over, where every other unknown filter is refused
  if (spec.list && Object.hasOwn(request.query as object, '__proto__')) {
    throw new PortalError('unknownColumn', { field: '__proto__', params: { column: '__proto__' } });
  }
  return {
    params: spec.params?.parse(request.params),
    query: spec.query?.parse(request.query),
    body: spec.body?.parse(request.body),
  } as Parsed<E>; // each part was parsed by the schema that types it
}

function answer(deps: Deps, spec: EndpointSpec, reply: FastifyReply, result: unknown) {
  if (spec.reply === undefined) return reply.status(spec.status ?? 204).send();
  const ready = typeof result === 'object' && result !== null && readyJson in result;
  const text = ready ? (result as ReadyJson)[readyJson] : JSON.stringify(result);
  if (deps.checkReplies) {
    const judged = spec.reply.safeParse(JSON.parse(String(text)));
    if (!judged.success) throw new Error(`${spec.method} ${spec.path} answers outside the contract: ${judged.error}`);
  }
  return reply
    .status(spec.status ?? 200)
    .type('application/json; charset=utf-8')
    .send(text);
}

/** The answer to a repeat. What was shown once is not kept, and cannot be shown again. */
async function repeated<E extends EndpointSpec>(
  spec: E,
  again: ReadAgain<E> | undefined,
  context: Parameters<ReadAgain<E>>[0],
  { id }: Done,
): Promise<unknown> {
  if (spec.secret) throw new PortalError('alreadyDone');
  return again?.(context, id);
}

const isPerson = (actor: Actor | Controller | null): actor is Actor => actor !== null && 'sessionId' in actor;

const isRefusal = (result: unknown): result is Refusal =>
  typeof result === 'object' && result !== null && refusal in result;

/** What anyone may send is small, so that reading it costs little. */
function bodyBounds({ needs, bodyLimit, bodyKeys }: EndpointSpec) {
  const open = needs === 'public';
  return { bodyLimit: bodyLimit ?? (open ? 4096 : undefined), bodyKeys: bodyKeys ?? (open ? 100 : 10_000) };
}

function register<E extends EndpointSpec>(
  app: FastifyInstance,
  spec: E,
  run: (request: FastifyRequest, reply: FastifyReply, tenantId: string) => Promise<unknown>,
) {
  const { bodyLimit, bodyKeys } = bodyBounds(spec);
  app.route({
    method: spec.method,
    url: spec.path,
    exposeHeadRoute: false,
    config: { secret: spec.secret ?? false, bodyKeys },
    ...(bodyLimit ? { bodyLimit } : {}),
    handler: async (request, reply) => {
      const result = await run(request, reply, await tenantOf(app.deps, request));
      if (isRefusal(result)) throw result[refusal];
      return answer(app.deps, spec, reply, result);
    },
  });
  app.endpoints.push(spec);
}

/**
 * Serves one endpoint of the contract: finds the tenant by host and the caller by cookie or token, judges `needs`,
 * parses the input, and runs `handle` inside the tenant's transaction. What it throws rolls back.
 */
export function route<const E extends EndpointSpec>(
  app: FastifyInstance,
  spec: E,
  handle: (context: Context<E>) => Promise<Handled<E>>,
  ...[again]: Again<E>
): void {
  register(app, spec, async (request, reply, tenantId) => {
    const secret = shownSecret(spec, request);
    if (!secret && spec.needs !== 'public') {
      throw new PortalError(spec.needs === 'controller' ? 'invalidControllerToken' : 'unauthorized');
    }
    return inTenant(app.deps.pool, tenantId, async (db) => {
      const actor = (await authorise(db, spec, request, secret)) as Who<E>; // by `needs`, as Who says
      const context = { ...parse(spec, request), db, actor, http: exchange(request, reply) };
      const submission = submissionOf(spec, request);
      if (!submission || !isPerson(actor)) return handle(context);
      const done = await takeSubmission(db, actor.id, submission);
      if (done) {
        reply.header('idempotency-replayed', 'true');
        return repeated(spec, again, { ...context, actor }, done);
      }
      const result = await handle(context);
      if (!isRefusal(result)) await keepSubmission(db, actor.id, submission, result);
      return result;
    });
  });
}

type Stepper<E extends EndpointSpec> = E['needs'] extends 'public' ? null : Actor;
/** Runs one transaction of a call that has several. */
export type Step<E extends EndpointSpec> = <T>(
  work: (db: Db, actor: Stepper<E>) => Promise<T>,
  /** The transaction in which the call has its effect: that it was carried out is stored with it. */
  how?: 'effect',
) => Promise<T>;

/**
 * For a call that does slow work between two transactions (hashing a password), so that no connection waits for it.
 * `step` runs one transaction; who calls is judged in each, since a session may end meanwhile.
 */
export function routeInSteps<const E extends EndpointSpec & { needs: 'public' | 'session' | Rule }>(
  app: FastifyInstance,
  spec: E,
  handle: (
    context: Parsed<E> & {
      step: Step<E>;
      http: Exchange;
    },
  ) => Promise<Handled<E>>,
  ...[again]: Again<E>
): void {
  register(app, spec, async (request, reply, tenantId) => {
    const open = spec.needs === 'public';
    const secret = open ? undefined : shownSecret(spec, request);
    if (!secret && !open) throw new PortalError('unauthorized');
    const submission = submissionOf(spec, request);
    const step: Step<E> = (work, how) =>
      inTenant(app.deps.pool, tenantId, async (db) => {
        const actor = await authorise(db, spec, request, secret);
        const keyed = how === 'effect' && submission && isPerson(actor) ? actor : undefined;
        if (keyed && submission && (await takeSubmission(db, keyed.id, submission)))
          throw new PortalError('stillRunning');
        const result = await work(db, actor as Stepper<E>); // by `needs`, as the type says
        if (keyed && submission && !isRefusal(result)) await keepSubmission(db, keyed.id, submission, result);
        return result;
      });
    // nobody without the right learns what the input should look like
    const before = open
      ? undefined
      : await step(async (db, actor) => {
          const done = submission && isPerson(actor) ? await takeSubmission(db, actor.id, submission) : undefined;
          if (!done || !isPerson(actor)) return undefined;
          const context = { ...parse(spec, request), db, actor, http: exchange(request, reply) };
          reply.header('idempotency-replayed', 'true');
          return { answer: await repeated(spec, again, context, done) };
        });
    if (before) return before.answer;
    return handle({ ...parse(spec, request), step, http: exchange(request, reply) });
  });
}

export type Stream = {
  raw: ServerResponse;
  tenantId: string;
  /** Tells whose stream it is, while the session lives. */
  secret: string;
  actor: Actor;
};

/**
 * Serves an endpoint whose answer goes on (server-sent events): tenant, caller and input are judged as by `route()`,
 * then `open` has the response for itself. Whether the caller may still listen is for `open` to ask.
 */
export function routeStream<const E extends EndpointSpec & { needs: 'session'; stream: true }>(
  app: FastifyInstance,
  spec: E,
  open: (stream: Stream, input: Parsed<E>) => void,
): void {
  app.route({
    method: spec.method,
    url: spec.path,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const tenantId = await tenantOf(app.deps, request);
      const secret = shownSecret(spec, request);
      if (!secret) throw new PortalError('unauthorized');
      const actor = await inTenant(app.deps.pool, tenantId, async (db) => authorise(db, spec, request, secret));
      const input = parse(spec, request);
      reply.hijack();
      const { raw } = reply;
      // one answer for one asking, that no proxy keeps or gathers
      for (const [name, value] of Object.entries(reply.getHeaders())) {
        if (value !== undefined) raw.setHeader(name, value);
      }
      raw.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' });
      open({ raw, tenantId, secret, actor: actor as Actor }, input); // `needs` is a session
    },
  });
  app.endpoints.push(spec);
}

declare module 'fastify' {
  interface FastifyContextConfig {
    bodyKeys?: number;
  }
  interface FastifyInstance {
    deps: Deps;
    /** What is registered, for /api/docs and the test that walks the contract. */
    endpoints: EndpointSpec[];
  }
}
