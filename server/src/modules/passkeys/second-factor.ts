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
  useRecoveryCode,
} from './queries.ts';
import { readSigning, signingOptions } from './webauthn.ts';

type Waiting = SecondFactor & { profile: SignInProfile };

/** The sign-in that this token continues, locked. Throws secondFactorEnded for every kind of invalid token. */
async function waitingSignIn(db: Db, token: string): Promise<Waiting> {
  const hash = looksLikeSecret(token) ? secretHash(token) : undefined;
  const owner = hash && (await ownerOfSecondFactor(db, hash));
  // lock the profile first, as all passkey changes do
  const profile = owner && (await lockProfile(db, owner));
  const found = hash && profile && (await lockSecondFactor(db, hash));
  if (!found || profile.disabled || profile.sso) throw new PortalError('secondFactorEnded');
  return { ...found, profile };
}

/** Assertion options for the profile's passkeys; only the latest challenge is valid. Errors: secondFactorEnded. */
export async function askPasskey(db: Db, base: string, token: string) {
  const { id, profile } = await waitingSignIn(db, token);
  const options = await signingOptions(db, base, await passkeysOf(db, profile.id));
  await storeSigningChallenge(db, id, options.challenge);
  return { data: { ...options } };
}

async function failed(db: Db, { id, profile }: Waiting, by: string): Promise<void> {
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
  const waiting = await waitingSignIn(db, token);
  const { challenge, profile } = waiting;
  const key = await lockCredential(db, profile.id, response.id);
  const counter = key && challenge ? await readSigning(db, base, response, { challenge, key }) : undefined;
  if (!key || counter === undefined) {
    await failed(db, waiting, 'passkey');
    return refuse('passkeyNotValid');
  }
  await storeCounter(db, key.id, counter);
  await endSecondFactor(db, waiting.id);
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
  const waiting = await waitingSignIn(db, token);
  const { profile } = waiting;
  const account = `recovery code of ${profile.id}`;
  const attempt = await reserveAttempt(db, account, http);
  if (!(await useRecoveryCode(db, profile.id, codeHash(code)))) {
    await failed(db, waiting, 'recovery code');
    return refuse('recoveryCodeNotValid', { field: 'code' });
  }
  await clearAttempts(db, attempt);
  await endSecondFactor(db, waiting.id);
  await startSession(db, profile, http, 'password and recovery code');
  await rememberWay(db, profile.username, http);
  return { data: { isAuthenticated: true } } as const;
}
