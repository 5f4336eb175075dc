import { randomBytes } from 'node:crypto';
import type { Parsed } from '@keyward/contract/endpoint';
import { limits } from '@keyward/contract/limits';
import type { passkeys } from '@keyward/contract/passkeys';
import { PortalError } from '#core/errors.ts';
import { queueMail } from '#core/mail/mail.ts';
import { record } from '#core/events/record.ts';
import type { Exchange } from '#core/http/exchange.ts';
import { refuse } from '#core/http/reply.ts';
import { secretHash, type Vault } from '#core/auth/secrets.ts';
import type { Actor } from '#core/auth/session.ts';
import { lockProfile } from '#core/auth/sign-in-profile.ts';
import { hasNoPassword } from '#core/auth/sso-policy.ts';
import { type ActorStep, withPassword } from '#core/auth/with-password.ts';
import type { Db } from '#db/tenant.ts';
import {
  deletePasskey,
  endSecondFactorsOf,
  insertPasskey,
  storeChallenge,
  passkeysOf,
  countRecoveryCodes,
  replaceRecoveryCodes,
  type StoredPasskey,
  updatePasskeyName,
  consumeChallenge,
} from './queries.ts';
import { verifyRegistration, registrationOptions } from './webauthn.ts';

/** An alphabet without ambiguous characters; 16 of them are 80 random bits. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const newCode = () =>
  Array.from(randomBytes(16), (byte) => letters[byte % letters.length])
    .join('')
    .replace(/.{4}(?=.)/g, '$&-');

/** The stored hash of a recovery code, ignoring width, case, spaces and dashes. */
export const codeHash = (code: string): Buffer =>
  secretHash(
    code
      .normalize('NFKC')
      .toUpperCase()
      .replace(/[^0-9A-Z]/g, ''),
  );

async function renewCodes(db: Db, profileId: string): Promise<string[]> {
  const codes = Array.from({ length: limits.recoveryCodes }, newCode);
  await replaceRecoveryCodes(db, profileId, codes.map(codeHash));
  return codes;
}

const recordChange = (db: Db, actor: Actor, attribute: string, oldValue: string | null, newValue: string | null) =>
  record(db, actor, {
    event: 'MODIFY_USER',
    entity: { ...actor, domain: 'profile' },
    locations: actor.locations,
    result: 'success',
    changes: [{ attribute, oldValue, newValue }],
  });

/** Notifies the owner by mail, in case the change was not theirs. */
type Kind = 'passkeyAdded' | 'passkeyAloneAdded' | 'passkeyRemoved';
async function notify(db: Db, actor: Actor, vault: Vault, kind: Kind, passkey: string) {
  if (!actor.email) return;
  const to = { id: actor.id, email: actor.email };
  await queueMail(db, vault, { kind, to, params: { passkey }, validMinutes: 3 * 24 * 60 });
}

/**
 * Whether the caller's passkeys may sign in alone: if the operator allows it for the tenant, and the caller has a password here.
 */
const mayBeAlone = async (db: Db, { tenant, username, support }: Actor): Promise<boolean> =>
  tenant.config.passkeyAlone && !support && !(await hasNoPassword(db, username));

/** The caller's passkeys, and the number of remaining recovery codes. */
export async function ownPasskeys(db: Db, actor: Actor) {
  const owned = await passkeysOf(db, actor.id);
  return {
    data: owned.map(({ id, name, alone, created_at, last_used_at }) => ({ id, name, alone, created_at, last_used_at })),
    recovery_codes: await countRecoveryCodes(db, actor.id),
    may_be_alone: await mayBeAlone(db, actor),
  };
}

async function assertBelowLimit(db: Db, actor: Actor): Promise<StoredPasskey[]> {
  const owned = await passkeysOf(db, actor.id);
  if (owned.length >= limits.passkeys) throw new PortalError('passkeyLimit', { params: { limit: limits.passkeys } });
  return owned;
}

/**
 * Options for creating a passkey in the browser. Errors: passkeyLimit, passkeyNotAlone, tooManyAttempts, wrongPassword.
 */
export function beginPasskey(
  step: ActorStep,
  http: Exchange,
  base: string,
  { password, alone = false }: Parsed<typeof passkeys.options>['body'],
) {
  const assertAllowed = async (db: Db, actor: Actor) => {
    if (alone && !(await mayBeAlone(db, actor))) throw new PortalError('passkeyNotAlone');
    return assertBelowLimit(db, actor);
  };
  return withPassword(step, http, password, {
    before: async (db, actor) => void (await assertAllowed(db, actor)),
    work: async (db, actor) => {
      const keys = await assertAllowed(db, actor);
      const options = await registrationOptions(db, base, actor, { keys, alone });
      await storeChallenge(db, actor.id, actor.sessionId, { challenge: options.challenge, alone });
      return { data: { ...options } };
    },
  });
}

/** Server dependencies: the portal's address and the encryption key of mails. */
type PasskeyContext = { base: string; vault: Vault };

/**
 * Adds a passkey created in the browser; the first one comes with recovery codes. Errors: passkeyNotValid (the challenge
 * is consumed anyway), passkeyLimit.
 */
export async function addPasskey(
  db: Db,
  actor: Actor,
  { base, vault }: PasskeyContext,
  input: Parsed<typeof passkeys.add>['body'],
) {
  const begun = await consumeChallenge(db, actor.id, actor.sessionId);
  const credential = begun && (await verifyRegistration(db, base, input.response, begun.challenge));
  if (!credential) return refuse('passkeyNotValid');
  // serialise, so that only one passkey counts as the first
  await lockProfile(db, actor.id);
  const before = await assertBelowLimit(db, actor);
  await insertPasskey(db, actor.id, {
    name: input.name,
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: credential.transports,
    alone: begun.alone,
  });
  const data = before.length === 0 ? { recoveryCodes: await renewCodes(db, actor.id) } : {};
  await notify(db, actor, vault, begun.alone ? 'passkeyAloneAdded' : 'passkeyAdded', input.name);
  await recordChange(db, actor, begun.alone ? 'Passkey alone' : 'Passkey', null, input.name);
  return { data };
}

async function ownPasskey(db: Db, actor: Actor, id: string): Promise<{ one: StoredPasskey; last: boolean }> {
  const owned = await passkeysOf(db, actor.id);
  const passkey = owned.find((key) => key.id === id);
  if (!passkey) throw new PortalError('notFound');
  return { one: passkey, last: owned.length === 1 };
}

/** Errors: notFound, also for a passkey of another profile. */
export async function renamePasskey(db: Db, actor: Actor, id: string, name: string): Promise<void> {
  const { one: passkey } = await ownPasskey(db, actor, id);
  await updatePasskeyName(db, id, name);
  await recordChange(db, actor, 'Passkey', passkey.name, name);
}

/** Errors: notFound, also for a passkey of another profile; tooManyAttempts, wrongPassword. */
export function removePasskey(
  step: ActorStep,
  http: Exchange,
  vault: Vault,
  { id, password }: { id: string; password: string },
) {
  return withPassword(step, http, password, {
    before: async (db, actor) => void (await ownPasskey(db, actor, id)),
    work: async (db, actor) => {
      const { one: passkey, last } = await ownPasskey(db, actor, id);
      await deletePasskey(db, id);
      if (last) {
        await replaceRecoveryCodes(db, actor.id, []);
        await endSecondFactorsOf(db, actor.id);
      }
      await notify(db, actor, vault, 'passkeyRemoved', passkey.name);
      await recordChange(db, actor, 'Passkey', passkey.name, null);
    },
  });
}

/** Replaces all recovery codes. Errors: noPasskey, tooManyAttempts, wrongPassword. */
export function renewRecoveryCodes(step: ActorStep, http: Exchange, password: string) {
  const assertPasskey = async (db: Db, actor: Actor) => {
    if ((await passkeysOf(db, actor.id)).length === 0) throw new PortalError('noPasskey');
  };
  return withPassword(step, http, password, {
    before: assertPasskey,
    work: async (db, actor) => {
      await assertPasskey(db, actor);
      const remaining = await countRecoveryCodes(db, actor.id);
      const recoveryCodes = await renewCodes(db, actor.id);
      await recordChange(db, actor, 'Recovery codes', String(remaining), String(recoveryCodes.length));
      return { data: { recoveryCodes } };
    },
  });
}
