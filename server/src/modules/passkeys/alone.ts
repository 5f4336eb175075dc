// Signing in with a passkey alone: docs/decisions/0102-passkey-alone.md.
import type { Parsed } from '@keyward/contract/endpoint';
import type { passkeySignIn } from '@keyward/contract/passkey-sign-in';
import { z } from 'zod';
import { clearAttempts, reserveAttempt } from '#core/auth/attempts.ts';
import { rememberWay } from '#core/auth/known-ways.ts';
import { issuePasswordToken } from '#core/auth/password-token.ts';
import type { Vault } from '#core/auth/secrets.ts';
import { lockProfile, type SignInProfile } from '#core/auth/sign-in-profile.ts';
import { recordSignIn, startSession } from '#core/auth/start-session.ts';
import { clock, isWithin } from '#core/clock.ts';
import { PortalError } from '#core/errors.ts';
import { record } from '#core/events/record.ts';
import type { Exchange } from '#core/http/exchange.ts';
import { refuse } from '#core/http/reply.ts';
import { organizationSettingsOf } from '#core/organization/organization.ts';
import type { Db } from '#db/tenant.ts';
import { consumeSignInChallenge, lockCredential, ownerOfAlonePasskey, storeCounter } from './queries.ts';
import { unknownKey, signingOptions, userHandle, verifySigning } from './webauthn.ts';

/** The portal's address, and the key that seals the challenge. */
type SignInContext = { base: string; vault: Vault };
type Response = Parsed<typeof passkeySignIn.signIn>['body']['response'];

const cookie = 'passkey';
const challengeMinutes = 5;
const sealedChallenge = z.object({ challenge: z.string(), at: z.number() });
const sealContext = (db: Db) => `passkey sign-in ${db.tenantId}`;

async function assertOn(db: Db): Promise<void> {
  const { passkeyAlone } = await organizationSettingsOf(db);
  if (!passkeyAlone) throw new PortalError('passkeyNotAlone');
}

/**
 * Assertion options that name no credential, so that they are the same for every caller. Nothing is stored: the browser
 * keeps the challenge, sealed. Errors: passkeyNotAlone.
 */
export async function startSignInAlone(db: Db, http: Exchange, { base, vault }: SignInContext) {
  await assertOn(db);
  const options = await signingOptions(db, base, []);
  const text = JSON.stringify({ challenge: options.challenge, at: clock.now().getTime() });
  http.setCookie(cookie, vault.seal(text, sealContext(db)).toString('base64url'), challengeMinutes * 60);
  return { data: { ...options } };
}

/** Consumes the browser's challenge. Undefined when it is missing, expired, already used, or issued for another tenant. */
async function takeChallenge(db: Db, http: Exchange, vault: Vault): Promise<string | undefined> {
  const sealed = http.readCookie(cookie);
  if (sealed) http.setCookie(cookie, '', 0);
  const text = sealed && vault.open(Buffer.from(sealed, 'base64url'), sealContext(db));
  if (!text) return undefined;
  const { challenge, at } = sealedChallenge.parse(JSON.parse(text));
  return isWithin(challengeMinutes, at) && (await consumeSignInChallenge(db, challenge)) ? challenge : undefined;
}

/** Locks the profile of this response, found by the credential and by the handle that its authenticator stores. */
async function lockOwner(db: Db, response: Response): Promise<SignInProfile | undefined> {
  const owner = await ownerOfAlonePasskey(db, response.id);
  const handle = Buffer.from(response.response.userHandle ?? '', 'base64url');
  return owner && userHandle(owner).equals(handle) ? lockProfile(db, owner) : undefined;
}

/** Whether the profile may sign in like with a password: neither barred nor using single sign-on, and with a password here. */
const hasPasswordHere = (profile: SignInProfile) => !profile.barred && !profile.sso && profile.password_hash !== null;

/**
 * Signs in with a passkey that was made to sign in alone, judged like a password: the same count of attempts, the same bars, and
 * a temporary password yields a token to set a new one. Every kind of refusal gets the same response after the same work. Errors:
 * passkeyNotAlone, tooManyAttempts, passkeyNotValid (the challenge is consumed).
 */
export async function signInAlone(db: Db, http: Exchange, { base, vault }: SignInContext, response: Response) {
  await assertOn(db);
  // profiles are always locked before attempts
  const profile = await lockOwner(db, response);
  const attempt = await reserveAttempt(db, profile?.username ?? `passkey ${response.id}`, http);
  const key = profile && (await lockCredential(db, profile.id, response.id));
  const challenge = await takeChallenge(db, http, vault);
  const counter = await verifySigning(db, base, response, { challenge: challenge ?? '', key: key ?? unknownKey });
  const agent = profile && { ...profile, domain: 'profile' as const };
  if (!key || counter === undefined || !challenge || !profile || !hasPasswordHere(profile)) {
    await record(db, agent ?? null, {
      event: 'FAILED_LOGIN',
      result: 'failure',
      ...(agent ? { entity: agent, locations: agent.locations } : {}),
      raw: { by: 'passkey alone' },
    });
    return refuse('passkeyNotValid');
  }
  await storeCounter(db, key.id, counter);
  const passwordResetToken = profile.password_temporary && (await issuePasswordToken(db, profile.id, 'temporary'));
  await clearAttempts(db, attempt);
  if (passwordResetToken) {
    await recordSignIn(db, profile, { by: 'passkey alone', session: false });
    return { data: { passwordResetToken } };
  }
  await startSession(db, profile, http, 'passkey alone');
  await rememberWay(db, profile.username, http);
  return { data: {} };
}
