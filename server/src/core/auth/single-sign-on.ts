import { timingSafeEqual } from 'node:crypto';
import type { signIn } from '@keyward/contract/auth';
import { confirmActs } from '@keyward/contract/confirm-acts';
import type { Parsed } from '@keyward/contract/endpoint';
import { z } from 'zod';
import { clock, isWithin } from '#core/clock.ts';
import { PortalError } from '#core/errors.ts';
import type { Exchange } from '#core/http/exchange.ts';
import type { Db } from '#db/tenant.ts';
import { beginSignIn, endSignIn, type Identity, type OidcSettings, SsoError } from './oidc.ts';
import { clearAttempts, reserveExchange } from './attempts.ts';
import type { SealedColumn } from './sealed-column.ts';
import { secretHash, type Vault } from './secrets.ts';
import type { Step } from './start-session.ts';

export type SsoContext = {
  vault: Vault;
  portalBase: () => string;
  /** Logs the cause for the operator; the user sees only a code. */
  warn: (cause: unknown, text: string) => void;
};

/** The identity provider of the vendor's own staff, by the name in the URL. */
export type SupportProvider = Omit<OidcSettings, 'redirectUri'> & { name: string };

const attemptMinutes = 10;
/** The act that a fresh sign-in confirms, and the session that it is confirmed for. */
const confirmsSchema = z.object({ act: z.enum(confirmActs), sessionId: z.string() });
const attemptSchema = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  at: z.number(),
  confirms: confirmsSchema.optional(),
});
type StoredAttempt = z.infer<typeof attemptSchema>;
export const clientSecretContext = (tenantId: string) => `sso client ${tenantId}`;
export const clientSecrets: SealedColumn = {
  table: 'sso_provider',
  column: 'client_secret',
  key: [],
  context: clientSecretContext,
};

/** A provider as configured for a tenant. `cookie` names the sealed cookie kept between redirect and callback. */
export type TenantProvider = OidcSettings & { cookie: string; tenantId: string; claim: string };
const attemptContext = ({ cookie: note, tenantId }: TenantProvider) => `${note} attempt ${tenantId}`;

async function asPortalError<T>(context: SsoContext, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof SsoError)) throw error;
    context.warn(error.cause, error.code);
    throw new PortalError(error.code);
  }
}

type Beginning = { username?: string; confirms?: z.infer<typeof confirmsSchema> };
/**
 * Starts a sign-in at the provider, a fresh one if it `confirms` an act. Nothing is stored: the browser keeps the sealed
 * attempt. Errors: ssoConfig001, providerNoAnswer.
 */
export async function beginSso(
  provider: TenantProvider,
  http: Exchange,
  context: SsoContext,
  { username, confirms }: Beginning = {},
) {
  const { url, ...attempt } = await asPortalError(
    context,
    beginSignIn(provider, { username, fresh: confirms !== undefined }),
  );
  const text = JSON.stringify({ ...attempt, at: clock.now().getTime(), confirms } satisfies StoredAttempt);
  http.setCookie(
    provider.cookie,
    context.vault.seal(text, attemptContext(provider)).toString('base64url'),
    attemptMinutes * 60,
  );
  return { data: { url } };
}

function readAttempt(provider: TenantProvider, http: Exchange, context: SsoContext) {
  const sealed = http.readCookie(provider.cookie);
  if (sealed) http.setCookie(provider.cookie, '', 0);
  const text = sealed && context.vault.open(Buffer.from(sealed, 'base64url'), attemptContext(provider));
  if (!text) return undefined;
  const attempt = attemptSchema.parse(JSON.parse(text));
  return isWithin(attemptMinutes, attempt.at) ? attempt : undefined;
}

const same = (one: string, other: string) => timingSafeEqual(secretHash(one), secretHash(other));

const sameUrl = (one: string, other: string) => URL.parse(one)?.href === URL.parse(other)?.href;

export type ProviderAnswer = Parsed<typeof signIn.sso>['body'];

/** Providers give times in whole seconds. */
const roundingSeconds = 2;

/**
 * Whether the person has signed in at the provider since the attempt began. The age of the sign-in by the provider's clock is
 * compared with the age of the attempt by ours, so that the clocks need not agree.
 */
function isFresh({ issuedAt, authenticatedAt }: Identity, attempt: StoredAttempt): boolean {
  // another server's clock may be ahead of ours
  const seconds = Math.max(0, clock.now().getTime() - attempt.at) / 1000;
  return authenticatedAt !== undefined && Math.abs(issuedAt - authenticatedAt) <= seconds + roundingSeconds;
}

/** Asks the provider about a code. Codes that lead to no identity are limited by address. Errors: tooManyAttempts. */
async function exchange<T>(step: Step, http: Exchange, ask: () => Promise<T>): Promise<T> {
  const attempt = await step((db) => reserveExchange(db, http));
  const takeBack = () => step((db) => clearAttempts(db, attempt));
  try {
    const identity = await ask();
    await takeBack();
    return identity;
  } catch (error) {
    // a provider that is down must not block the people of an address once it is up
    if (error instanceof PortalError && error.code === 'providerNoAnswer') await takeBack();
    throw error;
  }
}

/**
 * The identity that the provider returned, the state to consume with it, the time the attempt began, and what it confirms, if
 * anything: then the sign-in was a fresh one. Errors: the SSO codes in docs/sso.md, providerNoAnswer, tooManyAttempts.
 */
export async function completeSso(
  provider: TenantProvider,
  http: Exchange,
  context: SsoContext,
  { step, answer }: { step: Step; answer: ProviderAnswer },
) {
  const attempt = readAttempt(provider, http, context);
  const { code, state, iss, error } = answer;
  if (!attempt || !state || (!code && !error)) throw new PortalError('ssoAuth001');
  if (!same(state, attempt.state)) throw new PortalError('ssoAuth002');
  if (iss !== undefined && !sameUrl(iss, provider.issuer)) throw new PortalError('ssoAuth002');
  if (error || !code) throw new PortalError('ssoAuth003');
  const identity = await exchange(step, http, () =>
    asPortalError(context, endSignIn(provider, attempt, { code, iss }, provider.claim)),
  );
  if (attempt.confirms && !isFresh(identity, attempt)) {
    context.warn(undefined, 'the provider did not ask the person again: auth_time is missing or too old');
    throw new PortalError('ssoToken001');
  }
  return { state, identity, confirms: attempt.confirms, begun: new Date(attempt.at) };
}

/** Consumes a state, so that it starts only one session even if the provider accepts a code twice. Throws ssoAuth004. */
export async function consumeState(db: Db, state: string): Promise<void> {
  const inserted = await db
    .insertInto('sso_state')
    .values({ state_hash: secretHash(state) })
    .onConflict((used) => used.doNothing())
    .returning('used_at')
    .executeTakeFirst();
  if (!inserted) throw new PortalError('ssoAuth004');
}
