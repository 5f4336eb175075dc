import type { ConfirmAct } from '@keyward/contract/confirm-acts';
import type { confirm } from '@keyward/contract/confirm';
import type { Parsed } from '@keyward/contract/endpoint';
import { assertMayConfirm, storeConfirmation } from '#core/auth/confirmation.ts';
import type { Actor } from '#core/auth/session.ts';
import { lockProfile } from '#core/auth/sign-in-profile.ts';
import { hasNoPassword } from '#core/auth/sso-policy.ts';
import { PortalError } from '#core/errors.ts';
import { refuse } from '#core/http/reply.ts';
import type { Db } from '#db/tenant.ts';
import {
  consumeConfirmationChallenge,
  lockCredential,
  passkeysOf,
  storeConfirmationChallenge,
  storeCounter,
} from './queries.ts';
import { signingOptions, verifySigning } from './webauthn.ts';

/** Throws forbidden in a support session, and noPasskey for single sign-on, where the provider confirms. */
async function assertByPasskey(db: Db, actor: Actor): Promise<void> {
  assertMayConfirm(actor);
  if (await hasNoPassword(db, actor.username)) throw new PortalError('noPasskey');
}

/** Assertion options for the caller's passkeys; only the session's latest challenge is valid. Errors: forbidden, noPasskey. */
export async function beginConfirmation(db: Db, actor: Actor, base: string, act: ConfirmAct) {
  await assertByPasskey(db, actor);
  const owned = await passkeysOf(db, actor.id);
  if (owned.length === 0) throw new PortalError('noPasskey');
  const options = await signingOptions(db, base, owned);
  await storeConfirmationChallenge(db, actor.sessionId, act, options.challenge);
  return { data: { ...options } };
}

/** Errors: forbidden, noPasskey, passkeyNotValid (the challenge is consumed). */
export async function confirmByPasskey(
  db: Db,
  actor: Actor,
  base: string,
  { act, response }: Parsed<typeof confirm.passkey>['body'],
) {
  await assertByPasskey(db, actor);
  // lock the profile first, as all passkey changes do
  await lockProfile(db, actor.id);
  const challenge = await consumeConfirmationChallenge(db, actor.sessionId, act);
  const key = await lockCredential(db, actor.id, response.id);
  const counter = key && challenge ? await verifySigning(db, base, response, { challenge, key }) : undefined;
  if (!key || counter === undefined) return refuse('passkeyNotValid');
  await storeCounter(db, key.id, counter);
  return storeConfirmation(db, actor, act);
}
