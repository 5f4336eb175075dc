import { randomUUIDv7 } from 'node:crypto';
import type { EventType } from '@keyward/contract/activity';
import type { Invite, inviteCreate, linkWays } from '@keyward/contract/invitations';
import type { ChosenRows } from '@keyward/contract/selection';
import type { z } from 'zod';
import { isVisible, isVisibleAtEach } from '#core/auth/scope.ts';
import type { Vault } from '#core/auth/secrets.ts';
import type { Actor } from '#core/auth/session.ts';
import { existing } from '#core/entity.ts';
import { PortalError } from '#core/errors.ts';
import { change } from '#core/events/change.ts';
import { type EventToRecord, record, recordAll } from '#core/events/record.ts';
import { selectedIds, withRow } from '#core/list/selection.ts';
import { withdrawMails } from '#core/mail/mail.ts';
import { announce } from '#core/live/changes.ts';
import { locationIds } from '#core/locations/ids.ts';
import { announceInvites } from '#core/onepass/announce.ts';
import { sharedLocation } from '#core/onepass/shared-location.ts';
import { withdraw } from '#core/onepass/withdraw.ts';
import { localeOfProfile } from '#core/http/locale.ts';
import type { Db } from '#db/tenant.ts';
import { assertMaySend, isResentTooOften, tooManyResends } from './limits.ts';
import { inviteList } from './list.ts';
import { linkAddress, newLink, openLink } from './link.ts';
import { mailInvitation } from './mails.ts';
import {
  addStep,
  findInvites,
  insertInvite,
  isLinkNewer,
  lockInvites,
  lockKeys,
  setCancelled,
  setLink,
  setMail,
  type StoredInvite,
  type StoredKey,
} from './queries.ts';
import { canBeCancelled, canBeResent, toInvite } from './shape.ts';

/** An invitation is visible if all its keys are; one without keys, whose devices were deleted, only with all-data access. */
const isInviteVisible = (actor: Actor, { keys }: StoredInvite): boolean =>
  isVisibleAtEach(
    actor,
    keys.map((key) => key.location_id),
  );

function requireVisible(actor: Actor, invite: StoredInvite | undefined): StoredInvite {
  if (!invite || !isInviteVisible(actor, invite)) throw new PortalError('notFound');
  return invite;
}

/** One invitation whose keys are all within the actor's locations. Throws notFound. */
export async function getInvite(db: Db, actor: Actor, id: string): Promise<Invite> {
  const [invite] = await findInvites(db, [id]);
  return toInvite(db, requireVisible(actor, invite));
}

const reread = async (db: Db, id: string): Promise<Invite> => toInvite(db, existing((await findInvites(db, [id]))[0]));

const event = (type: EventType, { id, email, keys }: Pick<StoredInvite, 'id' | 'email' | 'keys'>): EventToRecord => ({
  event: type,
  result: 'success',
  entity: { domain: 'invitation', id, name: email },
  locations: sharedLocation(keys),
});

/** Announces keys, because open lists and drawers show the address, last mail and deactivation of their invitation. */
const announceKeys = (db: Db, keys: readonly StoredKey[]): void =>
  announce(
    db,
    keys.map(({ id, location_id: location }) => ({
      resource: 'secure-key',
      id,
      locations: locationIds(location),
    })),
  );

/** The refusal of an address that no mail can be sent to, such as two addresses in one or the end of a header. */
const addressRefused = () => new PortalError('invalidField', { field: 'email', params: { field: 'email' } });

/**
 * Invites a person to use these keys, all or none. Throws notFound, keyNotUsable, keyInvited (with the key's id as field) and
 * tooManyInvitations.
 */
export async function createInvite(
  db: Db,
  actor: Actor,
  vault: Vault,
  input: z.output<typeof inviteCreate>,
): Promise<Invite> {
  const { email, notes, secure_key_ids: keyIds } = input;
  const keys = assertInvitable(actor, keyIds, await lockKeys(db, keyIds));
  await assertMaySend(db);
  const id = randomUUIDv7();
  const locale = input.locale ?? (await localeOfProfile(db, actor.id));
  const { token, stored } = newLink(db, vault, id);
  const sender = { created_by: actor.id, created_by_name: actor.name };
  await insertInvite(db, { id, email, notes, locale, ...sender, ...stored }, keyIds);
  const invite = { id, email, notes, locale, keys };
  await send(db, actor, vault, invite, token);
  await addStep(db, id, { step: 'queued', by: actor.name, detail: email });
  await announceInvites(db, [id]);
  announceKeys(db, keys);
  await record(db, actor, {
    ...event('SEND_INVITATION', invite),
    changes: [
      ...change('email', null, email),
      ...change('devices', null, keys.map((key) => key.device_name).join(', ')),
    ],
  });
  return reread(db, id);
}

/** Judges each key; a key that is not visible to the actor is refused like one that does not exist. */
function assertInvitable(actor: Actor, ids: readonly string[], keys: readonly StoredKey[]): StoredKey[] {
  const byId = new Map(keys.map((key) => [key.id, key]));
  return ids.map((id) => {
    const key = byId.get(id);
    if (!key || !isVisible(actor, key.location_id)) throw new PortalError('notFound', { field: 'secure_key_ids' });
    if (key.invite_id !== null) throw withRow(new PortalError('keyInvited'), id, key.device_name);
    if (!key.usable) throw withRow(new PortalError('keyNotUsable'), id, key.device_name);
    return key;
  });
}

type Sendable = Parameters<typeof mailInvitation>[2];
/** Queues the mail with the link, and withdraws earlier mails that are not sent yet. */
async function send(db: Db, actor: Actor, vault: Vault, invite: Sendable, token: string): Promise<void> {
  await withdrawMails(db, invite.id);
  const mailId = await mailInvitation(db, vault, invite, { by: actor.name, token });
  if (mailId === undefined) throw addressRefused();
  await setMail(db, invite.id, mailId);
}

/**
 * Sends the same links again, all or none; a link that arrived still works. Throws notFound, invitationNotResendable and
 * tooManyResends, with the invitation's id as field.
 */
export async function resendInvites(db: Db, actor: Actor, vault: Vault, ids: readonly string[]): Promise<void> {
  const byId = new Map((await lockInvites(db, ids)).map((invite) => [invite.id, invite]));
  const invites: StoredInvite[] = [];
  for (const id of ids) {
    const invite = byId.get(id);
    if (!invite || !isInviteVisible(actor, invite)) throw withRow(new PortalError('notFound'), id);
    if (!canBeResent(invite)) throw withRow(new PortalError('invitationNotResendable'), id, invite.email);
    if (await isResentTooOften(db, id)) throw withRow(tooManyResends(), id, invite.email);
    invites.push(invite);
  }
  for (const invite of invites) {
    await send(db, actor, vault, invite, openLink(db, vault, invite));
    await addStep(db, invite.id, { step: 'resent', by: actor.name, detail: invite.email });
  }
  await announceInvites(db, ids);
  announceKeys(
    db,
    invites.flatMap(({ keys }) => keys),
  );
  await recordAll(
    db,
    actor,
    invites.map((invite) => event('SEND_INVITATION', invite)),
  );
}

/**
 * Deactivates an invitation and all its keys, for good. One that is already deactivated stays as it is. Throws notFound and
 * invitationOver.
 */
export const cancelInvite = (db: Db, actor: Actor, id: string): Promise<void> => cancel(db, actor, [id]);

/** Deactivates the selected invitations, all or none. Throws what cancelInvite and selectedIds throw. */
export async function cancelInvites(db: Db, actor: Actor, chosen: ChosenRows): Promise<{ cancelled: number }> {
  const ids = await selectedIds(db, actor, inviteList, chosen);
  await cancel(db, actor, ids);
  return { cancelled: ids.length };
}

/** `field` of a refusal is the invitation's id, so that the list can show the error on its row. */
async function cancel(db: Db, actor: Actor, ids: readonly string[]): Promise<void> {
  const byId = new Map((await lockInvites(db, ids)).map((invite) => [invite.id, invite]));
  const ending: StoredInvite[] = [];
  for (const id of ids) {
    const invite = byId.get(id);
    if (!invite || !isInviteVisible(actor, invite)) throw withRow(new PortalError('notFound'), id);
    if (invite.status === 'CANCELLED') continue;
    if (!canBeCancelled(invite)) throw withRow(new PortalError('invitationOver'), id, invite.email);
    ending.push(invite);
  }
  for (const invite of ending) {
    await setCancelled(db, invite.id);
    await withdraw(db, invite);
    await addStep(db, invite.id, { step: 'cancelled', by: actor.name });
  }
  await announceInvites(
    db,
    ending.map(({ id }) => id),
  );
  announceKeys(
    db,
    ending.flatMap(({ keys }) => keys),
  );
  await recordAll(
    db,
    actor,
    ending.map((invite) => event('CANCEL_INVITATION', invite)),
  );
}

/** Locks the invitation for a new link. Throws notFound, invitationOver and tooManyInvitations. */
async function lockForLink(db: Db, actor: Actor, id: string): Promise<StoredInvite> {
  const invite = requireVisible(actor, (await lockInvites(db, [id]))[0]);
  if (!canBeCancelled(invite)) throw new PortalError('invitationOver');
  await assertMaySend(db);
  return invite;
}

/**
 * Sends a new link to another address, or to the same one; the former link and the browser that accepted it lose the invitation.
 * Throws what lockForLink throws, and invalidField.
 */
export async function correctAddress(db: Db, actor: Actor, vault: Vault, id: string, email: string): Promise<Invite> {
  const before = await lockForLink(db, actor, id);
  const invite = { ...before, email };
  const { token, stored } = newLink(db, vault, id);
  await setLink(db, id, { ...stored, email });
  await send(db, actor, vault, invite, token);
  await addStep(db, id, { step: 'addressCorrected', by: actor.name, detail: email });
  await announceInvites(db, [id]);
  announceKeys(db, invite.keys);
  await record(db, actor, { ...event('CORRECT_INVITATION', invite), changes: change('email', before.email, email) });
  return reread(db, id);
}

/**
 * Makes a new link, which the sender passes on, and returns its address; the former link and the browser that accepted it lose
 * the invitation. Throws what lockForLink throws.
 */
export async function makeLink(
  db: Db,
  actor: Actor,
  { vault, portalBase }: { vault: Vault; portalBase: () => string },
  id: string,
  how: (typeof linkWays)[number],
): Promise<{ url: string }> {
  const invite = await lockForLink(db, actor, id);
  const { token, stored } = newLink(db, vault, id);
  await setLink(db, id, stored);
  await withdraw(db, invite);
  await addStep(db, id, { step: how === 'copied' ? 'linkCopied' : 'linkShown', by: actor.name });
  await announceInvites(db, [id]);
  announceKeys(db, invite.keys);
  await record(db, actor, event('SHARE_INVITATION', invite));
  return { url: await linkAddress(db, portalBase(), token) };
}

/**
 * Returns the link of a repeated call that made it at `at`, but no later one. Throws alreadyDone, notFound and invitationOver.
 */
export async function rereadLink(
  db: Db,
  actor: Actor,
  { vault, portalBase }: { vault: Vault; portalBase: () => string },
  id: string,
  at: string,
): Promise<{ url: string }> {
  const invite = requireVisible(actor, (await findInvites(db, [id]))[0]);
  if (!canBeCancelled(invite)) throw new PortalError('invitationOver');
  if (await isLinkNewer(db, id, at)) throw new PortalError('alreadyDone');
  return { url: await linkAddress(db, portalBase(), openLink(db, vault, invite)) };
}
