import type { EndpointSpec, Out, Parsed } from '@keyward/contract/endpoint';
import type { Rule } from '@keyward/contract/permissions';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Db, inTenant } from '#db/tenant.ts';
import { authorise, isPerson, tenantOf } from './caller.ts';
import type { Controller } from '#core/auth/controller.ts';
import { PortalError } from '#core/errors.ts';
import { type Exchange, exchange, parse } from './exchange.ts';
import { type Done, keepSubmission, submissionOf, takeSubmission } from './repeats.ts';
import { answer, isRefusal, type ReadyJson, type Refusal } from './reply.ts';
import type { Actor } from '#core/auth/session.ts';
import { shownSecret } from '#core/auth/session-cookie.ts';

type Who<E extends EndpointSpec> = E['needs'] extends 'public'
  ? Actor | null
  : E['needs'] extends 'controller'
    ? Controller
    : Actor;

type Answer<T> = [T] extends [undefined] ? void : T;
type Handled<E extends EndpointSpec> = Answer<Out<E>> | ReadyJson | Refusal;
/** Reads the reply of a completed call again: `id` is the entity that it created or changed. */
type ReadAgain<E extends EndpointSpec> = (
  context: Parsed<E> & { db: Db; actor: Actor; http: Exchange },
  id: string,
) => Promise<Out<E>>;
/** Required for every write that takes an Idempotency-Key and replies with something other than a secret. */
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

/** The reply to a repeated call. A secret is shown only once: it is not stored and cannot be shown again. */
async function repeated<E extends EndpointSpec>(
  spec: E,
  again: ReadAgain<E> | undefined,
  context: Parameters<ReadAgain<E>>[0],
  { id }: Done,
): Promise<unknown> {
  if (spec.secret) throw new PortalError('alreadyDone');
  return again?.(context, id);
}

/** Unauthenticated requests are limited to small bodies, which are cheap to parse. */
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
      return answer(app.deps, spec, reply, result);
    },
  });
  app.endpoints.push(spec);
}

/**
 * Serves one endpoint of the contract: finds the tenant by host and the caller by cookie or token, checks `needs`,
 * parses the input, and runs `handle` in the tenant's transaction, which a throw rolls back.
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
      const actor = (await authorise(db, spec, request, secret)) as Who<E>; // guaranteed by `needs`, as in Who
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
/** Runs one transaction of a call with several. */
export type Step<E extends EndpointSpec> = <T>(
  work: (db: Db, actor: Stepper<E>) => Promise<T>,
  /** The transaction in which the call takes effect: the completion of the call is stored with it. */
  how?: 'effect',
) => Promise<T>;

/**
 * For a call that does slow work between two transactions (hashing a password), so that no connection is held during
 * it. `step` runs one transaction and authenticates the caller again, since the session may have ended.
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
        const result = await work(db, actor as Stepper<E>); // guaranteed by `needs`, as in the type
        if (keyed && submission && !isRefusal(result)) await keepSubmission(db, keyed.id, submission, result);
        return result;
      });
    // a caller without the permission learns nothing about the input format
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
