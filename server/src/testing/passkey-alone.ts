// Passkeys that sign in alone, with a software authenticator that does not count its uses, like synced passkeys.
import { passkeySignIn } from '@keyward/contract/passkey-sign-in';
import { passkeys } from '@keyward/contract/passkeys';
import type pg from 'pg';
import { demoPassword as password } from '#core/auth/demo.ts';
import { newAuthenticator } from './authenticator.ts';
import { type Answer, type Caller, portalBase } from './portal.ts';

type Forged = Parameters<ReturnType<typeof newAuthenticator>['sign']>[1];

/** Switches signing in by a passkey alone on or off, in every tenant. */
export const letPasskeysBeAlone = (system: pg.Pool, on: boolean) =>
  system.query(`update tenant set config = config || $1`, [{ passkeyAlone: on }]);

export type AddedPasskey = Awaited<ReturnType<typeof addPasskey>>;
/** A new passkey of this caller, with the handle that its authenticator keeps. */
export async function addPasskey(who: Caller, { alone = true, base = portalBase } = {}) {
  const key = newAuthenticator(base);
  const { data: options } = await who.call(passkeys.options, { body: { password, alone } });
  const response = key.make(options.challenge, { counter: 0 });
  const { data } = await who.call(passkeys.add, { body: { name: 'Key', response } });
  return { key, id: response.id, handle: options.user.id, options, recoveryCodes: data.recoveryCodes ?? [] };
}

/** The challenge to sign, and the browser with the cookie that belongs to it. */
export async function beginAlone(who: Caller) {
  const answer = await who.request(passkeySignIn.options);
  const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
  const { data } = answer.body as { data: { challenge: string } };
  return { answer, cookie, challenge: data.challenge, browser: who.withCookie(cookie) };
}

export const signAlone = ({ key, handle }: AddedPasskey, challenge: string, forged: Forged = {}) =>
  key.sign(challenge, { handle, counter: 0, ...forged });

/** Begins a sign-in, signs the challenge, and sends the response. */
export async function signInAlone(passkey: AddedPasskey, who: Caller, forged: Forged = {}): Promise<Answer> {
  const { challenge, browser } = await beginAlone(who);
  return browser.request(passkeySignIn.signIn, { body: { response: signAlone(passkey, challenge, forged) } });
}
