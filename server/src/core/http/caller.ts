// Authenticates a request: the tenant by its host, the profile or controller by its secret.
import type { EndpointSpec } from '@keyward/contract/endpoint';
import type { FastifyRequest } from 'fastify';
import type { Db } from '#db/tenant.ts';
import { type Controller, findController } from '#core/auth/controller.ts';
import type { Deps } from '#core/deps.ts';
import { PortalError } from '#core/errors.ts';
import { userAgentOf } from './exchange.ts';
import { requireConfirmation } from '#core/auth/confirmation.ts';
import { setOrigin } from '#core/events/origin.ts';
import { type Actor, findActor } from '#core/auth/session.ts';
import { hostName } from '#core/tenants.ts';

/** The tenant of the request's host. Throws unknownHost, and unavailable while the database is unreachable. */
export async function tenantOf(deps: Deps, request: FastifyRequest): Promise<string> {
  if (deps.readiness.down()) throw new PortalError('unavailable');
  // two Host headers could be resolved to different tenants by proxy and server (RFC 9112, 3.2)
  const repeatedHost =
    request.raw.rawHeaders.filter((text, i) => i % 2 === 0 && text.toLowerCase() === 'host').length > 1;
  const host = repeatedHost ? undefined : hostName(request.headers.host);
  const tenant = host && (await deps.findTenant(host));
  if (!tenant) throw new PortalError('unknownHost');
  request.logFields.tenant = tenant.slug;
  return tenant.id;
}

/** Whether the call does more than read. */
export const hasEffect = ({ method, writes }: EndpointSpec): boolean => method !== 'GET' || writes === true;

/** The caller, by the hash of its secret, checked against the endpoint's `needs` and `confirm`. Throws 401 and 403. */
export async function authorise(db: Db, spec: EndpointSpec, request: FastifyRequest, tokenHash: Buffer | undefined) {
  if (spec.needs === 'controller') {
    const controller = tokenHash && (await findController(db, tokenHash));
    if (!controller) throw new PortalError('invalidControllerToken');
    setOrigin(db, { system: 'gateway' });
    return controller;
  }
  const own = !spec.background && request.headers['keyward-background'] === undefined && spec.needs !== 'public';
  // the portal's session check reports mouse or keyboard activity that caused no other call
  const active = request.headers['keyward-activity'] !== undefined;
  const actor = tokenHash ? await findActor(db, tokenHash, own || active) : undefined;
  if (actor) request.logFields.profile = actor.id;
  setOrigin(db, {
    system: 'portal',
    userAgent: userAgentOf(request),
    ...(actor?.support && actor.email ? { operator: actor.email } : {}),
  });
  // a page must not act or read with the cookie of another profile, which signed in by another tab
  const shown = request.headers['keyward-person'];
  if (actor && shown !== undefined && shown !== actor.id) throw new PortalError('anotherPerson');
  if (spec.needs === 'public') return actor ?? null;
  if (!actor) throw new PortalError(tokenHash ? 'sessionExpired' : 'unauthorized');
  if (actor.support && hasEffect(spec) && !spec.inSupport) throw new PortalError('supportReadOnly');
  if (spec.needs !== 'session' && !spec.needs.holds(actor.authority)) throw new PortalError('forbidden');
  if (spec.confirm) await requireConfirmation(db, actor, spec.confirm);
  return actor;
}

export const isProfile = (actor: Actor | Controller | null): actor is Actor => actor !== null && 'sessionId' in actor;
