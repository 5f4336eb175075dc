import type { Parsed } from '@keyward/contract/endpoint';
import type { secondFactor } from '@keyward/contract/second-factor';
import { PortalError } from '#core/errors.ts';
import { record } from '#core/events/record.ts';
import type { Exchange } from '#core/http/exchange.ts';
import { refuse } from '#core/http/reply.ts';
import { looksLikeSecret, secretHash } from '#core/auth/secrets.ts';
import { lockProfile, type SignInProfile } from '#core/auth/sign-in-profile.ts';
import { startSession } from '#core/auth/start-session.ts';
import type { Db } from '#db/tenant.ts';
import { clearAttempts, reserveAttempt } from '#core/auth/attempts.ts';
import { codeHash } from './service.ts';
import { rememberWay } from '#core/auth/known-ways.ts';
import {
  countSecondFactorFailure,
  endSecondFactor,
  lockCredential,
  lockSecondFactor,
  ownerOfSecondFactor,
  passkeysOf,
  type SecondFactor,
  storeCounter,
  storeSigningChallenge,
  consumeRecoveryCode,
} from './queries.ts';
import { verifySigning, signingOptions } from './webauthn.ts';

type PendingSignIn = SecondFactor & { profile: SignInProfile };

/** The sign-in that this token continues, locked. Throws secondFactorEnded for every kind of invalid token. */
async function requirePendingSignIn(db: Db, token: string): Promise<PendingSignIn> {
  const hash = looksLikeSecret(token) ? secretHash(token) : undefined;
  const owner = hash && (await ownerOfSecondFactor(db, hash));
  // lock the profile first, as all passkey changes do
  const profile = owner && (await lockProfile(db, owner));
  const factor = hash && profile && (await lockSecondFactor(db, hash));
  if (!factor || profile.barred || profile.sso) throw new PortalError('secondFactorEnded');
  return { ...factor, profile };
}

/** Assertion options for the profile's passkeys; only the latest challenge is valid. Errors: secondFactorEnded. */
export async function startPasskeySignIn(db: Db, base: string, token: string) {
  const { id, profile } = await requirePendingSignIn(db, token);
  const options = await signingOptions(db, base, await passkeysOf(db, profile.id));
  await storeSigningChallenge(db, id, options.challenge);
  return { data: { ...options } };
}

async function recordFailure(db: Db, { id, profile }: PendingSignIn, by: string): Promise<void> {
  await countSecondFactorFailure(db, id);
  const agent = { ...profile, domain: 'profile' as const };
  await record(db, agent, {
    event: 'FAILED_LOGIN',
    result: 'failure',
    entity: agent,
    locations: agent.locations,
    raw: { by },
  });
}

/**
 * Completes a sign-in with a passkey. A counter that does not grow indicates a cloned authenticator and is refused.
 * Errors: secondFactorEnded, passkeyNotValid (the challenge is consumed; five failures end the sign-in).
 */
export async function signInByPasskey(
  db: Db,
  http: Exchange,
  base: string,
  { token, response }: Parsed<typeof secondFactor.passkey>['body'],
) {
  const pending = await requirePendingSignIn(db, token);
  const { challenge, profile } = pending;
  const key = await lockCredential(db, profile.id, response.id);
  const counter = key && challenge ? await verifySigning(db, base, response, { challenge, key }) : undefined;
  if (!key || counter === undefined) {
    await recordFailure(db, pending, 'passkey');
    return refuse('passkeyNotValid');
  }
  await storeCounter(db, key.id, counter);
  await endSecondFactor(db, pending.id);
  await startSession(db, profile, http, 'password and passkey');
  await rememberWay(db, profile.username, http);
  return { data: { isAuthenticated: true } } as const;
}

/**
 * Completes a sign-in with a recovery code, which is consumed.
 * Errors: secondFactorEnded, tooManyAttempts (across all sign-ins of the profile), recoveryCodeNotValid.
 */
export async function signInByRecoveryCode(
  db: Db,
  http: Exchange,
  { token, code }: Parsed<typeof secondFactor.recoveryCode>['body'],
) {
  const pending = await requirePendingSignIn(db, token);
  const { profile } = pending;
  const account = `recovery code of ${profile.id}`;
  const attempt = await reserveAttempt(db, account, http);
  if (!(await consumeRecoveryCode(db, profile.id, codeHash(code)))) {
    await recordFailure(db, pending, 'recovery code');
    return refuse('recoveryCodeNotValid', { field: 'code' });
  }
  await clearAttempts(db, attempt);
  await endSecondFactor(db, pending.id);
  await startSession(db, profile, http, 'password and recovery code');
  await rememberWay(db, profile.username, http);
  return { data: { isAuthenticated: true } } as const;
}
