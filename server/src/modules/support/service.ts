import { limits } from '@keyward/contract/limits';
import { fits } from '@keyward/contract/characters';
import { paths } from '@keyward/contract/paths';
import { PortalError } from '#core/errors.ts';
import { contentId } from '#core/events/events.ts';
import { isMailAddress } from '#core/mail/mail.ts';
import { setOrigin } from '#core/events/origin.ts';
import { portalAddress } from '#core/http/portal-address.ts';
import { record } from '#core/events/record.ts';
import type { Exchange } from '#core/http/exchange.ts';
import { refuse } from '#core/http/reply.ts';
import { createSession, supportMinutes } from '#core/auth/session.ts';
import {
  completeSso,
  beginSso,
  type TenantProvider,
  type ProviderAnswer,
  type SsoContext,
  consumeState,
  type SupportProvider,
} from '#core/auth/single-sign-on.ts';
import type { Step } from '#core/auth/start-session.ts';
import type { Db } from '#db/tenant.ts';
import { upsertSupportProfile, allowsSupport } from './queries.ts';
import type { Identity } from '#core/auth/oidc.ts';

export type SupportContext = SsoContext & { supportProvider: SupportProvider | undefined };

/** The provider of support sign-ins. Throws notFound for an unknown provider, and if the tenant does not allow support access. */
async function providerFor(db: Db, context: SupportContext, name: string): Promise<TenantProvider> {
  const { supportProvider: provider } = context;
  const open = provider?.name === name && (await allowsSupport(db));
  if (!provider || !open) throw new PortalError('notFound');
  const redirectUri = `${await portalAddress(db, context.portalBase())}${paths.sso()}/${encodeURIComponent(provider.name)}`;
  return { ...provider, cookie: 'support', tenantId: db.tenantId, claim: 'email', redirectUri };
}

/** Sign-in address of the vendor's staff. Errors: notFound, ssoConfig001, providerNoAnswer. */
export async function startSupport(step: Step, http: Exchange, context: SupportContext, name: string) {
  const provider = await step((db) => providerFor(db, context, name));
  return beginSso(provider, http, context);
}

/** Starts a support session from the provider's callback. Errors: notFound, the SSO codes. */
export async function finishSupport(
  step: Step,
  http: Exchange,
  context: SupportContext,
  { name, answer }: { name: string; answer: ProviderAnswer },
) {
  const provider = await step((db) => providerFor(db, context, name));
  const { state, identity } = await completeSso(provider, http, context, { step, answer });
  return step(async (db) => {
    // the tenant may have revoked support access in between
    await providerFor(db, context, name);
    await consumeState(db, state);
    return openSession(db, http, name, identity);
  });
}

/** The staff member's name in events, from the provider's claims; an e-mail address only when it is verified. */
function staffOf({ claims }: Identity): { name: string; email: string } | undefined {
  const { email, email_verified: verified, name } = claims;
  if (typeof email !== 'string' || verified !== true || email.length > limits.email || !isMailAddress(email))
    return undefined;
  const claimedName = typeof name === 'string' && fits(name, limits.email) ? name.replace(/\p{C}+/gu, ' ').trim() : '';
  return { name: [...(claimedName || email)].slice(0, limits.profileName).join(''), email };
}

async function openSession(db: Db, http: Exchange, provider: string, identity: Identity) {
  const staff = staffOf(identity);
  if (!staff) {
    await record(db, null, {
      event: 'FAILED_LOGIN',
      result: 'failure',
      raw: { by: 'support', code: 'ssoIdentity001' },
    });
    return refuse('ssoIdentity001');
  }
  const { issuer, subject } = identity;
  const id = contentId(db.tenantId, 'support', issuer, subject);
  await upsertSupportProfile(db, id, staff.name);
  http.startSession(await createSession(db, id, http, staff.email));
  setOrigin(db, { system: 'portal', userAgent: http.userAgent, operator: staff.email });
  await record(
    db,
    { id, ...staff, locations: [] },
    {
      event: 'LOGIN',
      result: 'success',
      entity: { domain: 'profile', id, ...staff },
      raw: { by: 'support', provider, subject, minutes: supportMinutes },
    },
  );
  return { data: { isAuthenticated: true } } as const;
}
