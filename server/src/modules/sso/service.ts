import type { ErrorCode } from '@keyward/contract/errors';
import { limits } from '@keyward/contract/limits';
import { fits } from '@keyward/contract/characters';
import type { Identity } from '#core/auth/oidc.ts';
import { findByUsername, lockProfile, type SignInProfile } from '#core/auth/sign-in-profile.ts';
import {
  completeSso,
  beginSso,
  type TenantProvider,
  type ProviderAnswer,
  type SsoContext,
  consumeState,
} from '#core/auth/single-sign-on.ts';
import { startSession, type Step } from '#core/auth/start-session.ts';
import { existing } from '#core/entity.ts';
import { record } from '#core/events/record.ts';
import type { Exchange } from '#core/http/exchange.ts';
import { refuse } from '#core/http/reply.ts';
import type { Db } from '#db/tenant.ts';
import { providerOf } from './provider.ts';
import { bindProfile, findBoundProfile } from './queries.ts';

/**
 * Starts the sign-in of this profile ID by the tenant's policy, whether the profile exists or not. Errors: notFound if the policy
 * asks for a password, ssoConfig001, providerNoAnswer.
 */
export async function startSso(step: Step, http: Exchange, context: SsoContext, username: string) {
  const provider = existing(await step((db) => providerOf(db, context, username)));
  return beginSso(provider, http, context, { username });
}

/** Completes a single sign-on with the provider's callback. Errors: those of `completeSso`; notFound without a provider. */
export async function finishSso(step: Step, http: Exchange, context: SsoContext, answer: ProviderAnswer) {
  const provider = existing(await step((db) => providerOf(db, context)));
  const { state, identity, begun } = await completeSso(provider, http, context, { step, answer });
  return step((db) => signInIdentity(db, http, provider, { identity, state, begun }));
}

type Completed = { identity: Identity; state: string; begun: Date };

async function signInIdentity(
  db: Db,
  http: Exchange,
  { claim }: TenantProvider,
  { identity, state, begun }: Completed,
) {
  await consumeState(db, state);
  const match = await profileOf(db, claim, identity, begun);
  if ('refused' in match) {
    const agent = match.profile && { ...match.profile, domain: 'profile' as const };
    await record(db, agent ?? null, {
      event: 'FAILED_LOGIN',
      result: 'failure',
      raw: { by: 'single sign-on', code: match.refused },
      ...(agent ? { entity: agent, locations: agent.locations } : {}),
    });
    return refuse(match.refused);
  }
  await startSession(db, match.profile, http, 'single sign-on');
  return { data: { isAuthenticated: true } } as const;
}

type ProfileMatch = { profile: SignInProfile } | { refused: ErrorCode; profile?: SignInProfile };

/**
 * The profile of a provider account: the one bound to it or, the first time, the one named by the claim. A sign-in that began
 * before that profile was added or restored was meant for a former profile of that name.
 */
export async function profileOf(
  db: Db,
  claim: string,
  { issuer, subject, claims }: Identity,
  begun: Date,
): Promise<ProfileMatch> {
  const bound = await findBoundProfile(db, issuer, subject);
  const named = bound ? undefined : usernameIn(claims, claim);
  const candidate = named === undefined ? undefined : await findByUsername(db, named);
  const profile = await lockProfile(db, bound ?? candidate?.id ?? '00000000-0000-0000-0000-000000000000');
  if (!profile || (!bound && new Date(profile.created_at) > begun)) return { refused: 'ssoIdentity001' };
  if (profile.barred) return { refused: 'ssoIdentity002', profile };
  if (!profile.sso) return { refused: 'ssoIdentity003', profile };
  // read again: during the wait for the profile, the operator may have unbound it, and a sign-in may have bound the account
  // elsewhere
  if (bound)
    return (await findBoundProfile(db, issuer, subject)) === profile.id
      ? { profile }
      : { refused: 'ssoIdentity003', profile };
  const newlyBound = await bindProfile(db, profile.id, { issuer, subject });
  // a concurrent first sign-in of the same account may have bound it
  const isBound = newlyBound || (await findBoundProfile(db, issuer, subject)) === profile.id;
  return isBound ? { profile } : { refused: 'ssoIdentity003', profile };
}

/** The profile ID in the claims. An e-mail address counts only if the provider has verified it. */
function usernameIn(claims: Identity['claims'], claim: string): string | undefined {
  const value = claims[claim];
  if (typeof value !== 'string' || value === '' || !fits(value, limits.profileId)) return undefined;
  return claim === 'email' && claims['email_verified'] !== true ? undefined : value;
}
