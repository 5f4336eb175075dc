import { timingSafeEqual } from 'node:crypto';
import type { signIn } from '@keyward/contract/auth';
import type { Parsed } from '@keyward/contract/endpoint';
import type { ErrorCode } from '@keyward/contract/errors';
import { limits } from '@keyward/contract/limits';
import { fits } from '@keyward/contract/text';
import { z } from 'zod';
import { clock } from '#core/clock.ts';
import { PortalError } from '#core/errors.ts';
import { portalAddress } from '#core/http/portal-address.ts';
import { record } from '#core/events/record.ts';
import type { Exchange } from '#core/http/exchange.ts';
import { refuse } from '#core/http/reply.ts';
import { secretHash, type Vault } from '#core/auth/secrets.ts';
import { type Db, rows } from '#db/tenant.ts';
import { beginSignIn, endSignIn, type Identity, type OidcSettings, SsoError } from './oidc.ts';
import { findByUsername, lockProfile, type SignInProfile, ssoProvider } from './queries.ts';
import { startSession, type Step } from './service.ts';

export type SsoContext = {
  vault: Vault;
  portalBase: () => string;
  /** Causes for the operator; what the person sees is a code. */
  warn: (cause: unknown, text: string) => void;
};

const minutes = 10;
const attemptSchema = z.object({ state: z.string(), nonce: z.string(), verifier: z.string(), at: z.number() });
export const clientSecretContext = (tenantId: string) => `sso client ${tenantId}`;

/** A provider as one tenant uses it. `note` names the sealed cookie between leaving for it and coming back. */
export type Party = OidcSettings & { note: string; tenantId: string; claim: string };
const noteContext = ({ note, tenantId }: Party) => `${note} attempt ${tenantId}`;

/** The tenant's provider; with a profile ID: only if the policy sends it there. */
async function providerOf(db: Db, context: SsoContext, username?: string): Promise<Party | undefined> {
  const stored = await ssoProvider(db, username);
  if (!stored) return undefined;
  const clientSecret = context.vault.open(stored.client_secret, clientSecretContext(db.tenantId));
  if (clientSecret === undefined) {
    context.warn(undefined, 'the client secret cannot be decrypted: was the key of this server changed?');
    throw new PortalError('ssoConfig001');
  }
  return {
    note: 'sso',
    tenantId: db.tenantId,
    issuer: stored.issuer,
    clientId: stored.client_id,
    clientSecret,
    claim: stored.profile_claim,
    redirectUri: `${await portalAddress(db, context.portalBase())}/sso`,
  };
}

async function asPortalError<T>(context: SsoContext, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof SsoError)) throw error;
    context.warn(error.cause, error.code);
    throw new PortalError(error.code);
  }
}

/** Where to sign in at the provider. Nothing is stored: the attempt goes with the browser, sealed. Errors: ssoConfig001. */
export async function leaveFor(party: Party, http: Exchange, context: SsoContext, username?: string) {
  const { url, ...attempt } = await asPortalError(context, beginSignIn(party, username));
  const note = JSON.stringify({ ...attempt, at: clock.now().getTime() });
  http.leaveNote(party.note, context.vault.seal(note, noteContext(party)).toString('base64url'), minutes * 60);
  return { data: { url } };
}

/** Where this profile ID signs in, by the tenant's policy, whether it exists or not. Errors: notFound where a password is used, ssoConfig001. */
export async function startSso(step: Step, http: Exchange, context: SsoContext, username: string) {
  const provider = await step((db) => providerOf(db, context, username));
  if (!provider) throw new PortalError('notFound');
  return leaveFor(provider, http, context, username);
}

function readNote(party: Party, http: Exchange, context: SsoContext) {
  const sealed = http.note(party.note);
  if (sealed) http.leaveNote(party.note, '', 0);
  const text = sealed && context.vault.open(Buffer.from(sealed, 'base64url'), noteContext(party));
  if (!text) return undefined;
  const note = attemptSchema.parse(JSON.parse(text));
  const age = clock.now().getTime() - note.at;
  return age >= 0 && age <= minutes * 60_000 ? note : undefined;
}

const same = (one: string, other: string) => timingSafeEqual(secretHash(one), secretHash(other));

const sameUrl = (one: string, other: string) => URL.parse(one)?.href === URL.parse(other)?.href;

export type ProviderAnswer = Parsed<typeof signIn.sso>['body'];

/** Who came back from the provider, and the state to be used up with it. Errors: the SSO codes as docs/sso.md tells them. */
export async function comeBack(party: Party, http: Exchange, context: SsoContext, answer: ProviderAnswer) {
  const attempt = readNote(party, http, context);
  const { code, state, iss, error } = answer;
  if (!attempt || !state || (!code && !error)) throw new PortalError('ssoAuth001');
  if (!same(state, attempt.state)) throw new PortalError('ssoAuth002');
  if (iss !== undefined && !sameUrl(iss, party.issuer)) throw new PortalError('ssoAuth002');
  if (error || !code) throw new PortalError('ssoAuth003');
  return { state, identity: await asPortalError(context, endSignIn(party, attempt, { code, iss }, party.claim)) };
}

const useOnce =
  'insert into sso_state (tenant_id, state_hash) values ($1, $2) on conflict do nothing returning used_at';

/** A state leads to one session, whatever the provider takes. Throws ssoAuth004. */
export async function useState(db: Db, state: string): Promise<void> {
  const first = await rows(db, useOnce, [db.tenantId, secretHash(state)]);
  if (first.length === 0) throw new PortalError('ssoAuth004');
}

/** Ends a single sign-on with what the browser brought back. Errors: those of `comeBack`; notFound where there is no provider. */
export async function finishSso(step: Step, http: Exchange, context: SsoContext, answer: ProviderAnswer) {
  const provider = await step((db) => providerOf(db, context));
  if (!provider) throw new PortalError('notFound');
  const { state, identity } = await comeBack(provider, http, context, answer);
  return step((db) => signInIdentity(db, http, provider, identity, state));
}

async function signInIdentity(db: Db, http: Exchange, { claim }: Party, identity: Identity, state: string) {
  await useState(db, state);
  const found = await profileOf(db, claim, identity);
  if ('refused' in found) {
    const who = found.profile && { ...found.profile, domain: 'profile' as const };
    await record(db, who ?? null, {
      event: 'FAILED_LOGIN',
      result: 'failure',
      raw: { by: 'single sign-on', code: found.refused },
      ...(who ? { entity: who, locations: who.locations } : {}),
    });
    return refuse(found.refused);
  }
  await startSession(db, found.profile, http, 'single sign-on');
  return { data: { isAuthenticated: true } } as const;
}

type Found = { profile: SignInProfile } | { refused: ErrorCode; profile?: SignInProfile };

/** The profile that an account of the provider stands for: bound to it before, or named by the claim the first time. */
async function profileOf(db: Db, claim: string, { issuer, subject, claims }: Identity): Promise<Found> {
  const key = [db.tenantId, issuer, subject];
  const [bound] = await rows<{ profile_id: string }>(
    db,
    'select profile_id from federated_identity where tenant_id = $1 and issuer = $2 and subject = $3',
    key,
  );
  const named = bound ? undefined : nameIn(claims, claim);
  const candidate = named === undefined ? undefined : await findByUsername(db, named);
  const profile = await lockProfile(db, bound?.profile_id ?? candidate?.id ?? '00000000-0000-0000-0000-000000000000');
  if (!profile) return { refused: 'ssoIdentity001' };
  if (profile.disabled) return { refused: 'ssoIdentity002', profile };
  if (!profile.sso) return { refused: 'ssoIdentity003', profile };
  if (bound) return { profile };
  const made = await rows(
    db,
    `insert into federated_identity (tenant_id, issuer, subject, profile_id) values ($1, $2, $3, $4)
     on conflict do nothing returning profile_id`,
    [...key, profile.id],
  );
  return made.length > 0 ? { profile } : { refused: 'ssoIdentity003', profile };
}

/** The profile ID in the claims. An e-mail address counts only if the provider has verified it. */
function nameIn(claims: Identity['claims'], claim: string): string | undefined {
  const value = claims[claim];
  if (typeof value !== 'string' || value === '' || !fits(value, limits.profileId)) return undefined;
  return claim === 'email' && claims['email_verified'] !== true ? undefined : value;
}
