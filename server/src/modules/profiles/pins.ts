import { randomUUIDv7 } from 'node:crypto';
import { type PinEntry, pinEntry, type PinEvent } from '@keyward/contract/pins';
import { event as eventSchema } from '@keyward/contract/activity';
import { announce } from '#core/live/changes.ts';
import { existing } from '#core/entity.ts';
import { PortalError } from '#core/errors.ts';
import { record } from '#core/events/record.ts';
import type { Vault } from '#core/auth/secrets.ts';
import type { Actor } from '#core/auth/session.ts';
import type { DrawPin } from '#core/pins/digits.ts';
import { issuePins, openPin, renewPin } from '#core/pins/issue.ts';
import { type NoticeKind, notifyOwners } from '#core/pins/notices.ts';
import type { Db } from '#db/tenant.ts';
import { findPin, findPinEvents, insertPinEvents, isPinNewer } from './pin-queries.ts';
import { findProfile, lockProfile, type StoredProfile } from './queries.ts';
import { assertMayActAs } from './rights.ts';
import { requireVisible, subject } from './service.ts';

/** Context of a call that shows a PIN. */
export type PinCall = {
  db: Db;
  actor: Actor;
  vault: Vault;
  address: string;
  /** Given in tests. */
  draw?: DrawPin | undefined;
};

/**
 * The profile, if the actor may see its PIN: a PIN is a way to act as its owner. Throws notFound, keywardAdminKept, cannotGrant,
 * locationNotAllowed.
 */
export function requireMayShow(actor: Actor, stored: StoredProfile | undefined): StoredProfile {
  const profile = requireVisible(actor, stored);
  assertMayActAs(actor, profile);
  return profile;
}

/** Records that the actor was shown the PIN of a profile, and notifies its owner. Call it last. */
async function recordShown(
  { db, actor, vault, address }: PinCall,
  profile: StoredProfile,
  event: PinEvent,
  notice: NoticeKind,
): Promise<void> {
  const id = randomUUIDv7();
  await notifyOwners(db, vault, actor, notice, [profile.id]);
  await insertPinEvents(db, [id], [profile.id]);
  await record(db, actor, {
    id,
    event,
    result: 'success',
    entity: subject(profile),
    locations: profile.locations,
    address,
  });
}

/**
 * The PIN of a profile; issues one to a profile without it. With `slip` it is recorded as shown after creation, if the actor has
 * just added the profile. Throws notFound, keywardAdminKept, cannotGrant, locationNotAllowed, pinNotFound.
 */
export async function showPin(call: PinCall, id: string, purpose: 'slip' | undefined): Promise<string> {
  const { db, actor, vault } = call;
  const profile = requireMayShow(actor, await findProfile(db, id));
  const pin = (await findPin(db, id, actor.id)) ?? (await issueFirst(call, id));
  const digits = openPin(db, vault, pin);
  const event = purpose === 'slip' && pin.by_creator ? 'SHOW_PIN_SLIP' : 'REVEAL_PIN';
  await recordShown(call, profile, event, 'pinShown');
  return digits;
}

async function issueFirst({ db, actor, vault, draw }: PinCall, id: string) {
  requireMayShow(actor, await lockProfile(db, id));
  await issuePins(db, vault, [id], { by: null, draw });
  return existing(await findPin(db, id, actor.id));
}

/** Gives a profile a new PIN and returns it. Throws what showPin throws. */
export async function resetPin(call: PinCall, id: string): Promise<string> {
  const { db, actor, vault, draw } = call;
  requireMayShow(actor, await findProfile(db, id));
  const profile = requireMayShow(actor, await lockProfile(db, id));
  const digits = await renewPin(db, vault, id, { by: actor.id, draw });
  announce(db, [{ resource: 'user', id, locations: profile.locations }]);
  await recordShown(call, profile, 'RESET_PIN', 'pinReset');
  return digits;
}

/**
 * The PIN for a repeated call, whose event is recorded: the PIN that the first call showed at `at`, but no later one. Throws
 * alreadyDone, and what showPin throws.
 */
export async function rereadPin({ db, actor, vault }: PinCall, id: string, at: string): Promise<string> {
  requireMayShow(actor, await findProfile(db, id));
  const pin = await findPin(db, id, actor.id);
  if (!pin || (await isPinNewer(db, id, at))) throw new PortalError('alreadyDone');
  return openPin(db, vault, pin);
}

/** The last acts on the PIN of a profile, newest first. Throws notFound. */
export async function pinHistory(db: Db, actor: Actor, id: string): Promise<PinEntry[]> {
  requireVisible(actor, await findProfile(db, id));
  const bodies = await findPinEvents(db, id);
  return bodies.map((body) => {
    const { description, address = null, user_agent = null, ...event } = eventSchema.parse(JSON.parse(body));
    return pinEntry.parse({ ...event, agentName: description.agentName, address, user_agent });
  });
}
