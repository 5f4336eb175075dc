import type { InvitationPage } from '@keyward/contract/invitation-page';
import type { KeyStatus } from '@keyward/contract/onepass';
import { clock } from '#core/clock.ts';
import { PortalError } from '#core/errors.ts';
import { record } from '#core/events/record.ts';
import type { Exchange } from '#core/http/exchange.ts';
import type { Refusal } from '#core/http/reply.ts';
import { codeAt, codeSeconds, keySecretContext, stepAt } from '#core/onepass/code.ts';
import { sharedLocation } from '#core/onepass/shared-location.ts';
import { findLogo } from '#core/organization/logo.ts';
import type { Vault } from '#core/auth/secrets.ts';
import type { Db } from '#db/tenant.ts';
import { bindHere, bondOf, findInvite, lockBound, refuseLink } from './bond.ts';
import {
  keysOf,
  lockInviteOfToken,
  markOpened,
  type StoredInvite,
  type StoredKey,
  wasJustShown,
  writeStep,
} from './queries.ts';
import { pageOf, stateOf, stateOfKey } from './shape.ts';

type Which = { token?: string | undefined; invitation?: string | undefined };
type Page = { data: InvitationPage };

/**
 * The data of the page. The step `opened` is written once, and only here: a mail scanner that fetches the page does not run its
 * script.
 */
export async function openInvitation(db: Db, http: Exchange, which: Which): Promise<Page | Refusal> {
  const invite = await findInvite(db, http, which);
  if (!invite) return refuseLink(db, http);
  if (!invite.opened_at && (await markOpened(db, invite))) await writeStep(db, invite.id, 'opened');
  return { data: await pageOf(db, invite, await keysOf(db, invite.id), bondOf(http, invite)) };
}

/** The logo as a data URL, because an address that serves it without a session would serve it to any caller. */
export async function logoFor(db: Db, http: Exchange, which: Which) {
  if (!(await findInvite(db, http, which))) return refuseLink(db, http);
  const logo = await findLogo(db);
  return { data: { url: logo ? `data:${logo.type};base64,${logo.bytes.toString('base64')}` : null } };
}

/** Records the acceptance without an agent, because the recipient has no profile. */
export async function recordAcceptance(
  db: Db,
  invite: StoredInvite,
  keys: readonly StoredKey[],
  raw?: { otherBrowser: true },
): Promise<void> {
  const { id, email } = invite;
  await record(db, null, {
    event: 'ACCEPT_INVITATION',
    entity: { domain: 'invitation', id, name: email, email },
    result: 'success',
    locations: sharedLocation(keys),
    raw,
  });
}

/**
 * Accepts an invitation for this browser; of concurrent calls one wins. The browser that has accepted gets the same answer again.
 * Errors: linkNotValid, invitationAccepted, invitationOver.
 */
export async function acceptInvitation(db: Db, http: Exchange, token: string): Promise<Page | Refusal> {
  const invite = await lockInviteOfToken(db, token);
  if (!invite) return refuseLink(db, http);
  const keys = await keysOf(db, invite.id);
  const bond = bondOf(http, invite);
  if (bond === 'elsewhere') throw new PortalError('invitationAccepted');
  if (bond === 'none') {
    if (stateOf(invite, keys) !== 'active') throw new PortalError('invitationOver');
    await bindHere(db, http, invite, keys);
    await writeStep(db, invite.id, 'accepted');
    await recordAcceptance(db, invite, keys);
  }
  return { data: await pageOf(db, invite, keys, 'here') };
}

type Code = { data: { code: string | null; seconds_left: number; state: KeyStatus } };

/**
 * The present code of a key. The invitation is locked, so that a call that waits for its cancellation shows no code; a code that
 * was shown just before is refused at use.
 */
export async function showCode(
  db: Db,
  http: Exchange,
  vault: Vault,
  { invitation, key: keyId }: { invitation: string; key: string },
): Promise<Code | Refusal> {
  const invite = await lockBound(db, http, invitation);
  const key = invite && (await keysOf(db, invite.id)).find(({ id }) => id === keyId);
  if (!invite || !key) return refuseLink(db, http);
  const state = stateOfKey(invite, key);
  const time = clock.now();
  const left = codeSeconds - Math.floor((time.getTime() / 1000) % codeSeconds);
  const used = key.last_step !== null && key.last_step >= stepAt(time);
  if (state !== 'active' || used) return { data: { code: null, seconds_left: left, state } };
  const secret = vault.open(key.secret, keySecretContext(db.tenantId, key.id));
  if (secret === undefined) throw new Error('the secret of a key cannot be opened: was the server’s key changed?');
  if (!(await wasJustShown(db, invite.id, key.id))) await writeStep(db, invite.id, 'codeShown', key.id);
  return { data: { code: codeAt(secret, time), seconds_left: left, state } };
}
