import type { EndpointSpec } from '@keyward/contract/endpoint';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Controller } from '#core/auth/controller.ts';
import type { Actor } from '#core/auth/session.ts';
import { secretHash } from '#core/auth/secrets.ts';
import { presentedSecret } from '#core/auth/session-cookie.ts';
import type { Deps } from '#core/deps.ts';
import { PortalError } from '#core/errors.ts';
import { withRetries } from '#db/retries.ts';
import { type Db, inTenant } from '#db/tenant.ts';
import type { Share } from './call-shares.ts';
import { authorise, tenantOf } from './caller.ts';

/** The caller of an endpoint: null is a public call without a valid session. */
export type CallerOf<E extends EndpointSpec> = E['needs'] extends 'public'
  ? Actor | null
  : E['needs'] extends 'controller'
    ? Controller
    : Actor;

export type Call<E extends EndpointSpec> = {
  request: FastifyRequest;
  reply: FastifyReply;
  tenantId: string;
  /** The hash of the caller's secret: a session's cookie or a controller's token. Only public calls may have none. */
  tokenHash: Buffer | undefined;
  /**
   * Runs one transaction when there is room for it, after authenticating and authorising the caller in it; runs it again from the
   * beginning when it has lost a deadlock against another call. Never within another. Throws 401, 403 and unavailable.
   */
  asCaller: <T>(work: (db: Db, caller: CallerOf<E>) => Promise<T>) => Promise<T>;
};

/** Each retry costs PostgreSQL's deadlock_timeout, a second. */
const deadlockRetries = 2;

/** Limits on a body. Unauthenticated requests are limited to small bodies, which are cheap to parse. */
function bodyLimits({ needs, bodyLimit, bodyKeys }: EndpointSpec) {
  const isPublic = needs === 'public';
  return { bodyLimit: bodyLimit ?? (isPublic ? 4096 : undefined), bodyKeys: bodyKeys ?? (isPublic ? 100 : 10_000) };
}

/** The share of the connections that the call may use. */
const shareOf = ({ controllerCalls, tenantCalls }: Deps, { needs }: EndpointSpec, tenantId: string): Share =>
  needs === 'controller' ? controllerCalls : tenantCalls(tenantId);

/** Bodies above the server's usual size are read only from callers that may send them. */
const usualBody = 1024 * 1024;

/**
 * Refuses a call before its body is read: one without a secret that it needs, and one with a large body whose caller may not make
 * it. Throws unknownHost, 401 and 403.
 */
async function guardBody({ deps }: FastifyInstance, spec: EndpointSpec, request: FastifyRequest) {
  const secret = presentedSecret(spec, request);
  const isMissing = !secret && spec.needs !== 'public';
  const isLarge = (spec.bodyLimit ?? 0) > usualBody;
  if (!isMissing && !isLarge) return;
  const tenantId = await tenantOf(deps, request);
  if (isMissing) throw new PortalError(spec.needs === 'controller' ? 'invalidControllerToken' : 'unauthorized');
  const judge = () =>
    inTenant(deps.pool, tenantId, (db) => authorise(db, spec, request, secret ? secretHash(secret) : undefined));
  await shareOf(deps, spec, tenantId)(judge);
}

/** Serves an endpoint: `answer` sends the reply. Throws unknownHost, and 401 when a required secret is missing. */
export function register<E extends EndpointSpec>(
  app: FastifyInstance,
  spec: E,
  answer: (call: Call<E>) => Promise<unknown>,
): void {
  const { bodyLimit, bodyKeys } = bodyLimits(spec);
  app.route({
    method: spec.method,
    url: spec.path,
    exposeHeadRoute: false,
    config: { secret: spec.secret ?? false, writes: spec.writes ?? false, bodyKeys, file: spec.file },
    ...(bodyLimit ? { bodyLimit } : {}),
    onRequest: (request) => guardBody(app, spec, request),
    handler: async (request, reply) => {
      const tenantId = await tenantOf(app.deps, request);
      const secret = presentedSecret(spec, request);
      const tokenHash = secret ? secretHash(secret) : undefined;
      const inOwnTenant: Call<E>['asCaller'] = (work) =>
        withRetries(
          () =>
            inTenant(
              app.deps.pool,
              tenantId,
              async (db) => work(db, (await authorise(db, spec, request, tokenHash)) as CallerOf<E>), // guaranteed by `needs`
            ),
          deadlockRetries,
        );
      const share = shareOf(app.deps, spec, tenantId);
      const asCaller: typeof inOwnTenant = (work) => share(() => inOwnTenant(work));
      return answer({ request, reply, tenantId, tokenHash, asCaller });
    },
  });
  app.endpoints.push(spec);
}
