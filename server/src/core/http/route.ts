import type { EndpointSpec, Out, Parsed } from '@keyward/contract/endpoint';
import { limits } from '@keyward/contract/limits';
import type { Rule } from '@keyward/contract/permissions';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { violates } from '#db/start-error.ts';
import { type Db, inTenant } from '#db/tenant.ts';
import { authorise, isProfile } from './caller.ts';
import { PortalError } from '#core/errors.ts';
import { type Exchange, exchange, parse } from './exchange.ts';
import { type Call, type CallerOf, register } from './register.ts';
import { type CompletedCall, recordSubmission, submissionOf, claimSubmission } from './repeats.ts';
import { type Bodiless, sendReply, isRefusal, type ReadyJson, type Refusal } from './reply.ts';
import { type Actor, assumedActor } from '#core/auth/session.ts';

type Answer<T> = [T] extends [undefined] ? void : T;
type HandlerResult<E extends EndpointSpec> = Answer<Out<E>> | ReadyJson | Refusal | Bodiless;
/** Reads the reply of a completed call again: `id` is the entity that it created or changed, `at` the time. */
type Reread<E extends EndpointSpec> = (
  context: Parsed<E> & { db: Db; actor: Actor; http: Exchange },
  id: string,
  at: string,
) => Promise<Out<E>>;
/** Required for every write with an Idempotency-Key, except a reply with a secret, where only a stored one can be read again. */
type RereadArgs<E extends EndpointSpec> = E extends { writes: true }
  ? [reread: Reread<E>]
  : E['method'] extends 'GET'
    ? []
    : E['needs'] extends 'public' | 'controller'
      ? []
      : E extends { repeatable: true }
        ? []
        : E extends { secret: true }
          ? [reread?: Reread<E>]
          : [Out<E>] extends [undefined]
            ? []
            : [reread: Reread<E>];
export type Context<E extends EndpointSpec> = Parsed<E> & { db: Db; actor: CallerOf<E>; http: Exchange };

/** The reply to a repeated call. A secret that is stored as a hash is shown only once. */
async function replyToRepeat<E extends EndpointSpec>(
  spec: E,
  reread: Reread<E> | undefined,
  context: Parameters<Reread<E>>[0],
  { id, at }: CompletedCall,
): Promise<unknown> {
  if (spec.secret && !reread) throw new PortalError('alreadyDone');
  return reread?.(context, id, at);
}

function serve<E extends EndpointSpec>(app: FastifyInstance, spec: E, run: (call: Call<E>) => Promise<unknown>): void {
  register(app, spec, async (call) => sendReply(app.deps, spec, call.reply, await run(call)));
}

/** Whether the call reads a page of a list, which has no effect. A larger page is an export, which records its event. */
function mayReadAhead(spec: EndpointSpec, request: FastifyRequest): boolean {
  const { results_per_page: size } = request.query as { results_per_page?: unknown };
  return spec.list !== undefined && (size === undefined || Number(size) <= limits.pageSizeMax);
}

/**
 * Sends `read`'s query together with the one that finds the caller, in one transaction after it, assuming that the caller is as
 * at the session's last request: one round trip instead of two. Undefined when the assumption was wrong; then none of the result
 * is used. Throws what `judge` throws, regardless of `read`.
 */
async function readAhead<T>(
  app: FastifyInstance,
  tenantId: string,
  assumed: Actor,
  { judge, read }: { judge: (db: Db) => Promise<unknown>; read: (db: Db) => Promise<T> },
): Promise<{ value: T } | undefined> {
  const work = async (db: Db) => {
    const judged = judge(db);
    const early = read(db);
    // its failure counts only once the caller is judged
    early.catch(() => {});
    if ((await judged) !== assumed) throw callerChanged;
    return { value: await early };
  };
  try {
    return await app.deps.tenantCalls(tenantId)(() => inTenant(app.deps.pool, tenantId, work));
  } catch (error) {
    if (error === callerChanged) return undefined;
    throw error;
  }
}
const callerChanged = new Error('the caller has changed since the last request');

/**
 * Serves one endpoint of the contract: finds the tenant by host and the caller by cookie or token, checks `needs`,
 * parses the input, and runs `handle` in the tenant's transaction, which a throw rolls back.
 */
export function route<const E extends EndpointSpec>(
  app: FastifyInstance,
  spec: E,
  handle: (context: Context<E>) => Promise<HandlerResult<E>>,
  ...[reread]: RereadArgs<E>
): void {
  serve(app, spec, async ({ request, reply, tenantId, tokenHash, asCaller }) => {
    const contextOf = (db: Db, actor: CallerOf<E>) => ({
      ...parse(spec, request),
      db,
      actor,
      http: exchange(request, reply),
    });
    const assumed = tokenHash && mayReadAhead(spec, request) ? assumedActor(tenantId, tokenHash) : undefined;
    if (assumed) {
      const result = await readAhead(app, tenantId, assumed, {
        judge: (db) => authorise(db, spec, request, tokenHash),
        read: async (db) => handle(contextOf(db, assumed as CallerOf<E>)), // a list is read by a profile
      });
      if (result) return result.value;
    }
    return asCaller(async (db, actor) => {
      const context = contextOf(db, actor);
      const submission = submissionOf(spec, request);
      if (!submission || !isProfile(actor)) return handle(context);
      const done = await claimSubmission(db, actor.id, submission);
      if (done) {
        reply.header('idempotency-replayed', 'true');
        return replyToRepeat(spec, reread, { ...context, actor }, done);
      }
      const result = await handle(context);
      if (!isRefusal(result)) await recordSubmission(db, actor.id, submission, result);
      return result;
    });
  });
}

/**
 * Serves a call of a controller for which a person waits: `read` sends its queries with the one that finds the caller, which
 * saves a round trip. It identifies the controller by the hash of its token and changes nothing that outlasts the transaction;
 * its errors count only once the caller is judged. `handle` gets its result. When the writes of `handle` violate `outdated`, a
 * constraint, that result has changed since, and both run once more.
 */
export function routeReadingAhead<const E extends EndpointSpec & { needs: 'controller' }, R>(
  app: FastifyInstance,
  spec: E,
  read: (context: Parsed<E> & { db: Db; tokenHash: Buffer }) => Promise<R>,
  handle: (context: Context<E>, found: R) => Promise<HandlerResult<E>>,
  outdated: string,
): void {
  serve(app, spec, ({ request, reply, tenantId, tokenHash = Buffer.alloc(0) }) => {
    const work = async (db: Db) => {
      const judged = authorise(db, spec, request, tokenHash);
      const early = (async () => {
        const input = parse(spec, request);
        return { input, found: await read({ ...input, db, tokenHash }) };
      })();
      early.catch(() => {});
      const actor = (await judged) as CallerOf<E>; // guaranteed by `needs`
      const { input, found } = await early;
      return handle({ ...input, db, actor, http: exchange(request, reply) }, found);
    };
    const run = () => inTenant(app.deps.pool, tenantId, work);
    return app.deps.controllerCalls(() =>
      run().catch((error: unknown) => {
        if (!violates(error, outdated)) throw error;
        return run();
      }),
    );
  });
}

type StepActor<E extends EndpointSpec> = E['needs'] extends 'public' ? null : Actor;
/** Runs one transaction of a call that has several. */
export type Step<E extends EndpointSpec> = <T>(
  work: (db: Db, actor: StepActor<E>) => Promise<T>,
  /** The transaction in which the call takes effect; the call's completion is stored with it. */
  how?: 'effect',
) => Promise<T>;

/**
 * Serves a call that does slow work between two transactions (hashing a password), so that no connection is held during it.
 * `step` runs one transaction and authenticates the caller again, since the session may have ended.
 */
export function routeInSteps<const E extends EndpointSpec & { needs: 'public' | 'session' | Rule }>(
  app: FastifyInstance,
  spec: E,
  handle: (
    context: Parsed<E> & {
      step: Step<E>;
      http: Exchange;
    },
  ) => Promise<HandlerResult<E>>,
  ...[reread]: RereadArgs<E>
): void {
  serve(app, spec, async ({ request, reply, tenantId, asCaller }) => {
    const isPublic = spec.needs === 'public';
    // a public call is the same for everyone, with or without a session
    const anonymously = <T>(work: (db: Db, caller: null) => Promise<T>) =>
      app.deps.tenantCalls(tenantId)(() =>
        inTenant(app.deps.pool, tenantId, async (db) =>
          work(db, (await authorise(db, spec, request, undefined)) as null),
        ),
      );
    const run = (isPublic ? anonymously : asCaller) as <T>(
      work: (db: Db, caller: StepActor<E>) => Promise<T>,
    ) => Promise<T>;
    const submission = submissionOf(spec, request);
    const step: Step<E> = (work, how) =>
      run(async (db, actor) => {
        const keyed = how === 'effect' && submission && isProfile(actor) ? actor : undefined;
        if (keyed && submission && (await claimSubmission(db, keyed.id, submission)))
          throw new PortalError('stillRunning');
        const result = await work(db, actor);
        if (keyed && submission && !isRefusal(result)) await recordSubmission(db, keyed.id, submission, result);
        return result;
      });
    // a caller without the permission learns nothing about the input format
    const replayed = isPublic
      ? undefined
      : await step(async (db, actor) => {
          const done = submission && isProfile(actor) ? await claimSubmission(db, actor.id, submission) : undefined;
          if (!done || !isProfile(actor)) return undefined;
          const context = { ...parse(spec, request), db, actor, http: exchange(request, reply) };
          reply.header('idempotency-replayed', 'true');
          return { answer: await replyToRepeat(spec, reread, context, done) };
        });
    if (replayed) return replayed.answer;
    return handle({ ...parse(spec, request), step, http: exchange(request, reply) });
  });
}
